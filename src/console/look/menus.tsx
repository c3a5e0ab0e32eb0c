import type {
  ListSubheaderProps,
  MenuItemProps,
  MenuListProps,
  MenuProps,
  PopoverProps,
} from '@mui/material';
import { type ComponentType, useEffect, useState } from 'react';

type Mui = typeof import('./muiMenus');

let mui: Mui | undefined;

/**
 * What opens, as MUI has it: fetched when the first one opens, for no page begins with an open menu, and there from the
 * first time that it opens itself, as most never do.
 */
const opening =
  <P extends { readonly open: boolean }>(of: (menus: Mui) => ComponentType<P>) =>
  (props: P) => {
    const { open } = props;
    const [loaded, setLoaded] = useState(mui);
    const [wasOpened, setWasOpened] = useState(open);
    if (open && !wasOpened) setWasOpened(true);
    useEffect(() => {
      if (!open || loaded) return;
      import('./muiMenus').then((fetched) => {
        mui = fetched;
        setLoaded(fetched);
      }, reportError);
    }, [open, loaded]);
    const MenuComponent = wasOpened && loaded && of(loaded);
    return MenuComponent && <MenuComponent {...props} />;
  };

/** What stands in one that is open, and nowhere else. */
const inside =
  <P extends object>(of: (menus: Mui) => ComponentType<P>) =>
  (props: P) => {
    const MenuComponent = mui && of(mui);
    return MenuComponent && <MenuComponent {...props} />;
  };

export const Menu = opening<MenuProps>((menus) => menus.Menu);
export const Popover = opening<PopoverProps>((menus) => menus.Popover);
export const MenuList = inside<MenuListProps>((menus) => menus.MenuList);
export const MenuItem = inside<MenuItemProps>((menus) => menus.MenuItem);
export const ListSubheader = inside<ListSubheaderProps>((menus) => menus.ListSubheader);
