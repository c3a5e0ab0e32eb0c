import type * as Yup from 'yup';
import {
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Field,
  type Fields,
  isBlank,
  type Kind,
  type Row,
  unmetConditions,
} from '../config';
import type { UnitLabel } from '../domain/figures';
import { type Choices, type ChoiceTable, type Label, type Locale, NO_VALUE } from '../domain/label';
import { ownValue } from '../domain/ownValue';
import type { RuleName } from './rule';

/** Filter of a list by a field: substring, exact value, range, or none. */
export type FilterMode = 'contains' | 'equal' | 'range' | 'none';

/** Numeric form of a value in a spreadsheet. Dates and times are counted in days and displayed by a format. */
export interface CellForm {
  /** Number format of spreadsheet programs: `yyyy-mm-dd`, `General" km/h"`. */
  readonly format: string;
  /** Converts a value to a number; undefined if it has none. */
  readonly write: (value: unknown) => number | undefined;
  /** The cell shows local time, so the header of its column names the time zone. */
  readonly zoned?: true;
  /** Converts a date or time cell to a value; undefined if that is impossible. */
  readonly read?: (serial: number) => unknown;
}

/** Part of a field kind that browser and server share. */
export interface FieldSchema<K extends Kind = Kind> {
  /**
   * Rule for a value that is not blank; the declaration decides if one is required. Yup is a parameter, so that lists
   * and maps can use kinds without loading it.
   */
  readonly rule: (field: Field<K>, yup: typeof Yup) => Yup.Schema;
  /** Message for a missing required value, if it is not the usual one. */
  readonly missing?: (field: Field<K>) => RuleName;
  /** Column type on our server. */
  readonly sql: (field: Field<K>) => string;
  /** JSON Schema of a value on the wire, without its limits. Text by default. */
  readonly json?: (field: Field<K>) => Readonly<Record<string, unknown>>;
  readonly filter: FilterMode;
  /** Parses a value from the wire. Servers differ, for example in the format of times. */
  readonly fromWire?: (value: unknown, field: Field<K>) => unknown;
  /** Parses the end of a range, which may exceed the limits of the field; undefined if it is unreadable. */
  readonly bound?: (input: unknown) => unknown;
  /**
   * Formats a value as plain text, for export and search.
   * @param zone of times; that of this machine by default
   * @param row record of the value, if it is known
   */
  readonly text?: (
    value: unknown,
    field: Field<K>,
    locale: Locale,
    zone?: string,
    row?: Row,
  ) => string;
  /** Parses a spreadsheet cell; undefined if it is malformed. @param zone as of `text` */
  readonly parse?: (text: string, field: Field<K>, locale: Locale, zone?: string) => unknown;
  /** Format of a spreadsheet cell, shown as a hint in the import template. */
  readonly format?: Label;
  /** Numeric form in a spreadsheet; by default the text, or the number itself. @param zone as of `text` */
  readonly cell?: (field: Field<K>, zone?: string) => CellForm;
  /** Text in a spreadsheet, if it has more than `text`: full precision, or a code. */
  readonly cellText?: (
    value: unknown,
    field: Field<K>,
    locale: Locale,
    zone?: string,
    row?: Row,
  ) => string;
  /** Cannot be imported, because no single cell can hold it. */
  readonly importable?: false;
  /** Input hidden, sent encrypted, never returned. Used in forms only. */
  readonly secret?: true;
  /** Holds the key of a record of the subject entity, or of several. */
  readonly references?: 'one' | 'many';
  /** Column in which a row carries the titles of the referenced records. */
  readonly titleColumn?: (field: Field<K>, name: string) => string;
  /** Other fields of the record that its cell in a list reads, besides the title column. */
  readonly cellFields?: (field: Field<K>) => readonly (string | undefined)[];
  /** Entities that its inputs and cells read. */
  readonly reads?: (field: Field<K>) => readonly string[];
  /** Actions of its own entity that its inputs and cells call. */
  readonly calls?: readonly string[];
  /** Holds the path of a file that is uploaded before the record is saved; returns the purpose of the upload. */
  readonly uploads?: (field: Field<K>) => string;
  readonly choices?: (field: Field<K>) => ChoiceTable;
  /** For a kind whose choices are records: returns the field with the current choices. */
  readonly withItems?: (field: Field<K>, items: Choices) => AnyField;
  /**
   * Holds the serial number of a lock, by whose name filters find it too. Returns the column of the row with that name,
   * or null.
   */
  readonly nameColumn?: (field: Field<K>) => string | null;
  /** Field with the position that it describes. The server generates the text for each response. */
  readonly names?: (field: Field<K>) => string;
  /** Has few distinct values, so that a composite index that starts with it can find rare ones. */
  readonly indexable?: true;
  /** Group counts by this unit instead of the exact value. */
  readonly countBy?: 'day';
  /** Converts a time, epoch ms, to the bound of a range; by default the time itself. */
  readonly atMoment?: (ms: number) => unknown;
  /** Initial value in a new record that depends on the operator. It precedes the declared one. */
  readonly own?: () => unknown;
  /** Warning that the operator confirms before a form saves the value; undefined for most values. */
  readonly saveWarning?: (value: unknown) => Label | undefined;
  /** Value of the empty input, if it is not null. */
  readonly empty?: false | readonly [];
  /** Decimal places of a computed value; as many as it has by default. */
  readonly places?: (field: Field<K>) => number | undefined;
  /** Axis of a chart. */
  readonly scale?: (field: Field<K>) => {
    readonly unit?: UnitLabel;
    readonly min?: number;
    readonly max?: number;
    /** Value up to which the measurement is low. */
    readonly low?: number;
  };
}

