import type { Schema } from 'yup';
import type { Field, Kind } from '../config';
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
