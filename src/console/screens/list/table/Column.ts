import type { Field } from '../../../../config';

/** A column of a table. */
export interface Column {
  readonly name: string;
  readonly field: Field;
  /** Its values lead to the detail. */
  readonly lead: boolean;
}
