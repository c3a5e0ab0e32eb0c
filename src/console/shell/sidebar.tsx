import CloseIcon from '@mui/icons-material/Close';
import ExpandMore from '@mui/icons-material/ExpandMore';
import {
  Box,
  Collapse,
  IconButton,
  List,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Paper,
  Popper,
  type Theme,
  Typography,
} from '@mui/material';
import {
  type FocusEvent,
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useStore, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { Hint } from '../../fields/views/cells';
import { useSystemTitle } from '../app/AppContext';
import {
  isMap,
  type MenuEntry,
  type MenuRoute,
  menuTitle,
  pagesOf,
  useMapPath,
  useMenus,
  useOpenRoute,
  visiblePages,
} from '../app/menus';
import { BrandMark } from '../look/BrandMark';
import { FRAME_HEIGHT } from '../look/components';
import { iconOf } from '../look/icons';
import { FRAME } from '../look/theme';
import { useIsPhone } from '../look/useIsPhone';
import { OrgLogo } from './OrgLogo';
import { useSetting } from './settings';

/** Used on phones only. */
const Drawer = lazy(() => import('@mui/material/Drawer'));

/**
 * Menu: beside the page on a desktop, with text or as icons; over the page on a phone. Memoised, because most renders
 * of the layout do not affect it.
 */
export const Sidebar = memo(({ isPhone, open, close }: SidebarState) => {
  const translate = useTranslate();
  const [logo] = useSetting('sidebarLogo');
  if (isPhone) {
    return (
      <Suspense fallback={null}>
        <Drawer
          open={open}
          onClose={close}
          slotProps={{
            paper: { 'aria-label': translate('shell.sidebar.label'), sx: { width: FRAME.sidebar } },
          }}
        >
          <Box
            sx={{ display: 'flex', alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
          >
            <SidebarLogo wide />
            <IconButton
              aria-label={translate('shell.sidebar.close')}
              onClick={close}
              sx={{ mr: 1 }}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </Box>
          <Box sx={{ flex: 1, overflow: 'hidden auto' }}>
            <SidebarMenu wide />
          </Box>
        </Drawer>
      </Suspense>
    );
  }
  return (
    <Box
      sx={(theme) => ({
        displayPrint: 'none',
        flex: 'none',
        width: open ? FRAME.sidebar : FRAME.sidebarClosed,
        transition: theme.transitions.create('width', { duration: 280 }),
        borderRight: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      })}
    >
      <Box
        sx={{
          position: 'sticky',
          top: 0,
          // Flyouts cover the page.
          zIndex: 'appBar',
          height: 1,
          // Of the frame, which scrolls itself if the bars are not fixed.
          maxHeight: FRAME_HEIGHT.size,
          overflow: 'hidden auto',
          scrollbarWidth: 'thin',
        }}
      >
        {logo && (
          <Box sx={{ borderBottom: 1, borderColor: 'divider' }}>
            <SidebarLogo wide={open} />
          </Box>
        )}
        <SidebarMenu wide={open} />
      </Box>
    </Box>
  );
});

/** Logo of the organisation with the console's title, or alone; links to the start page. */
const SidebarLogo = ({ wide }: { wide: boolean }) => {
  const translate = useTranslate();
  const title = useSystemTitle();
  return (
    <Box
      component={Link}
      to="/"
      aria-label={`${title}: ${translate('shell.toHome')}`}
      sx={{
        flex: 1,
        minWidth: 0,
        display: 'flex',
        alignItems: 'center',
        justifyContent: wide ? 'flex-start' : 'center',
        gap: 1.25,
        height: FRAME.topBar,
        px: wide ? 2 : 0,
        color: 'text.primary',
        textDecoration: 'none',
        '&:focus-visible': { outlineOffset: -3 },
      }}
    >
      <OrgLogo size={32} fallback={<BrandMark size={32} />} />
      {wide && (
        <Typography component="span" noWrap sx={{ fontWeight: 700 }}>
          {title}
        </Typography>
      )}
    </Box>
  );
};

/**
 * All entries of the menu.
 * @param wide with text; otherwise icons only
 */
const SidebarMenu = ({ wide }: { wide: boolean }) => {
  const translate = useTranslate();
  const { entries } = useMenus();
  const Group = wide ? FoldingGroup : FlyOutGroup;
  return (
    <List component="nav" aria-label={translate('shell.sidebar.label')} sx={{ px: 0.75, py: 1 }}>
      <MapLink wide={wide} />
      {entries.map((entry) =>
        entry.children.length === 0 && entry.route ? (
          <SidebarLink key={entry.code} route={entry.route} icon={entry.icon} wide={wide} />
        ) : (
          <Group key={entry.code} entry={entry} />
        ),
      )}
    </List>
  );
};

interface Props {
  route: MenuRoute;
  /** Undefined for an entry below its group's icon. */
  icon?: string;
  wide?: boolean;
  indented?: boolean;
}

/** Link to a page. */
const SidebarLink = ({ route, icon, wide = true, indented }: Props) => {
  const translate = useTranslate();
  const isHere = useOpenRoute() === route;
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
const MapLink = ({ wide }: { wide: boolean }) => {
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

interface LineProps {
  to: string;
  title: string;
  icon: string;
  isHere: boolean;
  wide: boolean;
  indented?: boolean | undefined;
}

/** Shows the full title on hover if it is truncated, or if only the icon is shown. */
const SidebarLine = memo(({ to, title, icon, isHere, wide, indented }: LineProps) => {
  const Icon = iconOf(icon);
  return (
    <Hint title={title} whenCut={wide} within="div" placement="right">
      <ListItemButton
        component={Link}
        to={to}
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
    </Hint>
  );
});
SidebarLine.displayName = 'SidebarLine';

/** Groups that the operator has opened or closed, by code. */
type Folded = Readonly<Record<string, boolean>>;
const NONE: Folded = {};

/** Group that expands below its heading. The group of the open page is expanded until the operator collapses it. */
const FoldingGroup = ({ entry }: { entry: MenuEntry }) => {
  const translate = useTranslate();
  const list = useId();
  const [open, setOpen] = useStore<Folded>('sidebar.groups', NONE);
  const here = useOpenRoute();
  const isHere = entry.children.some((route) => route === here);
  const isOpen = open[entry.code] ?? isHere;
  const Icon = iconOf(entry.icon);
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
        // Most entries are in collapsed groups.
        unmountOnExit
        onEntered={(element) => element.scrollIntoView({ block: 'nearest' })}
      >
        <List component="div" disablePadding>
          {pagesOf(entry).map((route) => (
            <SidebarLink key={route.code} route={route} indented />
          ))}
        </List>
      </Collapse>
    </>
  );
};

/** Delay before the pages close when the pointer leaves, ms: the way to them crosses a gap. */
const GRACE = 160;

/** Group of the narrow sidebar. Its pages fly out beside its icon, by pointer, touch or keyboard. */
const FlyOutGroup = ({ entry }: { entry: MenuEntry }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLDivElement | null>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const panel = useId();
  const title = menuTitle(translate, entry);
  const Icon = iconOf(entry.icon);
  const here = useOpenRoute();
  const show = (next: boolean, delay = 0) => {
    clearTimeout(closing.current);
    closing.current = setTimeout(() => setOpen(next), delay);
  };
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) show(false);
  };
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
          // A press on a page closes the flyout.
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
          {pagesOf(entry).map((route) => (
            <SidebarLink key={route.code} route={route} />
          ))}
        </Paper>
      </Popper>
    </div>
  );
};

/** Style of a sidebar line; the active one differs in background, weight and a bar, not by colour alone. */
const lineStyle =
  ({ wide, indented }: { wide: boolean; indented?: boolean | undefined }) =>
  ({ palette }: Theme) =>
    ({
      position: 'relative',
      minHeight: 40,
      my: '2px',
      px: 1.25,
      pl: indented ? 5.5 : 1.25,
      py: 0.5,
      borderRadius: 1,
      justifyContent: wide ? 'flex-start' : 'center',
      color: palette.text.primary,
      '& .MuiListItemIcon-root': {
        minWidth: wide ? 34 : 0,
        color: palette.text.secondary,
      },
      '& .MuiListItemText-primary': { fontSize: '0.875rem' },
      '&.Mui-focusVisible': { outlineOffset: -2 },
      '&.Mui-selected, &.Mui-selected:hover': {
        backgroundColor: palette.primary.light,
        color: palette.primary.dark,
        '& .MuiListItemIcon-root': { color: 'inherit' },
        '& .MuiListItemText-primary': { fontWeight: 600 },
        '&::before': {
          content: '""',
          position: 'absolute',
          left: -6,
          top: 9,
          bottom: 9,
          width: 3,
          borderRadius: '0 3px 3px 0',
          backgroundColor: palette.brand,
        },
      },
    }) as const;

interface SidebarState {
  isPhone: boolean;
  /** Expanded on a desktop, opened on a phone. */
  open: boolean;
  toggle: () => void;
  close: () => void;
}

/** The width on a desktop is remembered; a phone's drawer closes on every navigation and is not stored. */
export const useSidebar = (): SidebarState => {
  const isPhone = useIsPhone();
  const [wide, setWide] = useStore('sidebar.open', true);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place or another width closes the drawer
  useEffect(() => setIsDrawerOpen(false), [pathname, isPhone]);
  const toggle = useCallback(() => {
    if (isPhone) setIsDrawerOpen((before) => !before);
    else setWide((before) => !before);
  }, [isPhone, setWide]);
  const close = useCallback(() => setIsDrawerOpen(false), []);
  return { isPhone, open: isPhone ? isDrawerOpen : wide, toggle, close };
};
