import type { Schema } from 'yup';
import type { AnyField, Field, Kind } from '../config';
import type { Locale } from '../domain/label';

/** How a list can be narrowed by a field: part of a text, the very value, between two, or not at all. */
export type FilterMode = 'contains' | 'equal' | 'range' | 'none';

/** The half of a field kind that browser and server share. */
export interface FieldSchema<K extends Kind = Kind> {
  /** The rule for a value that is there; whether it must be there is decided by the declaration. */
  readonly rule: (field: Field<K>) => Schema;
  /** Its column on our own server. */
  readonly sql: (field: Field<K>) => string;
  readonly filter: FilterMode;
  /** A value as it came over the wire, made the value a record holds; servers differ in how they write times. */
  readonly fromWire?: (value: unknown) => unknown;
  /** The value as plain text, for export and search. */
  readonly text?: (value: unknown, field: Field<K>, locale: Locale) => string;
  /** A spreadsheet cell's text made a value; undefined when it cannot be understood. */
  readonly parse?: (text: string, field: Field<K>, locale: Locale) => unknown;
}

const found = import.meta.glob<{ schema: FieldSchema }>('./*/schema.ts', { eager: true });

/** Every field kind by name; a new kind is a new folder. */
const schemas = new Map(
  Object.entries(found).map(([path, { schema }]) => [path.split('/')[1] as string, schema]),
);

/** The names of all kinds. */
export const kinds: readonly string[] = [...schemas.keys()];

/**
 * The shared half of a field's kind.
 * @throws Error for a kind that has no folder
 */
export const schemaOf = (field: AnyField): FieldSchema => {
  const schema = schemas.get(field.kind);
  if (!schema) throw new Error(`There is no field kind ${String(field.kind)}`);
  return schema;
};
