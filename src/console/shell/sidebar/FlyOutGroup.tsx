import { ListItemButton, ListItemIcon, Paper, Popper, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FocusEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { iconOf } from '../../icons';
import { useMenus } from '../MenuContext';
import { menuTitle } from '../routes/menuTitle';
import { type MenuEntry, routeAt } from '../routes/menuTree';
import { lineStyle } from './lineStyle';
import { SidebarLink } from './SidebarLink';

/** How long the pointer may be away before the pages close: the way to them leads over a gap. */
const GRACE = 160;

/** A group of the narrow sidebar: its pages fly out beside its icon, by pointer, touch or keyboard. */
export const FlyOutGroup = ({ entry }: { entry: MenuEntry }) => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const menus = useMenus();
  const [open, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLDivElement | null>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const panel = useId();
  const title = menuTitle(translate, entry);
  const Icon = iconOf(entry.icon);
  const here = routeAt(menus, pathname);
  const show = (next: boolean, delay = 0) => {
    clearTimeout(closing.current);
    closing.current = setTimeout(() => setOpen(next), delay);
  };
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) show(false);
  };
  const pages = [...(entry.route ? [entry.route] : []), ...entry.children];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by click and key
    <div
      onMouseEnter={() => show(true)}
      onMouseLeave={() => show(false, GRACE)}
      onBlur={leave}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        show(false);
        button?.focus();
      }}
    >
      <ListItemButton
        ref={setButton}
        selected={entry.children.some((route) => route === here)}
        aria-expanded={open}
        aria-controls={panel}
        aria-label={title}
        onClick={() => show(!open)}
        sx={lineStyle({ wide: false })}
      >
        <ListItemIcon>
          <Icon fontSize="small" />
        </ListItemIcon>
      </ListItemButton>
      <Popper
        open={open}
        anchorEl={button}
        placement="right-start"
        disablePortal
        id={panel}
        popperOptions={{ strategy: 'fixed' }}
        sx={{ zIndex: 'drawer' }}
      >
        <Paper
          elevation={8}
          // Choosing a page closes its group.
          onClick={() => show(false)}
          sx={{
            ml: 1,
            p: 0.75,
            minWidth: 190,
            maxHeight: '80vh',
            overflow: 'auto',
            borderRadius: 1.25,
          }}
        >
          <Typography variant="subtitle2" color="textSecondary" sx={{ px: 1.25, py: 0.75 }}>
            {title}
          </Typography>
          {pages.map((route) => (
            <SidebarLink key={route.code} route={route} />
          ))}
        </Paper>
      </Popper>
    </div>
  );
};
