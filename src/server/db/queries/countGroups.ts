import { sql } from 'kysely';
import type { Database, Sql } from '../database';
import { allOf, filterConditions, isVisible } from './conditions';
import type { Described } from './describe';
import type { Reader } from './list';
import { searchOf } from './pageKeys';
import type { Grouped, Grouping, GroupQuery, Scope } from './query';
import { outputOf } from './rows';

/** Groups of one answer: what has more of them is no chart. */
const MOST_GROUPS = 1_000;

/**
 * Counts rows by the values of one column, or of two. Rows without a value are a group of their own.
 * @throws TypeError for a column or a filter that the entity does not have
 */
export const countGroups = async (
  db: Database,
  reader: Reader,
  { by, split, filters }: GroupQuery,
  scope: Scope,
): Promise<Grouped[]> => {
  const { entity } = reader;
  const search = await searchOf(db, reader, filters, scope);
  const where = allOf([
    isVisible('t', entity.scope, search.orgs),
    search.within,
    ...filterConditions(entity, search.filters, search.names),
  ]);
  const parts = [by, ...(split ? [split] : [])].map((grouping) => valueIn(entity, grouping));
  const names = parts.map((_, i) => sql.id(i === 0 ? 'value' : 'split'));
  const named = parts.map((part, i) => sql`${part} as ${names[i]}`);
  // The offset hides from the planner what days are made of: as many of them as moments would have to be sorted.
  const { rows } = await sql<Grouped>`
    select ${sql.join(names)}, count(*) as count from (
      select ${sql.join(named)} from ${sql.table(entity.table)} as t where ${where} offset 0
    ) as found group by ${sql.join(names)} order by ${sql.join(names)} limit ${MOST_GROUPS}`.execute(
    db,
  );
  return rows;
};

const valueIn = ({ columns }: Described, { field, daysEast }: Grouping): Sql => {
  const column = columns.get(field);
  if (!column || column.secret) throw new TypeError(`There is no column ${field} to count by`);
  return daysEast === undefined
    ? outputOf(field, column.type)
    : dayOf(sql.ref(`t.${field}`), daysEast);
};

const MINUTE = 60_000;

const DAY = 86_400_000;

/** The first moment of the day that a time is in, ms; the remainder is made positive for times before 1970. */
const dayOf = (column: Sql, east: number): Sql => {
  const local = sql`${column} + ${east * MINUTE}::bigint`;
  return sql`${column} - (((${local}) % ${DAY}::bigint) + ${DAY}::bigint) % ${DAY}::bigint`;
};
