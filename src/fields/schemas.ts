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
import type { Choices, ChoiceTable, Label, Locale } from '../domain/label';
import type { RuleName } from './rule';

/** How a list can be narrowed by a field: part of a text, the very value, between two, or not at all. */
export type FilterMode = 'contains' | 'equal' | 'range' | 'none';

/** A value as a number in a spreadsheet: days and times are counted in days, and seen by a format. */
export interface CellForm {
  /** As spreadsheet programs write formats: `yyyy-mm-dd`, `General" km/h"`. */
  readonly format: string;
  /** The number of a value; undefined for one that has none. */
  readonly write: (value: unknown) => number | undefined;
  /** The value of a cell that holds a day or a time; undefined when it has none. */
  readonly read?: (serial: number) => unknown;
}

/** The half of a field kind that browser and server share. */
export interface FieldSchema<K extends Kind = Kind> {
  /**
   * The rule for a value that is there; whether it must be there is decided by the declaration. Yup is handed in: lists
   * and maps know kinds without loading what only forms need.
   */
  readonly rule: (field: Field<K>, yup: typeof Yup) => Yup.Schema;
  /** What is said where it must be given and is not, if that is more than that it is required. */
  readonly missing?: (field: Field<K>) => RuleName;
  /** Its column on our own server. */
  readonly sql: (field: Field<K>) => string;
  readonly filter: FilterMode;
  /** A value as it came over the wire, made the value a record holds; servers differ in how they write times. */
  readonly fromWire?: (value: unknown, field: Field<K>) => unknown;
  /** The value as plain text, for export and search. */
  readonly text?: (value: unknown, field: Field<K>, locale: Locale) => string;
  /** A spreadsheet cell's text made a value; undefined when it cannot be understood. */
  readonly parse?: (text: string, field: Field<K>, locale: Locale) => unknown;
  /** How a spreadsheet's cell writes it, where that is not told by the field itself. */
  readonly format?: Label;
  /** How a spreadsheet keeps it as a number; without it as the text, or as the number that it is. */
  readonly cell?: (field: Field<K>) => CellForm;
  /** What a spreadsheet holds of it, where its text says less than there is. */
  readonly cellText?: (value: unknown) => string;
  /** No one cell of a spreadsheet can hold it. */
  readonly importable?: false;
  /** Typed hidden, encrypted on its way, never sent back: it takes part in forms only. */
  readonly secret?: true;
  /** Holds the id of a record of the entity that is its subject, or the ids of several. */
  readonly references?: 'one' | 'many';
  /** The column in which a row brings the title, or the titles, of what it refers to. */
  readonly titleColumn?: (field: Field<K>, name: string) => string;
  /** The entities whose records its inputs and cells ask for. */
  readonly reads?: (field: Field<K>) => readonly string[];
  /** The actions of its own entity that its inputs and cells call. */
  readonly calls?: readonly string[];
  /** Holds the path of a file that is sent before the record is, for a purpose. */
  readonly uploads?: (field: Field<K>) => string;
  /** The closed table that its value is one of. */
  readonly choices?: (field: Field<K>) => ChoiceTable;
  /** For a kind whose choices are kept as records: the field with those that there are now. */
  readonly withItems?: (field: Field<K>, items: Choices) => AnyField;
  /** Puts the place of this other field into words; the server makes them for each answer. */
  readonly names?: (field: Field<K>) => string;
  /** Has few different values: an index that begins with it finds those that hardly any record has. */
  readonly indexable?: true;
  /** Records are counted by this of it, not by the very value. */
  readonly countBy?: 'day';
  /** A moment, ms since 1970, as an end of its range; without it the moment itself. */
  readonly atMoment?: (ms: number) => unknown;
  /** What a new record begins with that is its maker's own, before what is declared. */
  readonly own?: () => unknown;
  /** What its input holds when nothing is chosen, where that is not null. */
  readonly empty?: false | readonly [];
  /** What a chart draws its values against. */
  readonly scale?: (field: Field<K>) => {
    readonly unit?: UnitLabel;
    readonly min?: number;
    readonly max?: number;
  };
}

/** What an input of a field holds when nothing is chosen. */
export const emptyValue = (field: AnyField): unknown =>
  field.unset ? null : (schemaOf(field).empty ?? null);

