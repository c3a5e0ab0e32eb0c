import { DAY } from '../domain/duration';
import type { Label } from '../domain/label';
import { type Expression, expressionOf, type Formula, type Truth } from './expression';
import type { AnyField, Fields } from './field';
import type { NotifiedTo } from './operation';
import type { ColumnOfKind } from './rules';

/** Message to users about a date that comes near. */
export interface Warning {
  /** Days before the date, the most first. */
  readonly before: readonly number[];
  /** Only for these records. */
  readonly while?: Expression;
  readonly to: NotifiedTo;
  /** `%{field}` is a value of the record. */
  readonly text: Label;
}

/** Warnings in a declaration, with callbacks, by field. */
export type WarningsOf<F extends Fields> = {
  readonly [K in ColumnOfKind<F, 'date' | 'datetime'>]?: Omit<Warning, 'while'> & {
    readonly while?: Formula<F, Truth>;
  };
};

/** Runs the callbacks of declared warnings. */
export const warningsFrom = (declared: object = {}): Readonly<Record<string, Warning>> =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { while: meant, ...warning }]) => [
      name,
      { ...warning, ...(meant !== undefined && { while: expressionOf(meant) }) },
    ]),
  );

/** Key under which a field of a console holds its warning. Object spread copies it. */
const WARNING = Symbol('warning');

/** Warning of a field, with the fields that its formula reads. */
interface FieldWarning extends Warning {
  readonly fields: Fields;
}

export const withWarning = <F extends AnyField>(field: F, warning: FieldWarning | undefined): F =>
  warning ? { ...field, [WARNING]: warning } : field;

export const warningOf = (field: object): FieldWarning | undefined =>
  (field as { readonly [WARNING]?: FieldWarning })[WARNING];

/**
 * Returns the last day, or the last moment, of which a warning is due that comes some days before.
 * @param day the current one, `yyyy-MM-dd`
 * @param now epoch ms
 */
export const warnedUntil = (
  days: number,
  { day, now }: { readonly day: string; readonly now: number },
): { readonly day: string; readonly moment: number } => ({
  day: new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10),
  moment: now + days * DAY,
});
