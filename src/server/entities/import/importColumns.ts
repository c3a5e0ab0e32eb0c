import { type AnyEntity, type AnyField, type Fields, takesPart } from '../../../config';
import { type Label, locales, textOf } from '../../../domain/label';
import { invalid, text } from '../../calls';
import type { ReadCell } from '../../spreadsheet';
import { fieldsIn } from '../fieldsOf';

/** A column of the spreadsheet that is taken. */
export interface ImportColumn {
  readonly name: string;
  readonly field: AnyField;
  /** Counted from 0. */
  readonly index: number;
}

/** A cell names one thing, and no trees. */
const MANY = ['refs', 'grants'];

/** What a spreadsheet can bring: what a new record's form asks for and a cell can hold, but no secrets. */
export const importFields = (entity: AnyEntity): [string, AnyField][] =>
  fieldsIn(entity, 'import').filter(
    ([, field]) => takesPart(field, 'create') && !field.virtual && !MANY.includes(field.kind),
  );

const plain = (text: string) => text.trim().toLowerCase();

/** A header may be the label in any language, or the field's own name. */
const namesOf = (name: string, { label }: AnyField): string[] =>
  [name, ...locales.map((locale) => textOf(label, locale))].map(plain);

const refuse = (why: 'unknownHeader' | 'missingHeader' | 'doubleHeader', names: unknown) =>
  invalid({ path: text(why, { names }) });

const joined = (labels: readonly Label[]) =>
  locales.map((locale) => labels.map((label) => textOf(label, locale)).join(', '));

/**
 * Finds the columns by the header row. What an export writes and nobody can set (the status of a lock) is passed over.
 * @param wanted the fields that are taken
 * @param fields those that may be there
 * @throws CallError `invalid` for headers that are unknown, missing or there twice
 */
export const importColumns = (
  wanted: readonly (readonly [string, AnyField])[],
  fields: Fields,
  header: readonly ReadCell[],
): ImportColumn[] => {
  const known = new Set(Object.entries(fields).flatMap(([n, field]) => namesOf(n, field)));
  const titles = header.map((cell) => plain(String(cell ?? '')));
  const unknown = header.filter((_, i) => titles[i] !== '' && !known.has(titles[i] ?? ''));
  if (unknown.length > 0) throw refuse('unknownHeader', unknown.join(', '));
  const columns = titles.flatMap((title, index) => {
    const found = title && wanted.find(([name, field]) => namesOf(name, field).includes(title));
    return found ? [{ name: found[0], field: found[1], index }] : [];
  });
  const names = columns.map(({ name }) => name);
  const twice = columns.filter(({ name }, i) => names.indexOf(name) !== i);
  if (twice.length > 0) throw refuse('doubleHeader', joined(twice.map(({ field }) => field.label)));
  const missing = wanted.filter(([name, { required }]) => required && !names.includes(name));
  if (missing.length > 0)
    throw refuse('missingHeader', joined(missing.map(([, { label }]) => label)));
  return columns;
};
