import { sql } from 'kysely';
import type { Grants } from '../../fields';
import { MAX_NAMED_ROLES } from '../../protocol/contracts/session';
import type { Caller } from '../calls/endpoint';
import { type Database, holds, idsFrom, type Sql, type VisibleWhere } from '../db';
import { GROUP, SYSTEM_ROLE } from './menus';

/** Condition on roles `t` of the organisations selected by `orgs`. A role without an organisation belongs to all. */
const ofOrgs = (orgs: Sql): Sql => sql`(t.org_id is null or t.org_id in (select ${orgs}))`;

/**
 * Returns the condition on roles `t` that a caller may see: their own role, and those below it that belong to the
 * caller's organisation, to one above or below it, or to none. Undefined if the caller sees all.
 */
export const visibleRoles = ({ oper }: Caller): VisibleWhere | undefined => {
  const { role_id: own, org_id: org } = oper;
  if (own === SYSTEM_ROLE) return undefined;
  return {
    key: `roles ${own} ${org}`,
    where: sql`t.id in (select role_subtree(${own})) and (t.id = ${own}
      or ${ofOrgs(sql`org_subtree(${org})`)} or ${ofOrgs(sql`org_above(${org})`)})`,
  };
};

/** Returns the condition on operators `t` that a caller may see: those with the caller's role or one below it. */
export const visibleOperators = ({ oper }: Caller): VisibleWhere | undefined =>
  oper.role_id === SYSTEM_ROLE
    ? undefined
    : {
        key: `operators ${oper.role_id}`,
        where: sql`t.role_id in (select role_subtree(${oper.role_id}))`,
      };

/** True if a role meets a condition on `t`. */
export const isRole = async (db: Database, id: number, condition: Sql): Promise<boolean> => {
  const rows = await db
    .selectFrom('role as t')
    .select('t.id')
    .where('t.id', '=', id)
    .where(holds(condition))
    .execute();
  return rows.length > 0;
};

export const seesRole = (db: Database, caller: Caller, id: number): Promise<boolean> =>
  isRole(db, id, visibleRoles(caller)?.where ?? sql`true`);

/**
 * Condition on roles `t` that operators of an organisation may have: roles of the organisation, of one above it, or
 * of none.
 */
export const rolesOf = (orgId: number): Sql => ofOrgs(sql`org_above(${orgId})`);

/**
 * Returns the names of roles with a menu, for an operator without it. It names only roles that the operator could be
 * given: those of the operator's organisation, of one above it, or of none. Roles of organisations beside or below, and
 * the operators who have a role, stay unknown. Roles of the own organisation come first, the system administrator's
 * last.
 */
export const rolesWithMenu = async (
  db: Database,
  menuId: number,
  { org_id: org }: Caller['oper'],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('role as t')
    .select('t.roleName')
    .where(holds(rolesOf(org)))
    .where((eb) =>
      eb.or([
        eb('t.id', '=', SYSTEM_ROLE),
        eb(
          't.id',
          'in',
          eb.selectFrom('role_menu').select('role_id').where('menu_id', '=', menuId),
        ),
      ]),
    )
    .orderBy((eb) => eb('t.id', '=', SYSTEM_ROLE))
    .orderBy((eb) => eb('t.org_id', 'is distinct from', org))
    .orderBy('t.id')
    .limit(MAX_NAMED_ROLES)
    .execute();
  return rows.map(({ roleName }) => roleName);
};

/** Condition on roles `t` that a caller may change: those created by the caller's organisation or one below it. */
export const editableRoles = ({ oper }: Caller): Sql =>
  oper.role_id === SYSTEM_ROLE ? sql`true` : sql`t.org_id in (select org_subtree(${oper.org_id}))`;

/**
 * Returns the ids of menus and buttons granted to a role, ascending. The system administrator's role has all. Groups
 * are left out, because a group is visible if one of its menus is.
 */
export const roleGrants = async (db: Database, roleId: number): Promise<Grants> => {
  const everything = roleId === SYSTEM_ROLE;
  const { rows } = await sql<Grants>`
    select
      array(select id from menu where "menuUrl" <> ${GROUP} and (${everything} or id in
        (select menu_id from role_menu where role_id = ${roleId})) order by id) as menus,
      array(select id from button where ${everything} or id in
        (select button_id from role_button where role_id = ${roleId}) order by id) as buttons
  `.execute(db);
  return rows[0] ?? { menus: [], buttons: [] };
};

/**
 * Replaces the menus and buttons of a role. Grants removed here are also removed from all roles below it, because no
 * role may have a grant that its superior lacks.
 */
export const storeGrants = async (
  db: Database,
  roleId: number,
  { menus, buttons }: Grants,
): Promise<void> => {
  const grants = [
    [sql.table('role_menu'), sql.id('menu_id'), menus],
    [sql.table('role_button'), sql.id('button_id'), buttons],
  ] as const;
  for (const [table, column, ids] of grants) {
    await sql`
      delete from ${table} where role_id in ${idsFrom('role_subtree', roleId)}
        and ${column} <> all(${ids}::bigint[])`.execute(db);
    await sql`
      insert into ${table} (role_id, ${column}) select ${roleId}::bigint, unnest(${ids}::bigint[])
      on conflict do nothing`.execute(db);
  }
};
