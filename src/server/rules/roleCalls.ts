import { type NotNull, sql } from 'kysely';
import type { Console } from '../../config';
import { type Label, type Locale, textOf } from '../../domain/label';
import type { GrantableMenu, Grants } from '../../fields';
import { roleGrantable, roleShown } from '../../protocol/contracts/roles';
import {
  GROUP,
  loadMenus,
  MENU_COLUMNS,
  menuItems,
  type OriginalLabels,
  originalLabels,
  roleGrants,
  SYSTEM_ROLE,
  seesRole,
  visibleRoles,
} from '../auth';
import { answering } from '../calls/answering';
import { CallError, type Caller, type SignedInEndpoint, serverLabel } from '../calls/endpoint';
import { anyOf, type Database, holds, idsFrom } from '../db';
import { oneIdOf } from '../entities';

/** @throws CallError `notFound` if the caller does not see the role */
const visibleRole = async (db: Database, caller: Caller, id: number): Promise<number> => {
  if (await seesRole(db, caller, id)) return id;
  throw new CallError('notFound', serverLabel('notFound'));
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
  const rows = await db
    .withRecursive('reached(id)', (cte) =>
      cte
        .selectFrom(sql<{ id: number }>`unnest(${menus}::bigint[])`.as<'listed'>(sql`listed(id)`))
        .select('listed.id')
        .union(
          cte
            .selectFrom('menu')
            .innerJoin('reached', 'reached.id', 'menu.id')
            .select('menu.parent_id as id')
            .$narrowType<{ id: NotNull }>()
            .where('menu.parent_id', 'is not', null),
        ),
    )
    .selectFrom('menu')
    .select(MENU_COLUMNS)
    .where('id', 'in', (eb) => eb.selectFrom('reached').select('reached.id'))
    .orderBy('sort', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
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
    page: item.menu_url,
    group: item.menu_url === GROUP || !menus.includes(item.id),
    buttons: (item.buttons ?? []).map(({ btnCode, btnName }) => ({
      id: ids.get(btnCode) ?? 0,
      name: withMove(btnName, labels.moves.get(btnCode), locale),
      code: btnCode,
    })),
  }));
};

/** Adds what an action moves: "Lodge (Draft → Lodged)". */
const withMove = (name: string, move: Label | undefined, locale: Locale): string =>
  move ? textOf([`${name} (${move[0]})`, `${name}（${move[1]}）`], locale) : name;

const rolesBelow = (db: Database, caller: Caller, id: number) =>
  db
    .selectFrom('role as t')
    .select(['t.id', 't.roleName', 't.parent_id'])
    .$narrowType<{ parent_id: NotNull }>()
    .where('t.id', '<>', id)
    .where('t.id', 'in', idsFrom('role_subtree', id))
    .where(holds(visibleRoles(caller)?.where ?? sql`true`))
    .orderBy('t.id')
    .execute();

const endpointOf = (code: string, id: string) =>
  ({
    code: `role:${code}`,
    kind: 'get',
    access: 'granted',
    changes: false,
    entity: 'role',
    // An id without a role is `notFound`.
    checkedByWork: [id],
  }) as const;

/** Endpoints that return the grants available for a role below another, and the grants of a role. */
export const roleCalls = (db: Database, config: Console): readonly SignedInEndpoint[] => {
  const labels = originalLabels(config);
  return [
    answering(roleGrantable, {
      ...endpointOf('grantable', 'parent_id'),
      work: async ({ body, locale }, caller) => {
        const parent = await visibleRole(db, caller, oneIdOf('parent_id', body.parent_id));
        const own = await roleGrants(db, caller.oper.role_id);
        const grants = both(await roleGrants(db, parent), own);
        return { menus: await grantableMenus(db, labels, grants, locale) };
      },
    }),
    answering(roleShown, {
      ...endpointOf('shown', 'id'),
      work: async ({ body, locale }, caller) => {
        const id = await visibleRole(db, caller, oneIdOf('id', body.id));
        const menus = menuItems(await loadMenus(db, id), labels, locale);
        return { everything: id === SYSTEM_ROLE, menus, below: await rolesBelow(db, caller, id) };
      },
    }),
  ];
};
