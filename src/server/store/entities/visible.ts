import { sql } from 'kysely';
import type { Database, Sql } from '../database';
import type { Scope } from './listQuery';

/** The organisations whose rows a tenant sees: their own and all below. */
export const visibleOrgs = async (db: Database, { orgId }: Scope): Promise<readonly number[]> => {
  const { rows } = await sql<{ org: number }>`select org_subtree(${orgId}) as org`.execute(db);
  return rows.map(({ org }) => org);
};

/** Whether a column holds one of some numbers; a single one as an equality, which an index can sort by. */
export const isOneOf = (column: Sql, values: readonly number[]): Sql =>
  values.length === 1
    ? sql`${column} = ${values[0]}::bigint`
    : sql`${column} = any(${values}::bigint[])`;

/** Whether a row is visible to a tenant. Values travel as parameters: the planner then knows how many there are. */
export const isVisible = (
  alias: string,
  scope: string | undefined,
  orgs: readonly number[],
): Sql | undefined =>
  scope === undefined ? undefined : isOneOf(sql.ref(`${alias}.${scope}`), orgs);

/** All of the conditions there are. */
export const allOf = (conditions: readonly (Sql | undefined)[]): Sql => {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`;
};
