import { isKey, type Key, keyFrom } from '../../domain/key';
import { parseList } from '../../domain/text';
import { byText, type KindDescription, maxEntries } from '../description';
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

/** Joins titles with commas. A title that contains a comma or quotation mark is quoted. */
export const joinTitles = (titles: readonly string[]): string =>
  titles
    .map((title) => (/[,"\n]|^\s|\s$/.test(title) ? `"${title.replaceAll('"', '""')}"` : title))
    .join(', ');

/** Splits such a line, without duplicates. Line breaks and Chinese commas are separators too. */
const titlesIn = (line: string): string[] => {
  const matches = line.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,，、\n]+))\s*(?:[,，、\n]|$)/g);
  const titles = [...matches].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'),
  );
  return [...new Set(titles.filter((title) => title !== ''))];
};

/** Splits a pasted list, without duplicates. */
export const parseTitles = (text: string): string[] => [...new Set(parseList(text))];

/** References to several records, by id. A record cannot be deleted while such a list contains it. */
export const schema: FieldSchema<'refs'> = {
  rule: ({ max, byText }, { array, mixed }) => {
    const id = mixed<Key>()
      .required()
      .test('reference', rule('reference'), (value) => isKey(value, byText));
    const ids = array(id).typeError(rule('reference'));
    return max === undefined ? ids : ids.max(max, rule('mostItems', { max }));
  },
  sql: ({ byText }) => (byText ? 'text[]' : 'bigint[]'),
  json: ({ byText }) => ({ type: 'array', items: { type: byText ? 'string' : 'integer' } }),
  filter: 'equal',
  references: 'many',
  titleColumn: (_, name) => `${name}_titles`,
  reads: ({ of }) => [of],
  format: ['Names, separated by commas', '多个名称，用逗号分隔'],
  parse: titlesIn,
  fromWire: (value, { byText }) =>
    Array.isArray(value) ? value.map((key) => keyFrom(key, byText)) : value,
};

export const description: KindDescription<'refs'> = {
  label: ['Several references', '多条关联记录'],
  text: ['Several records of an entity.', '一个实体的多条记录。'],
  example: "const locks = f.refs(['Locks', '锁'], 'device', { max: 4 });",
  subject: 'entity',
  options: {
    max: maxEntries,
    byText,
  },
};