const modules = import.meta.glob<{ schema: FieldSchema }>('./kinds/*.schema.ts', { eager: true });

/** The kind that a file in the folder of kinds is a half of: the first word of its name. */
export const kindOf = (path: string): string => path.split(/[/.]/)[3] as string;

/** Every field kind by name; a new kind is a schema and a view in the folder of kinds. */
const schemas = new Map(
  Object.entries(modules).map(([path, { schema }]) => [kindOf(path), schema]),
);

/** The names of all kinds. */
export const kinds: readonly string[] = [...schemas.keys()];

/**
 * The shared half of a field's kind.
 * @throws Error for a kind that has no schema
 */
export const schemaOf = (field: AnyField): FieldSchema => {
  const schema = schemas.get(field.kind);
  if (!schema) throw new Error(`There is no field kind ${String(field.kind)}`);
  return schema;
};

/** Whether a field's value is never sent back; a field that is not declared has none. */
export const isSecret = (field: AnyField | undefined): boolean =>
  schemas.get(field?.kind)?.secret === true;

/** Whether a field is an input that only writes other fields: its own value never travels. */
export const isInputOnly = (field: AnyField): boolean =>
  (field as { readonly columns?: unknown }).columns !== undefined;

/** Fields that a spreadsheet can bring: those of a new record's form that fit a cell, but no secrets. */
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

/** Whether a field holds the id of another record. */
export const isReference = (field: AnyField): boolean => schemaOf(field).references === 'one';

/** Whether a field holds the ids of several others. */
export const isReferenceList = (field: AnyField): boolean => schemaOf(field).references === 'many';

/** The column in which a row brings the titles of what a field refers to; undefined for a field that does not. */
export const titleColumn = (field: AnyField, name: string): string | undefined =>
  schemaOf(field).titleColumn?.(field as Field, name);

/** The field by which an entity's records form a tree: the one that refers to their own kind. */
export const parentField = (entity: AnyEntity): string | undefined =>
  Object.entries(entity.fields as Fields).find(
    ([, field]) => field.kind === 'refTree' && field.of === entity.name,
  )?.[0];

/** The title of the one record that a field refers to, where the row brought it. */
export const titleIn = (
  row: Row | undefined,
  field: AnyField,
  name: string,
): string | undefined => {
  const column = isReference(field) ? titleColumn(field, name) : undefined;
  const title = column === undefined ? undefined : row?.[column];
  return isBlank(title) || typeof title === 'object' ? undefined : String(title);
};

/** A field's value as a text that says what is read, not what is stored; '' for nothing. */
export const fieldText = (field: AnyField, name: string, row: Row, locale: Locale): string => {
  // A row may bring the title of what it refers to, and no id.
  const title = titleIn(row, field, name);
  if (title !== undefined) return title;
  const value = row[name];
  if (isBlank(value)) return '';
  return schemaOf(field).text?.(value, field as Field, locale) ?? String(value);
};

/** The filters of a field that is narrowed to a range, as the wire calls them. */
export const rangeNames = (name: string) => ({ from: `${name}_from`, to: `${name}_to` }) as const;

/** The filter that narrows a field to a period. */
export const periodName = (name: string): string => `${name}_last`;

/** What ends the name of a filter that a text must equal. */
export const EXACT = '_is';

/** The filter by which a list holds the very value of a field, and nothing that only contains it. */
export const exactName = (fields: Fields, name: string): string => {
  const field = fields[name];
  return field && schemaOf(field).filter === 'contains' ? `${name}${EXACT}` : name;
};

/**
 * Whether a field is asked for beside these values: whether each field that its `when` names meets its condition. One
 * that is not asked for is not required, and holds nothing.
 */
export const isRelevant = ({ when }: AnyField, values: Row): boolean =>
  unmetConditions(when, values).length === 0;

/** A place whose latitude and longitude are columns of their own. */
interface CoordinateColumns {
  /** The input-only field that holds both. */
  readonly name: string;
  readonly lat: string;
  readonly lon: string;
}

/** The places among some fields that never travel as one value. */
export const coordinateColumns = (fields: Fields): CoordinateColumns[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const { columns } = field as Field<'lngLat'>;
    if (field.kind !== 'lngLat' || !columns) return [];
    const [lat, lon] = columns;
    return [{ name, lat, lon }];
  });
