import { type Offering, unmet } from '../../config';

type Row = Readonly<Record<string, unknown>>;

/** Something that can be done with records in a certain state only. */
export type Conditional = Pick<Offering, 'when'>;

/** A record with which it cannot be done now, and the fields whose values forbid it. */
export interface Blocked<T extends Row = Row> {
  readonly record: T;
  readonly fields: readonly string[];
}

export interface Split<T extends Row = Row> {
  readonly able: readonly T[];
  readonly blocked: readonly Blocked<T>[];
}

/**
 * The fields that keep something from being done with a record. A field that the view does not carry is left to the
 * server: it decides by the same rule.
 */
export const unmetFields = ({ when }: Conditional, record: Row): string[] =>
  unmet(when, record).filter((field) => record[field] !== undefined);

/** Sorts records into those with which it can be done and those with which it cannot. */
export const splitRecords = <T extends Row>(
  offering: Conditional,
  records: readonly T[],
): Split<T> => {
  const judged = records.map((record) => ({ record, fields: unmetFields(offering, record) }));
  return {
    able: judged.filter(({ fields }) => fields.length === 0).map(({ record }) => record),
    blocked: judged.filter(({ fields }) => fields.length > 0),
  };
};
