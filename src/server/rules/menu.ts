import type { Console, LockReasons } from '../../config';
import { GROUP, storedNames } from '../auth';
import { CallError, type CallValues, invalidInput, serverLabel } from '../calls/endpoint';
import { allOf, anyOf, type Database, lit, type Row } from '../db';
import { type EntityRules, type RecordChange, type Removal, rowIds } from '../entities';
import type { OrganisationDependencies } from './context';
import { refuseIfReferenced } from './refuseUsed';

/** Addresses of the console's fixed pages and of the server. */
const FIXED = ['login', 'auth-redirect', 'redirect', 'profile', '401', '404', 'api', 'healthz'];

/** True if a menu cannot have the code, because its address opens something else. */
export const isFixedAddress = (code: string): boolean => FIXED.includes(code.toLowerCase());

const checkLevels = async ({ db, current, values }: RecordChange): Promise<void> => {
  if (typeof values.parent_id !== 'number') return;
  const rows = await db
    .selectFrom('menu')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('id', '=', Number(values.parent_id)), eb('parent_id', 'is not', null)]),
        eb('parent_id', '=', Number(current?.id ?? 0)),
      ]),
    )
    .execute();
  if (rows.length > 0) throw invalidInput({ parent_id: serverLabel('menuLevels') });
};

const checkUses = async (
  { db, rows }: Removal,
  { labels }: OrganisationDependencies,
): Promise<void> => {
  const ids = rowIds(rows);
  const menus = await db
    .selectFrom('menu')
    .select('id')
    .where('parent_id', '=', anyOf(ids))
    .where('id', '<>', allOf(ids))
    .execute();
  const buttons = await db
    .selectFrom('button')
    .select('id')
    .where('menu_id', '=', anyOf(ids))
    .execute();
  // Groups are not granted: a group is visible if one of its menus is.
  const roles = await db
    .selectFrom('role')
    .select('roleName')
    .where(
      'id',
      'in',
      db
        .selectFrom('role_menu')
        .innerJoin('menu', 'menu.id', 'menu_id')
        .select('role_id')
        .where('menu_id', '=', anyOf(ids))
        .where('menuUrl', '<>', GROUP),
    )
    .orderBy('id')
    .execute();
  refuseIfReferenced([
    {
      kind: ['Menus', '菜单'],
      names: await storedNames(db, labels, { menus: rowIds(menus), buttons: [] }),
    },
    {
      kind: ['Buttons', '按钮'],
      names: await storedNames(db, labels, { menus: [], buttons: rowIds(buttons) }),
    },
    { kind: ['Roles', '角色'], names: roles.map(({ roleName }) => roleName) },
  ]);
};

const refuseLastWay = (): never => {
  throw new CallError('conflict', serverLabel('lastMenuPage'));
};

/** Rules of menus: at most two levels, unique addresses, and at least one visible path to the menu page. */
export const menuRules = (dependencies: OrganisationDependencies): EntityRules => ({
  resolveInput: async (change) => {
    const { db, current, values } = change;
    if (isFixedAddress(String(values.menuCode))) {
      throw invalidInput({ menuCode: serverLabel('fixedPage') });
    }
    await checkLevels(change);
    if (
      current &&
      (await isLastWay(db, dependencies.config, [Number(current.id)])) &&
      !(await staysWay(db, dependencies.config, { current, values }))
    ) {
      refuseLastWay();
    }
    return values;
  },
  lockReasons: async (rows, { db }) => {
    // Checks only the few menus that lead to the menu page.
    const ways = await waysToMenus(db, dependencies.config);
    const reasons: LockReasons[] = [];
    for (const { id } of rows) {
      const isWay =
        ways.has(Number(id)) && (await isLastWay(db, dependencies.config, [Number(id)]));
      reasons.push(isWay ? { delete: serverLabel('lastMenuPage') } : {});
    }
    return reasons;
  },
  beforeDelete: async (removal) => {
    if (await isLastWay(removal.db, dependencies.config, rowIds(removal.rows))) refuseLastWay();
    await checkUses(removal, dependencies);
  },
});

/** Entity whose page edits the menus. */
const MENUS = 'menu';

const menuPages = ({ pages }: Console): string[] =>
  Object.keys(pages).filter((url) => pages[url] === MENUS);

/** True if the sidebar leads to the menu page without the given menus and their children. */
const hasWay = async (
  db: Database,
  config: Console,
  without: readonly number[] = [],
): Promise<boolean> => {
  const rows = await db
    .selectFrom('menu as m')
    .leftJoin('menu as above', 'above.id', 'm.parent_id')
    .select('m.id')
    .where('m.menuUrl', '=', anyOf(menuPages(config)))
    .where('m.id', '<>', allOf(without))
    .where((eb) => eb.or([eb('above.id', 'is', null), eb('above.id', '<>', allOf(without))]))
    .where('m.status', 'is distinct from', lit(0))
    .where('m.hidden', 'is not', lit(true))
    .where('above.status', 'is distinct from', lit(0))
    .where('above.hidden', 'is not', lit(true))
    .limit(lit(1))
    .execute();
  return rows.length > 0;
};

/** True if the menu page is reachable, but only through the given menus. */
const isLastWay = async (db: Database, config: Console, ids: readonly number[]): Promise<boolean> =>
  (await hasWay(db, config)) && !(await hasWay(db, config, ids));

/** Returns the menus that open the menu page, and their parents. */
const waysToMenus = async (db: Database, config: Console): Promise<ReadonlySet<number>> => {
  const rows = await db
    .selectFrom('menu')
    .select(['id', 'parent_id'])
    .where('menuUrl', '=', anyOf(menuPages(config)))
    .execute();
  return new Set(rows.flatMap(({ id, parent_id }) => (parent_id === null ? id : [id, parent_id])));
};

const isShown = async (db: Database, id: number): Promise<boolean> => {
  const rows = await db
    .selectFrom('menu')
    .select(lit(1).as('one'))
    .where('id', '=', id)
    .where('status', 'is distinct from', lit(0))
    .where('hidden', 'is not', lit(true))
    .execute();
  return rows.length > 0;
};

/** True if a menu that is the last path to the menu page still is one after a change. */
const staysWay = async (
  db: Database,
  config: Console,
  { current, values }: { readonly current: Row; readonly values: CallValues },
): Promise<boolean> => {
  const { status, hidden, menuUrl, parent_id } = { ...current, ...values };
  if (status === 0 || hidden === true) return false;
  const pages = menuPages(config);
  if (!pages.includes(String(current.menuUrl))) return true;
  return (
    pages.includes(String(menuUrl)) &&
    (parent_id === null || (await isShown(db, Number(parent_id))))
  );
};

/** Refuses to delete buttons that are granted to a role. */
export const buttonRules: EntityRules = {
  beforeDelete: async ({ db, rows }) => {
    const ids = rowIds(rows);
    const roles = await db
      .selectFrom('role')
      .select('roleName')
      .where(
        'id',
        'in',
        db.selectFrom('role_button').select('role_id').where('button_id', '=', anyOf(ids)),
      )
      .orderBy('id')
      .execute();
    refuseIfReferenced([{ kind: ['Roles', '角色'], names: roles.map(({ roleName }) => roleName) }]);
  },
};
