import ExpandMore from '@mui/icons-material/ExpandMore';
import Home from '@mui/icons-material/HomeOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import MapIcon from '@mui/icons-material/MapOutlined';
import Palette from '@mui/icons-material/PaletteOutlined';
import Password from '@mui/icons-material/PasswordOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import {
  Avatar,
  Box,
  ButtonBase,
  Divider,
  ListItemIcon,
  ListItemText,
  MenuItem,
  MenuList,
  Popover,
  Typography,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useLogout, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '../data';
import { useIsPhone } from '../look/useIsPhone';
import { HOME, PASSWORD_PATH, PROFILE_PATH, useMapPath, useMenus } from './menus';
import { LazySettingsPanel } from './SettingsButton';

/** The operator's own menu. */
export const UserMenu = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const logout = useLogout();
  const isPhone = useIsPhone();
  const { oper } = useAccess();
  const menus = useMenus();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const map = useMapPath();
  const hasHome = menus.routes.some(({ path }) => path === HOME);

  const line = (key: string, icon: ReactNode, onChoose: () => void) => (
    <MenuItem
      key={key}
      onClick={() => {
        setAnchor(null);
        onChoose();
      }}
    >
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText>{translate(`shell.user.${key}`)}</ListItemText>
    </MenuItem>
  );

  return (
    <>
      <ButtonBase
        aria-label={isPhone ? oper.operName : undefined}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{
          borderRadius: 1,
          height: 38,
          px: 0.75,
          gap: 1,
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Avatar
          aria-hidden
          sx={{
            width: 28,
            height: 28,
            typography: 'subtitle2',
            bgcolor: 'primary.light',
            color: 'primary.main',
          }}
        >
          {Array.from(oper.operName)[0]?.toUpperCase()}
        </Avatar>
        {!isPhone && (
          <>
            <Typography noWrap variant="body2" sx={{ maxWidth: 140 }}>
              {oper.operName}
            </Typography>
            <ExpandMore fontSize="small" color="secondary" />
          </>
        )}
      </ButtonBase>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { minWidth: 220 } } }}
      >
        <Box sx={{ px: 2.25, pt: 1.75, pb: 1, borderBottom: 1, borderColor: 'divider' }}>
          <Typography variant="subtitle1" component="p" noWrap>
            {oper.operName}
          </Typography>
          <Typography variant="body2" color="textSecondary" noWrap>
            {[oper.roleName, oper.orgVO.org_name].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        <MenuList autoFocusItem sx={{ p: 0.75 }}>
          {map && line('map', <MapIcon fontSize="small" />, () => navigate(map))}
          {line('profile', <Person fontSize="small" />, () => navigate(PROFILE_PATH))}
          {line('password', <Password fontSize="small" />, () => navigate(PASSWORD_PATH))}
          {hasHome && line('home', <Home fontSize="small" />, () => navigate(HOME))}
          {isPhone && line('look', <Palette fontSize="small" />, () => setSettingsOpen(true))}
          <Divider sx={{ my: 0.75 }} />
          {line('logout', <Logout fontSize="small" />, () => void logout())}
        </MenuList>
      </Popover>
      <LazySettingsPanel open={settingsOpen} onClose={() => setSettingsOpen(false)} />
    </>
  );
};
