import { ValidationError } from 'yup';
import type { AnyField, Field } from '../../config';
import type { Label } from '../../domain/label';
import { rule, schemaOf } from '../../fields';
import { ruleLabel, text } from '../calls';

/** A value of a field, or why it is none. */
export type Understood = { readonly value: unknown } | { readonly wrong: Label };

const MARKED = '@@';

/** A rule's own message; yup's English ones, which name types, say no more than that the form is wrong. */
export const messageOf = (message: string): Label =>
  ruleLabel(message.startsWith(MARKED) ? message : rule('pattern'));

/** What came over the wire, made what a record holds: an empty or blank text is nothing. */
export const understand = (field: AnyField, given: unknown): Understood => {
  if (given === null || given === undefined) return { value: null };
  if (typeof given === 'string' && given.trim() === '') return { value: null };
  const { fromWire } = schemaOf(field);
  const value = fromWire ? fromWire(given) : given;
  return value === undefined ? { wrong: text('unreadable') } : { value };
};

/** A value to look for: of the field's kind, but it need not be one that the field would take. */
export const understandFilter = (field: AnyField, given: unknown, isRange: boolean): Understood => {
  const understood = understand(field, given);
  if ('wrong' in understood) return understood;
  const { value } = understood;
  if (isRange && typeof value === 'number') {
    return Number.isFinite(value) ? understood : { wrong: text('unreadable') };
  }
  try {
    schemaOf(field)
      .rule(field as Field)
      .nullable()
      .validateSync(value);
    return understood;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { wrong: messageOf(error.message) };
  }
};
