import { sql } from 'kysely';
import type { Database, Sql } from '../database';
import type { Described, ListRef, Ref } from './describe';
import type { Row } from './listQuery';
import { type Order, orderBy } from './order';
import { outputOf } from './outputOf';
import { type Place, placeValues } from './place';
import { allOf, isVisible } from './visible';

/** No declared name holds a space. */
const PLACE = 'place in order';

/** Brings a target in, if who asks may see it: its title is not for others. */
const joinOf = ({ alias, field, target }: Ref, orgs: readonly number[]): Sql => {
  const on = [
    sql`${sql.ref(`${alias}.id`)} = ${sql.ref(`t.${field}`)}`,
    isVisible(alias, target.scope, orgs),
  ];
  return sql`left join ${sql.table(target.table)} as ${sql.id(alias)} on ${allOf(on)}`;
};

export const joinsOf = (refs: readonly Ref[], orgs: readonly number[]): Sql =>
  sql.join(
    refs.map((ref) => joinOf(ref, orgs)),
    sql` `,
  );

/** The titles of what a list refers to, in its order; those that who asks may not see are left out. */
const titlesOf = ({ field, title, titles, target }: ListRef, orgs: readonly number[]): Sql => {
  const on = [sql`target.id = named.id`, isVisible('target', target.scope, orgs)];
  return sql`array(
    select coalesce(cast(${sql.ref(`target.${title}`)} as text), cast(target.id as text))
    from unnest(${sql.ref(`t.${field}`)}) with ordinality as named(id, position)
    join ${sql.table(target.table)} as target on ${allOf(on)}
    order by named.position
  ) as ${sql.id(titles)}`;
};

/** All that is read of a row. */
export const outputsOf = ({ columns, refs, lists }: Described, orgs: readonly number[]): Sql =>
  sql.join([
    sql.ref('t.id'),
    ...[...columns.values()]
      .filter(({ secret }) => !secret)
      .map(({ name, type }) => sql`${outputOf(name, type)} as ${sql.id(name)}`),
    ...refs.map(({ alias, title, via }) => sql`${sql.ref(`${alias}.${title}`)} as ${sql.id(via)}`),
    ...lists.map((list) => titlesOf(list, orgs)),
  ]);

/** Rows in order, and the place of the last one. */
export interface Rows {
  readonly rows: Row[];
  readonly last?: Place;
}

/**
 * The whole rows of some keys, in order. Done in two steps so that only these few are joined to what they refer to.
 * @param keys a select of `id` and, for a partitioned table, its time
 */
export const selectRows = async (
  db: Database,
  entity: Described,
  { keys, order, orgs }: { keys: Sql; order: Order; orgs: readonly number[] },
): Promise<Rows> => {
  const found = ['id', ...(entity.partitionedBy ? [entity.partitionedBy] : [])].map(
    (name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`k.${name}`)}`,
  );
  const { rows } = await sql<Row>`
    select ${outputsOf(entity, orgs)}, ${placeValues(order)} as ${sql.id(PLACE)}
    from (${keys}) as k
    join ${sql.table(entity.table)} as t on ${allOf(found)}
    ${joinsOf(entity.refs, orgs)}
    ${orderBy(order)}`.execute(db);
  const last = rows.at(-1);
  const place = last && { values: last[PLACE] as (string | null)[], id: Number(last.id) };
  return { rows: rows.map(({ [PLACE]: _, ...row }) => row), last: place };
};
