import type { Locale } from '../../domain/label';
import type { MenuButton, MenuItem } from '../../protocol';
import { type Database, lit } from '../db';
import { labelIn, type OriginalLabels } from './actions';

const levelOf = (byId: ReadonlyMap<number, StoredMenu>, menu: StoredMenu): number => {
  const parent = menu.parent_id === null ? undefined : byId.get(menu.parent_id);
  return parent ? levelOf(byId, parent) + 1 : 1;
};

/** Returns the name of a menu in a language. */
export const menuNameIn = (locale: Locale, menu: StoredMenu, labels: OriginalLabels): string =>
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

/** Row of table `menu`. */
export interface StoredMenu {
  readonly id: number;
  readonly menuCode: string;
  readonly menuName: string;
  /** URL of its page, `0` for a group. */
  readonly menuUrl: string;
  readonly menuIcon: string | null;
  readonly hidden: boolean | null;
  readonly parent_id: number | null;
}

/** Columns of a `StoredMenu`. */
export const MENU_COLUMNS = [
  'id',
  'menuCode',
  'menuName',
  'menuUrl',
  'menuIcon',
  'hidden',
  'parent_id',
] as const satisfies (keyof StoredMenu)[];

/** Row of table `button`. */
interface StoredButton {
  readonly menu_id: number;
  readonly btnCode: string;
  readonly btnName: string;
  readonly actionUrl: string;
}

/** Menus and buttons granted to a role. */
export interface RoleMenus {
  readonly menus: readonly StoredMenu[];
  readonly buttons: readonly StoredButton[];
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
const reachableMenus = (
  enabled: readonly StoredMenu[],
  isGranted: (id: number) => boolean,
): readonly StoredMenu[] => {
  const byId = new Map(enabled.map((menu) => [menu.id, menu]));
  const granted = enabled.filter(({ id }) => isGranted(id));
  const reachableIds = new Set(granted.flatMap((menu) => enabledAncestors(byId, menu) ?? []));
  return enabled
    .filter(({ id }) => reachableIds.has(id))
    .map((menu) => (isGranted(menu.id) ? menu : { ...menu, menuUrl: GROUP }));
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
  const enabled = await db
    .selectFrom('menu')
    .select(MENU_COLUMNS)
    .select((eb) =>
      eb
        .or([
          eb.lit(everything),
          eb(
            'id',
            'in',
            eb.selectFrom('role_menu').select('menu_id').where('role_id', '=', roleId),
          ),
        ])
        .as('granted'),
    )
    .where('status', 'is distinct from', lit(0))
    .orderBy('sort', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  const buttons = await db
    .selectFrom('button')
    .select(['menu_id', 'btnCode', 'btnName', 'actionUrl'])
    .where((eb) =>
      eb.or([
        eb.lit(everything),
        eb(
          'id',
          'in',
          eb.selectFrom('role_button').select('button_id').where('role_id', '=', roleId),
        ),
      ]),
    )
    .orderBy('id')
    .execute();
  const granted = new Set(enabled.filter((menu) => menu.granted).map(({ id }) => id));
  const menus = reachableMenus(enabled, (id) => granted.has(id));
  const open = new Set(menus.map(({ id }) => id).filter((id) => granted.has(id)));
  return { menus, buttons: buttons.filter(({ menu_id }) => open.has(menu_id)) };
};
