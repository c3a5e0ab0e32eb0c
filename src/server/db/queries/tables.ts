import { sql } from 'kysely';
import { stateValue } from '../schema/stateValue';
import { viewOn } from '../schema/views';
import type { Sql } from '../sql/database';
import { COPIED_COLUMNS } from '../tables/lockState';
import type { EntityTableInfo } from './describe';

/** Columns of both tables of an entity with a state. */
const SHARED = ['id', ...COPIED_COLUMNS];

/**
 * Returns the table expression of an entity's rows. It reads the table of the state and the entity's own only for
 * columns that the other one lacks. PostgreSQL merges the subquery into the query around it.
 * @param names columns read of the rows; all by default
 */
export const tablesOf = (
  entity: EntityTableInfo,
  names: Iterable<string> = entity.columns.keys(),
): Sql => {
  const { columns } = entity;
  const read = [...new Set(names)];
  const formulas = read.flatMap((name) => {
    const { selected } = columns.get(name) ?? {};
    return selected ? [{ name, ...selected }] : [];
  });
  if (formulas.length === 0) return storedRows(entity, read);
  const stored = read.filter((name) => !columns.get(name)?.selected);
  const rows = storedRows(entity, [...stored, ...formulas.flatMap(({ reads }) => reads)]);
  const values = formulas.map(({ name, sql: value }) => sql`${sql.raw(value)} as ${sql.id(name)}`);
  return sql`(select base.*, ${sql.join(values)} from ${rows} as base)`;
};

const storedRows = (
  { columns, state, table, today }: EntityTableInfo,
  names: readonly string[],
): Sql => {
  const dated = today === undefined ? undefined : viewOn(table, today);
  if (dated) return dated;
  if (!state) return sql.table(table);
  const further = [...new Set(names)].filter((name) => !SHARED.includes(name));
  const isReported = (name: string) => columns.get(name)?.reported === true;
  if (!further.some(isReported)) return sql.table(table);
  const key = sql.ref(`state.${state.key}`);
  const reported = further
    .filter(isReported)
    .map((name) => sql`${stateValue(name)} as ${sql.id(name)}`);
  if (reported.length === further.length) {
    const read = [...refs('state', COPIED_COLUMNS), ...reported];
    return sql`(select ${key} as id, ${sql.join(read)} from ${sql.table(state.table)} as state)`;
  }
  const own = further.filter((name) => !isReported(name));
  const read = [...refs('own', [...SHARED, ...own]), ...reported];
  return sql`(select ${sql.join(read)} from ${sql.table(table)} as own
    join ${sql.table(state.table)} as state on ${key} = own.id)`;
};

const refs = (alias: string, names: readonly string[]): Sql[] =>
  names.map((name) => sql.ref(`${alias}.${name}`));
