import type { AnyEntity, Field } from '../../../config';
import { type Label, type Locale, textOf } from '../../../domain/label';
import { schemaOf } from '../../../fields';
import { type FileAnswer, text, type Values } from '../../calls';
import { fieldsOf, type SheetRow, temporaryFile } from '../../entities';
import type { StoredError } from '../../jobs';
import { type Cell, openWorkbook } from '../../spreadsheet';

interface Erroneous {
  readonly entity: AnyEntity;
  /** Fields that have a column. */
  readonly fields: readonly string[];
  readonly rows: readonly SheetRow[];
}

const cellOf = (entity: AnyEntity, name: string, value: unknown, locale: Locale): Cell => {
  const field = fieldsOf(entity)[name];
  if (!field || value === null || value === undefined) return null;
  return schemaOf(field).text?.(value, field as Field, locale) ?? String(value);
};

/** `SN: Already in use; Name: At most 60 characters` */
export const wrongText = (
  entity: AnyEntity,
  why: Readonly<Record<string, Label>>,
  locale: Locale,
): string =>
  Object.entries(why)
    .map(([name, label]) => {
      const field = fieldsOf(entity)[name];
      const what = textOf(label, locale);
      return field ? `${textOf(field.label, locale)}: ${what}` : what;
    })
    .join('; ');

/** The rows that could not be added: where they stood, what they say, what is wrong with them. */
export const errorFile = (
  name: string,
  { entity, fields, rows }: Erroneous,
  errors: readonly StoredError[],
  locale: Locale,
): Promise<FileAnswer> => {
  const labels = fields.map((field) => fieldsOf(entity)[field]?.label ?? [field, field]);
  const headers = [text('row'), ...labels, text('whatIsWrong')] as const;
  const cells = (given: Values) =>
    fields.map((field) => cellOf(entity, field, given[field], locale));
  return temporaryFile(name, async (path) => {
    const book = await openWorkbook(path);
    try {
      await book.sheet(
        textOf(text('errorFile'), locale),
        headers.map((label) => ({ header: textOf(label as Label, locale), width: 24 })),
      );
      await book.rows(
        errors.map(({ place, given, why }) => [
          rows[place]?.row ?? null,
          ...cells(given),
          wrongText(entity, why, locale),
        ]),
      );
    } finally {
      await book.close();
    }
  });
};
