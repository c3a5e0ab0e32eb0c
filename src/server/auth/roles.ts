import { sql } from 'kysely';
import type { Grants } from '../../fields';
import type { Database, Sql, VisibleWhere } from '../db';
import type { Caller } from '../endpoint';
import { GROUP, SYSTEM_ROLE } from './menus';

/** A role is used by the organisation that made it and by those below; one that nobody made is everybody's. */
const ofOrgs = (orgs: Sql): Sql => sql`(t.org_id is null or t.org_id in (select ${orgs}))`;

/**
 * The roles `t` that are there for a caller: their own and those below it, as far as they belong to organisations
 * that the caller belongs to or sees. Undefined where there is no limit.
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

/** The operators `t` that are there for a caller: those whose role is the caller's or below it. */
export const visibleOperators = ({ oper }: Caller): VisibleWhere | undefined =>
  oper.role_id === SYSTEM_ROLE
    ? undefined
    : {
        key: `operators ${oper.role_id}`,
        where: sql`t.role_id in (select role_subtree(${oper.role_id}))`,
      };

/** The roles `t` that operators of an organisation may have: those of its own, of one above it, of nobody. */
export const rolesOf = (orgId: number): Sql => ofOrgs(sql`org_above(${orgId})`);

/** The roles `t` that a caller may change: those that their organisation or one below it has made. */
export const editableRoles = ({ oper }: Caller): Sql =>
  oper.role_id === SYSTEM_ROLE ? sql`true` : sql`t.org_id in (select org_subtree(${oper.org_id}))`;

/**
 * What a role was given, ids in order; the system administrator's has everything there is. Groups are not among it:
 * they are seen with what they hold.
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
 * Gives a role these menus and buttons and no others. What it loses, all roles below it lose: no role has what its
 * superior lacks.
 */
export const storeGrants = async (
  db: Database,
  roleId: number,
  { menus, buttons }: Grants,
): Promise<void> => {
  await sql`delete from role_menu
    where role_id in (select role_subtree(${roleId})) and menu_id <> all(${menus}::bigint[])`.execute(
    db,
  );
  await sql`delete from role_button
    where role_id in (select role_subtree(${roleId})) and button_id <> all(${buttons}::bigint[])`.execute(
    db,
  );
  await sql`insert into role_menu (role_id, menu_id)
    select ${roleId}::bigint, unnest(${menus}::bigint[]) on conflict do nothing`.execute(db);
  await sql`insert into role_button (role_id, button_id)
    select ${roleId}::bigint, unnest(${buttons}::bigint[]) on conflict do nothing`.execute(db);
};
