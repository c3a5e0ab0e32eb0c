import type {
  ListSubheaderProps,
  MenuItemProps,
  MenuListProps,
  MenuProps,
  PopoverProps,
} from '@mui/material';
import { type ComponentType, type MouseEvent, useEffect, useEffectEvent, useState } from 'react';
import { useNotify } from 'react-admin';
import { importOnline } from '../../fields/views/loadable';

type Mui = typeof import('./muiMenus');

let mui: Mui | undefined;

/**
 * Wraps a MUI popup. Its code is loaded when the first popup opens, as no page starts with an open one. The popup is
 * mounted when it first opens itself, as most never do.
 */
const opening =
  <P extends Pick<MenuProps, 'open' | 'onClose'>>(of: (menus: Mui) => ComponentType<P>) =>
  (props: P) => {
    const { open } = props;
    const notify = useNotify();
    // Closed, so that the next click fetches the code again.
    const onFailure = useEffectEvent(() => {
      notify('data.network', { type: 'error' });
      props.onClose?.({}, 'backdropClick');
    });
    const [loaded, setLoaded] = useState(mui);
    const [wasOpened, setWasOpened] = useState(open);
    if (open && !wasOpened) setWasOpened(true);
    useEffect(() => {
      if (!open || loaded) return;
      importOnline(() => import('./muiMenus')).then((fetched) => {
        mui = fetched;
        setLoaded(fetched);
      }, onFailure);
    }, [open, loaded]);
    const MenuComponent = wasOpened && loaded && of(loaded);
    return MenuComponent && <MenuComponent {...props} />;
  };

/** Wraps a MUI component that is used only inside an open popup. */
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

/** Returns the props of a popup and of the button that it hangs from, and a function that closes it. */
export const usePopup = (onOpen?: () => void) => {
  const [anchorEl, setAnchor] = useState<HTMLElement | null>(null);
  const open = anchorEl !== null;
  const close = () => setAnchor(null);
  const onClick = ({ currentTarget }: Pick<MouseEvent<HTMLElement>, 'currentTarget'>) => {
    onOpen?.();
    setAnchor(currentTarget);
  };
  return {
    button: { 'aria-haspopup': 'menu', 'aria-expanded': open, onClick },
    popup: { open, anchorEl, onClose: close },
    close,
  } as const;
};
