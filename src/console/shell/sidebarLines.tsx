import {
  Badge,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  type Theme,
  Typography,
} from '@mui/material';
import { memo, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { Hint } from '../../fields/views/cells';
import {
  isMap,
  type MenuRoute,
  menuTitle,
  useListAddress,
  useMapPath,
  useMarkedRoute,
  useMenus,
  useOpenRoute,
  visiblePages,
} from '../app/menus';
import { ALARMS } from '../data';
import { iconOf } from '../look/icons';
import { MAX_SHOWN, OPEN_ALARMS, useAlarms } from './alarms/AlarmProvider';

interface Props {
  route: MenuRoute;
  /** Undefined for an entry below its group's icon. */
  icon?: string;
  wide?: boolean;
  indented?: boolean;
}

export const SidebarLink = ({ route, icon, wide = true, indented }: Props) => {
  const translate = useTranslate();
  const isDesk = useIsDeskOpen();
  const isHere = useMarkedRoute() === route && !(isDesk && route.page === ALARMS);
  return (
    <SidebarLine
      to={route.path}
      title={menuTitle(translate, route)}
      icon={icon ?? route.icon}
      isHere={isHere}
      wide={wide}
      indented={indented}
    />
  );
};

/**
 * Link to the map, before all other entries: locating is what operators do first. The menu may contain maps as well.
 */
export const MapLink = ({ wide }: { wide: boolean }) => {
  const translate = useTranslate();
  const to = useMapPath();
  const menus = useMenus();
  const here = useOpenRoute();
  if (to === undefined || visiblePages(menus).some(isMap)) return null;
  const isHere = here !== undefined && isMap(here);
  return (
    <SidebarLine to={to} title={translate('shell.map')} icon="map" isHere={isHere} wide={wide} />
  );
};

const IS_OPEN = JSON.stringify(OPEN_ALARMS).slice(1, -1);

/** True while the page of alarms shows the open ones, which the desk stands for. */
const useIsDeskOpen = (): boolean => {
  const here = useOpenRoute();
  const { search } = useLocation();
  const filter = new URLSearchParams(search).get('filter') ?? '';
  return here?.page === ALARMS && filter.includes(IS_OPEN);
};

/** Link to the open alarms, with their number, where operators on shift work. */
export const AlarmDeskLink = ({ wide }: { wide: boolean }) => {
  const translate = useTranslate();
  const { openCount } = useAlarms();
  const to = useListAddress()(ALARMS, OPEN_ALARMS);
  const isHere = useIsDeskOpen();
  if (to === undefined) return null;
  return (
    <SidebarLine
      to={to}
      title={translate('shell.alarms.desk')}
      icon="alarm"
      isHere={isHere}
      wide={wide}
      count={openCount}
    />
  );
};

interface LineProps {
  to: string;
  title: string;
  icon: string;
  isHere: boolean;
  wide: boolean;
  indented?: boolean | undefined;
  /** Number that the page shows; none for 0. */
  count?: number | undefined;
}

/** Shows the full title on hover if it is truncated, or if only the icon is shown. */
const SidebarLine = memo(({ to, title, icon, isHere, wide, indented, count }: LineProps) => {
  const Icon = iconOf(icon);
  const line = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isHere) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  return (
    <Hint title={title} whenCut={wide} within="div" placement="right">
      <ListItemButton
        ref={line}
        component={Link}
        to={to}
        selected={isHere}
        aria-current={isHere ? 'page' : undefined}
        aria-label={wide ? undefined : title}
        sx={lineStyle({ wide, indented })}
      >
        {!indented && (
          <ListItemIcon>
            <Badge color="error" variant="dot" invisible={wide || !count}>
              <Icon fontSize="small" />
            </Badge>
          </ListItemIcon>
        )}
        {wide && <ListItemText primary={title} slotProps={{ primary: { noWrap: true } }} />}
        {wide && Boolean(count) && (
          <Typography component="span" variant="body2" sx={{ fontWeight: 600 }}>
            {Number(count) > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
          </Typography>
        )}
      </ListItemButton>
    </Hint>
  );
});
SidebarLine.displayName = 'SidebarLine';

/** Style of a sidebar line; the active one differs in background, weight and a bar, not by colour alone. */
export const lineStyle =
  ({ wide, indented }: { wide: boolean; indented?: boolean | undefined }) =>
  ({ palette }: Theme) =>
    ({
      position: 'relative',
      // The entries above stay at the top.
      scrollMarginTop: indented ? 124 : undefined,
      minHeight: 34,
      '@media (pointer: coarse)': { minHeight: 44 },
      px: 1.25,
      pl: indented ? 5.5 : 1.25,
      py: 0.25,
      borderRadius: 1,
      justifyContent: wide ? 'flex-start' : 'center',
      color: palette.text.primary,
      '& .MuiListItemIcon-root': {
        minWidth: wide ? 34 : 0,
        color: palette.text.secondary,
      },
      '& .MuiListItemText-primary': { fontSize: '0.8125rem' },
      '&.Mui-focusVisible': { outlineOffset: -2 },
      '&.Mui-selected, &.Mui-selected:hover': {
        backgroundColor: palette.action.selected,
        '& .MuiListItemIcon-root': { color: palette.primary.main },
        '& .MuiListItemText-primary': { fontWeight: 600 },
        '&::before': {
          content: '""',
          position: 'absolute',
          left: -6,
          top: 7,
          bottom: 7,
          width: 3,
          borderRadius: '0 3px 3px 0',
          backgroundColor: palette.brand,
        },
      },
    }) as const;
