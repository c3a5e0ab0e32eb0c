import ExpandMore from '@mui/icons-material/ExpandMore';
import { Collapse, List, ListItemButton, ListItemIcon, ListItemText } from '@mui/material';
import { useStore, useTranslate } from 'ra-core';
import { useId } from 'react';
import { useLocation } from 'react-router-dom';
import { iconOf } from '../../icons';
import { useMenus } from '../MenuContext';
import { menuTitle } from '../routes/menuTitle';
import { type MenuEntry, routeAt } from '../routes/menuTree';
import { lineStyle } from './lineStyle';
import { SidebarLink } from './SidebarLink';

/** Groups that were opened or closed by hand, by code. */
type Folded = Readonly<Record<string, boolean>>;
const NONE: Folded = {};

/** A group whose pages unfold below it; the one with the page in use is open until somebody closes it. */
export const FoldingGroup = ({ entry }: { entry: MenuEntry }) => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const menus = useMenus();
  const list = useId();
  const [open, setOpen] = useStore<Folded>('sidebar.groups', NONE);
  const here = routeAt(menus, pathname);
  const isHere = entry.children.some((route) => route === here);
  const isOpen = open[entry.code] ?? isHere;
  const Icon = iconOf(entry.icon);
  const pages = [...(entry.route ? [entry.route] : []), ...entry.children];
  return (
    <>
      <ListItemButton
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen({ ...open, [entry.code]: !isOpen })}
        sx={lineStyle({ wide: true })}
      >
        <ListItemIcon>
          <Icon fontSize="small" />
        </ListItemIcon>
        <ListItemText
          primary={menuTitle(translate, entry)}
          slotProps={{ primary: { noWrap: true, sx: { fontWeight: isHere ? 600 : 400 } } }}
        />
        <ExpandMore
          fontSize="small"
          color="secondary"
          sx={{ transition: 'transform .2s', transform: isOpen ? 'none' : 'rotate(-90deg)' }}
        />
      </ListItemButton>
      <Collapse
        in={isOpen}
        id={list}
        onEntered={(element) => element.scrollIntoView({ block: 'nearest' })}
      >
        <List component="div" disablePadding>
          {pages.map((route) => (
            <SidebarLink key={route.code} route={route} indented />
          ))}
        </List>
      </Collapse>
    </>
  );
};
