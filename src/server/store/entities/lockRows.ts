import { sql } from 'kysely';
import type { Database, Sql } from '../database';
import type { Place } from './describe';
import type { Scope } from './listQuery';
import { allOf, isVisible } from './visible';

/** Of whom somebody sees rows. */
export interface Sight extends Pick<Scope, 'within'> {
  readonly orgs: readonly number[];
}

/** Whether a row of `t` is one of these and in sight. */
export const isInSight = ({ scope }: Place, ids: readonly number[], { orgs, within }: Sight): Sql =>
  allOf([sql`t.id = any(${ids}::bigint[])`, isVisible('t', scope, orgs), within?.where]);

/** `update` is for rows that are to go, `no key update` for those that others may go on referring to. */
export type Lock = 'update' | 'no key update';

/**
 * Locks those of the rows that are in sight until the transaction ends, in the order of their ids: two that lock the
 * same never wait for each other. Rows of a view are only found.
 * @returns their ids
 */
export const lockRows = async (
  db: Database,
  place: Place,
  ids: readonly number[],
  { sight, lock }: { readonly sight: Sight; readonly lock: Lock },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(place.table)} as t where ${isInSight(place, ids, sight)}
    order by t.id ${place.derived ? sql`` : sql`for ${sql.raw(lock)}`}`.execute(db);
  return rows.map(({ id }) => id);
};
