import { ListItemButton, ListItemIcon, ListItemText, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link, useLocation } from 'react-router-dom';
import { iconOf } from '../../icons';
import { useMenus } from '../MenuContext';
import { menuTitle } from '../routes/menuTitle';
import { type MenuRoute, routeAt } from '../routes/menuTree';
import { lineStyle } from './lineStyle';

interface Props {
  route: MenuRoute;
  /** Left out where a line stands under its group's icon. */
  icon?: string;
  wide?: boolean;
  indented?: boolean;
}

/** A line that leads to a page. Its full name shows when it is cut, or when only its icon is shown. */
export const SidebarLink = ({ route, icon, wide = true, indented }: Props) => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const menus = useMenus();
  const title = menuTitle(translate, route);
  const Icon = iconOf(icon ?? route.icon);
  const isHere = routeAt(menus, pathname) === route;
  return (
    <Tooltip title={title} placement="right" enterDelay={wide ? 900 : 100}>
      <ListItemButton
        component={Link}
        to={route.path}
        selected={isHere}
        aria-current={isHere ? 'page' : undefined}
        aria-label={wide ? undefined : title}
        sx={lineStyle({ wide, indented })}
      >
        {!indented && (
          <ListItemIcon>
            <Icon fontSize="small" />
          </ListItemIcon>
        )}
        {wide && <ListItemText primary={title} slotProps={{ primary: { noWrap: true } }} />}
      </ListItemButton>
    </Tooltip>
  );
};
