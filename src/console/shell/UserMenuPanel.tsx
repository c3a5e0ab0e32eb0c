import Fullscreen from '@mui/icons-material/Fullscreen';
import FullscreenExit from '@mui/icons-material/FullscreenExit';
import Palette from '@mui/icons-material/PaletteOutlined';
import { Box, Divider, ListItemIcon, ListItemText, Typography } from '@mui/material';
import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { roleText } from '../../domain/system';
import { useReaderLocale } from '../../fields/views/reader';
import { isAdministrator, useAccess } from '../data';
import { MenuItem, MenuList, Popover } from '../look/menus';
import { useIsPhone } from '../look/useIsPhone';
import { useUserActions } from './userActions';

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
  const isPhone = useIsPhone();
  const locale = useReaderLocale();
  const access = useAccess();
  const { oper } = access;
  const full = useFullScreen();
  const actions = useUserActions();

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
        {actions.map(
          ({ key, Icon, target }) =>
            'address' in target && (
              <Fragment key={key}>
                {line(key, <Icon fontSize="small" />, () => navigate(target.address))}
              </Fragment>
            ),
        )}
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
        {actions.map(
          ({ key, Icon, target }) =>
            'act' in target && (
              <Fragment key={key}>{line(key, <Icon fontSize="small" />, target.act)}</Fragment>
            ),
        )}
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
