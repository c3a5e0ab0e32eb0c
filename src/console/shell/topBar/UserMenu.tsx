import ExpandMore from '@mui/icons-material/ExpandMore';
import Home from '@mui/icons-material/HomeOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import MapIcon from '@mui/icons-material/MapOutlined';
import Password from '@mui/icons-material/PasswordOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import {
  Avatar,
  Box,
  ButtonBase,
  Divider,
  ListItemIcon,
  ListItemText,
  Menu,
  MenuItem,
  Typography,
} from '@mui/material';
import { useLogout, useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '../../data';
import { useMenus } from '../MenuContext';
import { HOME } from '../routes/Home';
import { PASSWORD_PATH, PROFILE_PATH } from '../routes/profileRoutes';
import { useIsPhone } from '../useIsPhone';
import { mapPath } from './mapRoutes';

/** The operator's own menu. */
export const UserMenu = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const logout = useLogout();
  const isPhone = useIsPhone();
  const { oper } = useAccess();
  const menus = useMenus();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const map = mapPath(menus);
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
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { minWidth: 220 } } }}
      >
        <Box component="li" role="none" sx={{ px: 1.5, py: 1 }}>
          <Typography variant="subtitle1" noWrap>
            {oper.operName}
          </Typography>
          <Typography variant="body2" color="textSecondary" noWrap>
            {[oper.roleName, oper.orgVO.org_name].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        <Divider sx={{ mb: 0.75 }} />
        {map && line('map', <MapIcon fontSize="small" />, () => navigate(map))}
        {line('profile', <Person fontSize="small" />, () => navigate(PROFILE_PATH))}
        {line('password', <Password fontSize="small" />, () => navigate(PASSWORD_PATH))}
        {hasHome && line('home', <Home fontSize="small" />, () => navigate(HOME))}
        <Divider sx={{ my: 0.75 }} />
        {line('logout', <Logout fontSize="small" />, () => void logout())}
      </Menu>
    </>
  );
};
