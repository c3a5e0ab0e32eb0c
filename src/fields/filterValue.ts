import { ValidationError } from 'yup';
import { type AnyField, type Field, isBlank } from '../config';
import { ruleOf } from './recordSchema';
import { isReferenceList, schemaOf } from './schemas';

export interface Filter {
  readonly field: AnyField;
  readonly mode: 'contains' | 'whole' | 'equal' | 'range';
}

/** Parsed filter value, or the message of the rule that it breaks; undefined if it is unreadable. */
export type FilterValue = { readonly value: unknown } | { readonly broken: string | undefined };

/** Limits of a searched text, in UTF-16 units, and of the values of one filter. */
const MAX_TEXT_LENGTH = 200;
const MAX_VALUES = 1000;

const UNREADABLE: FilterValue = { broken: undefined };

/**
 * Converts a value from the wire to the form in which records hold it; undefined if it is unreadable. A blank text
 * becomes null.
 */
export const readValue = (field: AnyField, input: unknown): unknown => {
  if (isBlank(input) || (typeof input === 'string' && input.trim() === '')) return null;
  const { fromWire } = schemaOf(field);
  return fromWire ? fromWire(input, field as Field) : input;
};

const parsePart = (value: unknown): FilterValue => {
  if (typeof value === 'number') return { value: String(value) };
  return typeof value === 'string' && value.length <= MAX_TEXT_LENGTH ? { value } : UNREADABLE;
};

/** Parses an id to look for in a list of references. */
const parseId = (value: unknown): FilterValue => {
  const id = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) ? { value: id } : UNREADABLE;
};

/** Parses a value of the field's kind. It may exceed the field's limits if it ends a range. */
const parseOwn = (field: AnyField, input: unknown, isRange: boolean): FilterValue => {
  const { bound } = schemaOf(field);
  const value = isRange && bound ? bound(input) : readValue(field, input);
  if (value === undefined) return UNREADABLE;
  if (isRange && bound) return { value };
  if (isRange && typeof value === 'number') return Number.isFinite(value) ? { value } : UNREADABLE;
  try {
    ruleOf(field).nullable().validateSync(value);
    return { value };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { broken: error.message };
  }
};

const parseOne = ({ field, mode }: Filter, value: unknown): FilterValue => {
  if (isReferenceList(field)) return parseId(value);
  if (mode === 'equal' || mode === 'range') return parseOwn(field, value, mode === 'range');
  return parsePart(value);
};

/** Parses the value of a filter, or a list of values of which a row has one. A range has single ends. */
export const parseFilterValue = (filter: Filter, value: unknown): FilterValue => {
  if (!Array.isArray(value) || filter.mode === 'range') return parseOne(filter, value);
  if (value.length === 0 || value.length > MAX_VALUES) return UNREADABLE;
  const values = value.map((item) => parseOne(filter, item));
  const broken = values.find((item) => 'broken' in item);
  return broken ?? { value: values.map((item) => ('value' in item ? item.value : null)) };
};

/**
 * Finds the field of a filter name: the name of the field itself, or with the suffix of a range's end or of an exact
 * match.
 * @param filterable returns the field of a name if lists can be filtered by it
 */
export const filterNamed = (
  filterable: (name: string) => AnyField | undefined,
  { from, to, exact }: { readonly from: string; readonly to: string; readonly exact: string },
  name: string,
): Filter | undefined => {
  const own = filterable(name);
  if (own) return { field: own, mode: schemaOf(own).filter === 'contains' ? 'contains' : 'equal' };
  const whole = exact !== '' && name.endsWith(exact) && filterable(name.slice(0, -exact.length));
  if (whole && schemaOf(whole).filter === 'contains') return { field: whole, mode: 'whole' };
  const suffix = [from, to].find((end) => name.endsWith(end));
  const field = suffix && filterable(name.slice(0, -suffix.length));
  return field && schemaOf(field).filter === 'range' ? { field, mode: 'range' } : undefined;
};