/** Value of the empty input of a field. */
export const emptyValue = (field: AnyField): unknown =>
  field.unset ? null : (schemaOf(field).empty ?? null);

type Schemas = Readonly<Record<string, FieldSchema>>;

// Two calls, because a bundle finds nothing outside of the project by a list of patterns. The browser does not load what
// else the modules export.
const modules: Schemas = {
  ...import.meta.glob<FieldSchema>('@custom/*.schema.ts', { eager: true, import: 'schema' }),
  ...import.meta.glob<FieldSchema>('./kinds/*.schema.ts', { eager: true, import: 'schema' }),
};

/** Returns the kind of a file in the folder `kinds`: the first word of its name. */
export const kindOf = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');

/** Field kinds by name. A new kind is a schema and a view in the folder `kinds`. */
const schemas = new Map(Object.entries(modules).map(([path, schema]) => [kindOf(path), schema]));

export const kinds: readonly string[] = [...schemas.keys()];

/** @throws Error if the kind has no schema */
export const schemaOf = (field: AnyField): FieldSchema => {
  const schema = schemas.get(field.kind);
  if (!schema) throw new Error(`There is no field kind ${String(field.kind)}`);
  return schema;
};

/** True if the server never returns the field's value; false for an undeclared field. */
export const isSecret = (field: AnyField | undefined): boolean =>
  schemas.get(field?.kind)?.secret === true;

/** Names of the fields whose values the server never returns. */
export const secretNames = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => isSecret(fields[name]));

/** True if the field is an input that only sets other fields; its own value is never sent. */
export const isInputOnly = (field: AnyField): boolean =>
  (field as { readonly columns?: unknown }).columns !== undefined;

/** Fields that can be imported: those of the create form that fit in a cell, without secrets. */
export const importFields = (entity: AnyEntity): [string, AnyField][] =>
  Object.entries(entity.fields as Fields).filter(
    ([, field]) =>
      appearsIn(field, 'import') &&
      appearsIn(field, 'create') &&
      !field.virtual &&
      !isInputOnly(field) &&
      !isSecret(field) &&
      schemaOf(field).importable !== false,
  );

export const isReference = (field: AnyField): boolean => schemaOf(field).references === 'one';

export const isReferenceList = (field: AnyField): boolean => schemaOf(field).references === 'many';

/** Column in which a row carries the titles of the referenced records; undefined if the field is no reference. */
export const titleColumn = (field: AnyField, name: string): string | undefined =>
  schemaOf(field).titleColumn?.(field as Field, name);

/** Values of a record that the cell of a field reads. */
export const cellFields = (field: AnyField, name: string): readonly string[] =>
  [name, titleColumn(field, name), ...(schemaOf(field).cellFields?.(field as Field) ?? [])].filter(
    (each) => each !== undefined,
  );

/** Field that makes an entity a tree: its reference to the same entity. */
export const parentField = (entity: AnyEntity): string | undefined =>
  Object.entries(entity.fields as Fields).find(
    ([, field]) => field.kind === 'refTree' && field.of === entity.name,
  )?.[0];

/** Title of the referenced record, if the row carries it. */
export const titleIn = (
  row: Row | undefined,
  field: AnyField,
  name: string,
): string | undefined => {
  const column = isReference(field) ? titleColumn(field, name) : undefined;
  const title = column === undefined ? undefined : row?.[column];
  return isBlank(title) || typeof title === 'object' ? undefined : String(title);
};

/** Formats a value for readers; '' if it is blank. */
export const fieldText = (
  field: AnyField,
  name: string,
  row: Row,
  locale: Locale,
  zone?: string,
): string => {
  // A row may carry the title of the referenced record without its key.
  const title = titleIn(row, field, name);
  if (title !== undefined) return title;
  const value = row[name];
  if (isBlank(value)) return '';
  return schemaOf(field).text?.(value, field as Field, locale, zone, row) ?? String(value);
};

/** Returns the texts of a record for the placeholders of a sentence. */
export const placeholderTexts = (
  fields: Fields,
  row: Row,
  locale: Locale,
  zone?: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      fieldText(field, name, row, locale, zone) || NO_VALUE,
    ]),
  );

export const rangeNames = (name: string) => ({ from: `${name}_from`, to: `${name}_to` }) as const;

export const periodName = (name: string): string => `${name}_last`;

/** Suffix of an exact-match filter. */
export const EXACT = '_is';

/** Filter name for an exact match of the field; for texts the plain name matches substrings. */
export const exactName = (fields: Fields, name: string): string => {
  const field = ownValue(fields, name);
  return field && schemaOf(field).filter === 'contains' ? `${name}${EXACT}` : name;
};

/** True if every field in its `when` meets its condition. An irrelevant field is not required and holds no value. */
export const isRelevant = ({ when }: AnyField, values: Row): boolean =>
  unmetConditions(when, values).length === 0;

/** Position whose latitude and longitude are separate columns. */
export interface CoordinateColumns {
  /** Input-only field that holds both. */
  readonly name: string;
  readonly lat: string;
  readonly lon: string;
}

export const coordinateColumns = (fields: Fields): CoordinateColumns[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const { columns } = field as Field<'lngLat'>;
    if (field.kind !== 'lngLat' || !columns) return [];
    const [lat, lon] = columns;
    return [{ name, lat, lon }];
  });
