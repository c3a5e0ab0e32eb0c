import { sql } from 'kysely';
import { type Database, inTransaction } from '../database';
import type { Described, Referrer } from './describe';
import type { Scope } from './listQuery';
import { lockRows } from './lockRows';
import { refusalOfRemoval } from './refusalOf';
import { InUse, type Use } from './refusals';
import { allOf, isVisible, visibleOrgs } from './visible';

/** So far uses are counted. */
const COUNTED_USES = 1_000;

/** Rows that go together may refer to one another. */
const countUses = async (
  db: Database,
  { table }: Described,
  { by, ids, orgs }: { by: Referrer; ids: readonly number[]; orgs: readonly number[] },
): Promise<Use[]> => {
  const column = sql.ref(`t.${by.column}`);
  const uses = [
    by.list ? sql`${column} && ${ids}::bigint[]` : sql`${column} = any(${ids}::bigint[])`,
    by.table === table ? sql`t.id <> all(${ids}::bigint[])` : undefined,
  ];
  const visible = isVisible('t', by.scope, orgs) ?? sql`true`;
  const { rows } = await sql<{ uses: number; visible: number }>`
    select count(*) as uses, count(*) filter (where visible) as visible from (
      select ${visible} as visible from ${sql.table(by.table)} as t
      where ${allOf(uses)} limit ${COUNTED_USES}
    ) as used`.execute(db);
  const [found] = rows;
  return found && found.uses > 0 ? [{ entity: by.entity, count: found.visible }] : [];
};

/** One line per entity, however many of its fields refer to the rows. */
const summed = (uses: readonly Use[]): Use[] => {
  const counts = new Map<string, number>();
  for (const { entity, count } of uses) counts.set(entity, (counts.get(entity) ?? 0) + count);
  return [...counts].map(([entity, count]) => ({ entity, count }));
};

/**
 * Removes the visible ones of the rows, all or none.
 * @returns how many there were
 * @throws InUse when others refer to one of them
 */
export const removeRows = async (
  db: Database,
  entity: Described,
  given: readonly number[],
  scope: Scope,
): Promise<number> => {
  try {
    return await inTransaction(db, async (transaction) => {
      const orgs = await visibleOrgs(transaction, scope);
      const sight = { orgs, within: scope.within };
      const ids = await lockRows(transaction, entity, given, { sight, lock: 'update' });
      if (ids.length === 0) return 0;
      const uses = [];
      for (const by of entity.referrers) {
        uses.push(...(await countUses(transaction, entity, { by, ids, orgs })));
      }
      if (uses.length > 0) throw new InUse(summed(uses));
      await sql`delete from ${sql.table(entity.table)} where id = any(${ids}::bigint[])`.execute(
        transaction,
      );
      return ids.length;
    });
  } catch (error) {
    throw refusalOfRemoval(error, entity);
  }
};
