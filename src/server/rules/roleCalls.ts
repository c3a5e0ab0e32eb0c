import { sql } from 'kysely';
import type { Console } from '../../config';
import type { Label, Locale } from '../../domain/label';
import type { GrantableMenu, Grants } from '../../fields';
import { actionPath, type MenuItem } from '../../protocol';
import {
  GROUP,
  loadMenus,
  menuItems,
  type OriginalLabels,
  originalLabels,
  roleGrants,
  type StoredMenu,
  SYSTEM_ROLE,
  visibleRoles,
} from '../auth';
import {
  CallError,
  type Caller,
  type CallValues,
  type SignedInEndpoint,
  serverLabel,
} from '../calls/endpoint';
import { anyOf, type Database } from '../db';
import { oneIdOf } from '../entities';

interface Dependencies {
  readonly db: Database;
  readonly config: Console;
}

/** @throws CallError `notFound` if the caller does not see the role */
const visibleRole = async (db: Database, caller: Caller, id: number): Promise<number> => {
  const { rows } = await sql`
    select 1 from role as t
    where t.id = ${id} and ${visibleRoles(caller)?.where ?? sql`true`}`.execute(db);
  if (rows.length === 0) throw new CallError('notFound', serverLabel('notFound'));
  return id;
};

const both = (one: Grants, other: Grants): Grants => ({
  menus: one.menus.filter((id) => other.menus.includes(id)),
  buttons: one.buttons.filter((id) => other.buttons.includes(id)),
});

/** Returns the menus and buttons of some grants in `locale`, with the groups above the menus. */
const grantableMenus = async (
  db: Database,
  labels: OriginalLabels,
  { menus, buttons }: Grants,
  locale: Locale,
): Promise<GrantableMenu[]> => {
  const { rows } = await sql<StoredMenu>`
    with recursive reached(id) as (
      select unnest(${menus}::bigint[])
      union
      select menu.parent_id from menu join reached on menu.id = reached.id
      where menu.parent_id is not null
    )
    select id, "menuCode", "menuName", "menuUrl", "menuIcon", hidden, parent_id from menu
    where id in (select id from reached) order by sort nulls last, id`.execute(db);
  const pressed = await db
    .selectFrom('button')
    .select(['id', 'menu_id', 'btnCode', 'btnName', 'actionUrl'])
    .where('id', '=', anyOf(buttons))
    .orderBy('id')
    .execute();
  const ids = new Map(pressed.map(({ id, btnCode }) => [btnCode, id]));
  const items = menuItems({ menus: rows, buttons: pressed }, labels, locale);
  return items.map((item) => ({
    id: item.id,
    name: item.menu_name ?? item.menu_code,
    parent_id: item.sid || null,
    icon: item.menu_icon,
    group: item.menu_url === GROUP || !menus.includes(item.id),
    buttons: (item.buttons ?? []).map(({ btnCode, btnName }) => ({
      id: ids.get(btnCode) ?? 0,
      name: btnName,
      code: btnCode,
    })),
  }));
};

interface RoleBelow {
  readonly id: number;
  readonly roleName: string;
  readonly parent_id: number;
}

const rolesBelow = async (db: Database, caller: Caller, id: number): Promise<RoleBelow[]> => {
  const { rows } = await sql<RoleBelow>`
    select t.id, t."roleName", t.parent_id from role as t
    where t.id <> ${id} and t.id in (select role_subtree(${id}))
      and ${visibleRoles(caller)?.where ?? sql`true`}
    order by t.id`.execute(db);
  return rows;
};

const read = (
  code: string,
  label: Label,
  id: string,
  work: SignedInEndpoint['work'],
): SignedInEndpoint => ({
  path: actionPath('role', code),
  label,
  code: `role:${code}`,
  kind: 'get',
  access: 'granted',
  changes: false,
  entity: 'role',
  request: { type: 'object', properties: { [id]: { type: 'integer' } }, required: [id] },
  answer: { type: 'object' },
  work,
});

const idIn = (body: CallValues, name: string): number => oneIdOf(name, body[name]);

/** Endpoints that return the grants available for a role below another, and the grants of a role. */
export const roleCalls = ({ db, config }: Dependencies): readonly SignedInEndpoint[] => {
  const labels = originalLabels(config);
  return [
    read(
      'grantable',
      ['Role: permissions that can be granted', '角色：可授予的权限'],
      'parent_id',
      async ({ body, locale }, caller) => {
        const parent = await visibleRole(db, caller, idIn(body, 'parent_id'));
        const own = await roleGrants(db, caller.oper.role_id);
        const grants = both(await roleGrants(db, parent), own);
        return { menus: await grantableMenus(db, labels, grants, locale) };
      },
    ),
    read(
      'shown',
      ['Role: menus and permissions', '角色：可见菜单与操作权限'],
      'id',
      async ({ body, locale }, caller) => {
        const id = await visibleRole(db, caller, idIn(body, 'id'));
        const menus: MenuItem[] = menuItems(await loadMenus(db, id), labels, locale);
        return { everything: id === SYSTEM_ROLE, menus, below: await rolesBelow(db, caller, id) };
      },
    ),
  ];
};
