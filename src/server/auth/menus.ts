import type { Locale } from '../../domain/label';
import type { MenuButton, MenuItem } from '../../protocol';
import { type Database, lit, type RowOf } from '../db';
import { labelIn, type OriginalLabels } from './actions';

const levelOf = (byId: ReadonlyMap<number, StoredMenu>, menu: StoredMenu): number => {
  const parent = menu.parent_id === null ? undefined : byId.get(menu.parent_id);
  return parent ? levelOf(byId, parent) + 1 : 1;
};

export type NamedMenu = Pick<StoredMenu, 'menuCode' | 'menuName' | 'menuUrl'>;

export const menuNameIn = (locale: Locale, menu: NamedMenu, labels: OriginalLabels): string =>
  labelIn(locale, menu.menuName, labels.menus.get(menu.menuCode) ?? labels.pages.get(menu.menuUrl));

/** Converts the menus of a role to the answer of `getAuth`. */
export const menuItems = (
  { menus, buttons }: RoleMenus,
  labels: OriginalLabels,
  locale: Locale,
): MenuItem[] => {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const buttonsOf = (menuId: number): MenuButton[] =>
    buttons
      .filter(({ menu_id }) => menu_id === menuId)
      .map(({ btnCode, btnName, actionUrl }) => ({
        btnCode,
        btnName: labelIn(locale, btnName, labels.buttons.get(btnCode)),
        actionUrl,
      }));
  return menus.map((menu) => ({
    id: menu.id,
    sid: menu.parent_id ?? 0,
    remarks: String(levelOf(byId, menu)),
    menu_code: menu.menuCode,
    menu_name: menuNameIn(locale, menu, labels),
    menu_url: menu.menuUrl,
    menu_icon: menu.menuIcon ?? '',
    hidden: menu.hidden ? 'true' : 'false',
    buttons: buttonsOf(menu.id),
  }));
};

/** Columns of a menu. Its `menuUrl` is the URL of its page, or `GROUP`. */
export const MENU_COLUMNS = [
  'id',
  'menuCode',
  'menuName',
  'menuUrl',
  'menuIcon',
  'hidden',
  'parent_id',
] as const;

export type StoredMenu = Pick<RowOf<'menu'>, (typeof MENU_COLUMNS)[number]>;

export interface RoleMenus {
  readonly menus: readonly StoredMenu[];
  readonly buttons: readonly Pick<
    RowOf<'button'>,
    'menu_id' | 'btnCode' | 'btnName' | 'actionUrl'
  >[];
}

/** Role that has every menu and button without a grant. */
export const SYSTEM_ROLE = 1;

/** `menuUrl` of a menu that only groups others. */
export const GROUP = '0';

/** Returns a menu and its ancestors, or undefined if one of them is disabled. */
const enabledAncestors = (
  byId: ReadonlyMap<number, StoredMenu>,
  menu: StoredMenu,
): readonly number[] | undefined => {
  const way = [menu.id];
  let at = menu;
  while (at.parent_id !== null) {
    const parent = byId.get(at.parent_id);
    if (!parent || way.includes(parent.id)) return undefined;
    way.push(parent.id);
    at = parent;
  }
  return way;
};

/** Returns the granted menus without a disabled ancestor, and their ancestors, as groups unless granted themselves. */
const reachableMenus = <M extends StoredMenu & { readonly granted: unknown }>(
  enabled: readonly M[],
): readonly M[] => {
  const byId = new Map(enabled.map((menu) => [menu.id, menu]));
  const granted = enabled.filter((menu) => menu.granted);
  const reachableIds = new Set(granted.flatMap((menu) => enabledAncestors(byId, menu) ?? []));
  return enabled
    .filter(({ id }) => reachableIds.has(id))
    .map((menu) => (menu.granted ? menu : { ...menu, menuUrl: GROUP }));
};

/**
 * Shows the first preset of a page whose own menu the role lacks: otherwise nothing would lead to the page.
 * @param presets code of the page's own menu, by code of the preset
 */
export const showLonePresets = (
  menus: readonly StoredMenu[],
  presets: ReadonlyMap<string, string>,
): readonly StoredMenu[] => {
  const pages = menus.filter(({ menuUrl }) => menuUrl !== GROUP);
  const isOpen = (code: string | undefined) => pages.some(({ menuCode }) => menuCode === code);
  const firstPreset = (main: string) =>
    pages.find(({ menuCode }) => presets.get(menuCode) === main);
  return menus.map((menu) => {
    const main = presets.get(menu.menuCode);
    const isLone = main !== undefined && !isOpen(main) && firstPreset(main) === menu;
    return isLone ? { ...menu, hidden: false } : menu;
  });
};

/** Returns the enabled menus of a role and its buttons in them, in menu order. */
export const loadMenus = async (db: Database, roleId: number): Promise<RoleMenus> => {
  const everything = roleId === SYSTEM_ROLE;
  const menusOfRole = db.selectFrom('role_menu').select('menu_id').where('role_id', '=', roleId);
  const enabled = await db
    .selectFrom('menu')
    .select(MENU_COLUMNS)
    .select((eb) => eb.or([eb.lit(everything), eb('id', 'in', menusOfRole)]).as('granted'))
    .where('status', 'is distinct from', lit(0))
    .orderBy('sort', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  const buttonsOfRole = db
    .selectFrom('role_button')
    .select('button_id')
    .where('role_id', '=', roleId);
  const buttons = await db
    .selectFrom('button')
    .select(['menu_id', 'btnCode', 'btnName', 'actionUrl'])
    .$if(!everything, (all) => all.where('id', 'in', buttonsOfRole))
    .orderBy('id')
    .execute();
  const menus = reachableMenus(enabled);
  const open = new Set(menus.filter(({ granted }) => granted).map(({ id }) => id));
  return { menus, buttons: buttons.filter(({ menu_id }) => open.has(menu_id)) };
};
