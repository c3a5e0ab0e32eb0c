import { textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    lock: {
      options: {
        max?: number;
        /** Column of the row with the name of the lock; by default the console and the server look it up. */
        via?: string;
      };
      value: string;
    };
  }
}

/** Serial number of a lock, shown after the name of the lock. Its filter finds both. */
export const schema: FieldSchema<'lock'> = {
  rule: ({ max }, yup) => textRule(yup, max),
  sql: ({ max }) => (max ? `varchar(${max})` : 'text'),
  filter: 'contains',
  nameColumn: ({ via }) => via ?? null,
  cellFields: ({ via }) => [via],
};
