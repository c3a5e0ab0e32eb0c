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
  Typography,
} from '@mui/material';
import { type FocusEvent, memo, useId, useRef, useState } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { loadable } from '../../fields/views/loadable';
import { useSystemTitle } from '../app/AppContext';
import { HOME, type MenuEntry, menuTitle, pagesOf, useMarkedRoute, useMenus } from '../app/menus';
import { BrandMark } from '../look/BrandMark';
import { FRAME_HEIGHT } from '../look/components';
import { iconOf } from '../look/icons';
import { FRAME } from '../look/theme';
import { OrgLogo } from './OrgLogo';
import { useSetting } from './settings';
import { AlarmDeskLink, lineStyle, MapLink, SidebarLink } from './sidebarLines';
import type { SidebarState } from './useSidebar';

/** Used on phones only. */
const Drawer = loadable(() => import('@mui/material/Drawer'), 'default');

/**
 * Menu: beside the page on a desktop, with text or as icons; over the page on a phone. Memoised, because most renders
 * of the layout do not affect it.
 */
export const Sidebar = memo(({ isPhone, open, close }: SidebarState) => {
  const translate = useTranslate();
  const [logo] = useSetting('sidebarLogo');
  if (isPhone) {
    return (
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
          <IconButton aria-label={translate('shell.sidebar.close')} onClick={close} sx={{ mr: 1 }}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Box>
        <Box sx={{ flex: 1, overflow: 'hidden auto' }}>
          <SidebarMenu wide />
        </Box>
      </Drawer>
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
        bgcolor: 'chrome',
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
        <Typography component="span" noWrap sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
      )}
    </Box>
  );
};

/**
 * All entries of the menu. Map, Home and the alarm desk stay at the top.
 * @param wide with text; otherwise icons only
 */
const SidebarMenu = ({ wide }: { wide: boolean }) => {
  const translate = useTranslate();
  const { entries } = useMenus();
  const [first, ...others] = entries;
  const home = first?.route?.path === HOME ? first : undefined;
  return (
    <List component="nav" aria-label={translate('shell.sidebar.label')} sx={{ px: 0.75, pb: 1 }}>
      <Box
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 1,
          py: 0.5,
          bgcolor: 'chrome',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <MapLink wide={wide} />
        {home?.route && <SidebarLink route={home.route} icon={home.icon} wide={wide} />}
        <AlarmDeskLink wide={wide} />
      </Box>
      {(home ? others : entries).map((entry) => {
        if (entry.children.length === 0 && entry.route) {
          return <SidebarLink key={entry.code} route={entry.route} icon={entry.icon} wide={wide} />;
        }
        const Group = wide ? FoldingGroup : FlyOutGroup;
        return <Group key={entry.code} entry={entry} />;
      })}
    </List>
  );
};

/**
 * Opens one group at a time: the one of the open page, until the operator opens another one or closes it. The choice of
 * `group` is over when a page of another group than `at` opens.
 */
const useOpenGroup = () => {
  const { entries } = useMenus();
  const here = useMarkedRoute();
  const at = entries.find(({ children }) => children.some((route) => route === here))?.code ?? null;
  const [choice, setChoice] = useStore<Record<'group' | 'at', string | null> | null>(
    'sidebar.group',
    null,
  );
  const open = choice?.at === at ? choice.group : at;
  return {
    open,
    toggle: (code: string) => setChoice({ group: open === code ? null : code, at }),
  };
};

const FoldingGroup = ({ entry }: { entry: MenuEntry }) => {
  const translate = useTranslate();
  const list = useId();
  const here = useMarkedRoute();
  const { open, toggle } = useOpenGroup();
  const isOpen = open === entry.code;
  const isHere = entry.children.some((route) => route === here);
  const Icon = iconOf(entry.icon);
  return (
    <>
      <ListItemButton
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => toggle(entry.code)}
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
        onEntered={(element) =>
          (element.querySelector('[aria-current]') ?? element).scrollIntoView({ block: 'nearest' })
        }
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
  const here = useMarkedRoute();
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
