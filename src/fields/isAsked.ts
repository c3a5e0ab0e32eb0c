import type { AnyField } from '../config';

type Row = Readonly<Record<string, unknown>>;

/**
 * Whether a field is asked for beside these values: whether each field that its `when` names has one of the listed
 * values. One that is not asked for is not required, and holds nothing.
 */
export const isAsked = ({ when }: AnyField, values: Row): boolean =>
  Object.entries((when ?? {}) as Record<string, readonly unknown[]>).every(([name, allowed]) =>
    allowed.includes(values[name]),
  );
