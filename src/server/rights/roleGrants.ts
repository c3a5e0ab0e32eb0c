import { sql } from 'kysely';
import type { Grants } from '../../fields/grants/schema';
import type { Database } from '../store';
import { GROUP, SYSTEM_ROLE } from './loadMenus';

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
