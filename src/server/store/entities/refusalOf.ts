import { DatabaseError } from 'pg';
import { nameOf } from '../schema';
import type { Described } from './describe';
import { BadReference, BadValue, InUse, Taken } from './refusals';

const ofWrite = (error: DatabaseError, { table, columns, refs }: Described) => {
  const { code = '', constraint } = error;
  if (code === '23505') {
    const taken = [...columns.values()].find(
      ({ name }) => nameOf(table, name, 'key') === constraint,
    );
    return taken ? new Taken(taken.name) : error;
  }
  if (code === '23503') {
    const ref = refs.find(({ field }) => nameOf(table, field, 'fkey') === constraint);
    return ref ? new BadReference(ref.field) : error;
  }
  // Class 22: out of range, too long, malformed. Their messages name no column.
  if (code === '23502' || code.startsWith('22')) return new BadValue(error.message, error.column);
  return error;
};

/** What the database says against adding or changing rows, in the words of the store. */
export const refusalOfWrite = (error: unknown, entity: Described): unknown =>
  error instanceof DatabaseError ? ofWrite(error, entity) : error;

/** What the database says against removing rows: somebody referred to one a moment ago. */
export const refusalOfRemoval = (error: unknown, { referrers }: Described): unknown => {
  if (!(error instanceof DatabaseError) || error.code !== '23503') return error;
  const by = referrers.find(({ table }) => table === error.table)?.entity ?? error.table ?? '';
  return new InUse([{ entity: by, count: 0 }]);
};
