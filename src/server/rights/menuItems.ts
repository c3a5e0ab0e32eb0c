import type { Locale } from '../../domain/label';
import type { MenuButton, MenuItem } from '../../protocol';
import { type KnownLabels, nameIn } from './labels';
import type { RoleMenus, StoredMenu } from './loadMenus';

const levelOf = (byId: ReadonlyMap<number, StoredMenu>, menu: StoredMenu): number => {
  const parent = menu.parent_id === null ? undefined : byId.get(menu.parent_id);
  return parent ? levelOf(byId, parent) + 1 : 1;
};

/** What a role sees, as getAuth answers it. */
export const menuItems = (
  { menus, buttons }: RoleMenus,
  labels: KnownLabels,
  locale: Locale,
): MenuItem[] => {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const buttonsOf = (menuId: number): MenuButton[] =>
    buttons
      .filter(({ menu_id }) => menu_id === menuId)
      .map(({ btnCode, btnName, actionUrl }) => ({
        btnCode,
        btnName: nameIn(locale, btnName, labels.buttons.get(btnCode)),
        actionUrl,
      }));
  return menus.map((menu) => ({
    id: menu.id,
    sid: menu.parent_id ?? 0,
    remarks: String(levelOf(byId, menu)),
    menu_code: menu.menuCode,
    menu_name: nameIn(
      locale,
      menu.menuName,
      labels.menus.get(menu.menuCode) ?? labels.pages.get(menu.menuUrl),
    ),
    menu_url: menu.menuUrl,
    menu_icon: menu.menuIcon ?? '',
    hidden: menu.hidden ? 'true' : 'false',
    buttons: buttonsOf(menu.id),
  }));
};
