import Fullscreen from '@mui/icons-material/Fullscreen';
import FullscreenExit from '@mui/icons-material/FullscreenExit';
import Home from '@mui/icons-material/HomeOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import MapIcon from '@mui/icons-material/MapOutlined';
import Palette from '@mui/icons-material/PaletteOutlined';
import Password from '@mui/icons-material/PasswordOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import { Box, Divider, ListItemIcon, ListItemText, Typography } from '@mui/material';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useLogout, useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { roleText } from '../../domain/system';
import { useReaderLocale } from '../../fields/views/reader';
import { HOME, PASSWORD_PATH, PROFILE_PATH, useMapPath, useMenus } from '../app/menus';
import { isAdministrator, useAccess } from '../data';
import { MenuItem, MenuList, Popover } from '../look/menus';
import { useIsPhone } from '../look/useIsPhone';

interface Props {
  /** Element that the menu hangs from; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  readonly onOpenSettings: () => void;
}

/** Lines of the operator's menu: own pages, preferences and sign-out. */
export const UserMenuPanel = ({ anchor, onClose, onOpenSettings }: Props) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const logout = useLogout();
  const isPhone = useIsPhone();
  const locale = useReaderLocale();
  const access = useAccess();
  const { oper } = access;
  const full = useFullScreen();
  const menus = useMenus();
  const map = useMapPath();
  const hasHome = menus.routes.some(({ path }) => path === HOME);

  const line = (key: string, icon: ReactNode, onChoose: () => void) => (
    <MenuItem
      onClick={() => {
        onClose();
        onChoose();
      }}
    >
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText>{translate(`shell.${key}`)}</ListItemText>
    </MenuItem>
  );

  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      // Name and role are no items of the menu, so they need a landmark.
      slotProps={{
        paper: { role: 'region', 'aria-label': oper.operName, sx: { minWidth: 220 } },
      }}
    >
      <Box sx={{ px: 2.25, pt: 1.75, pb: 1, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="subtitle1" component="p" noWrap>
          {oper.operName}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {[roleText(oper.roleName ?? '', locale), oper.orgVO.org_name].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <MenuList autoFocusItem sx={{ p: 0.75 }}>
        {map && line('map', <MapIcon fontSize="small" />, () => navigate(map))}
        {line('user.profile', <Person fontSize="small" />, () => navigate(PROFILE_PATH))}
        {line('user.password', <Password fontSize="small" />, () => navigate(PASSWORD_PATH))}
        {hasHome && line('user.home', <Home fontSize="small" />, () => navigate(HOME))}
        <Divider sx={{ my: 0.75 }} />
        {line('user.look', <Palette fontSize="small" />, onOpenSettings)}
        {!isPhone &&
          !isAdministrator(access) &&
          line(
            full.is ? 'fullscreen.leave' : 'fullscreen.enter',
            full.is ? <FullscreenExit fontSize="small" /> : <Fullscreen fontSize="small" />,
            () => void full.toggle(),
          )}
        <Divider sx={{ my: 0.75 }} />
        {line('user.logout', <Logout fontSize="small" />, () => void logout())}
      </MenuList>
    </Popover>
  );
};

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** Toggles the full screen. The state comes from the browser, because Escape ends it too. */
const useFullScreen = () => {
  const notify = useNotify();
  const is = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = async () => {
    try {
      if (is) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      notify('shell.fullscreen.unsupported', { type: 'warning', autoHideDuration: 3_000 });
    }
  };
  return { is, toggle };
};
