import { isKey, type Key, keyFrom } from '../../domain/key';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    refs: {
      subject: string;
      references: true;
      options: { max?: number; byText?: true };
      value: number[];
    };
  }
}

/** Titles as one line: one that holds a comma or a quotation mark stands in quotation marks. */
export const joinTitles = (titles: readonly string[]): string =>
  titles
    .map((title) => (/[,"\n]|^\s|\s$/.test(title) ? `"${title.replaceAll('"', '""')}"` : title))
    .join(', ');

/** The titles of such a line, each once; lines and Chinese commas separate them too. */
const titlesIn = (line: string): string[] => {
  const matches = line.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,，、\n]+))\s*(?:[,，、\n]|$)/g);
  const titles = [...matches].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'),
  );
  return [...new Set(titles.filter((title) => title !== ''))];
};

/** Titles pasted as a list: separated by commas, semicolons, blanks or lines; each once. */
export const parseTitles = (text: string): string[] => [
  ...new Set(text.split(/[\s,;，；、]+/).filter((title) => title !== '')),
];

/** Several records of another entity, by id; no record may be deleted while a list names it. */
export const schema: FieldSchema<'refs'> = {
  rule: ({ max, byText }, { array, mixed }) => {
    const id = mixed<Key>()
      .required()
      .test('reference', rule('reference'), (value) => isKey(value, byText));
    const ids = array(id).typeError(rule('reference'));
    return max === undefined ? ids : ids.max(max, rule('mostItems', { max }));
  },
  sql: ({ byText }) => (byText ? 'text[]' : 'bigint[]'),
  filter: 'equal',
  references: 'many',
  titleColumn: (_, name) => `${name}_titles`,
  reads: ({ of }) => [of],
  format: ['Names, separated by commas', '多个名称，用逗号分隔'],
  parse: titlesIn,
  fromWire: (value, { byText }) =>
    Array.isArray(value) ? value.map((key) => keyFrom(key, byText)) : value,
};
