import type {
  ListSubheaderProps,
  MenuItemProps,
  MenuListProps,
  MenuProps,
  PopoverProps,
} from '@mui/material';
import { type ComponentType, useEffect, useState } from 'react';

type Parts = typeof import('./menuParts');

let parts: Parts | undefined;

/** What opens, as MUI has it: fetched when the first one opens, for no page begins with an open menu. */
const opening =
  <P extends { readonly open: boolean }>(of: (parts: Parts) => ComponentType<P>) =>
  (props: P) => {
    const { open } = props;
    const [there, setThere] = useState(parts);
    useEffect(() => {
      if (!open || there) return;
      import('./menuParts').then((fetched) => {
        parts = fetched;
        setThere(fetched);
      }, reportError);
    }, [open, there]);
    const Part = there && of(there);
    return Part && <Part {...props} />;
  };

/** What stands in one that is open, and nowhere else. */
const inside =
  <P extends object>(of: (parts: Parts) => ComponentType<P>) =>
  (props: P) => {
    const Part = parts && of(parts);
    return Part && <Part {...props} />;
  };

export const Menu = opening<MenuProps>((room) => room.Menu);
export const Popover = opening<PopoverProps>((room) => room.Popover);
export const MenuList = inside<MenuListProps>((room) => room.MenuList);
export const MenuItem = inside<MenuItemProps>((room) => room.MenuItem);
export const ListSubheader = inside<ListSubheaderProps>((room) => room.ListSubheader);
