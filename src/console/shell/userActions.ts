import Home from '@mui/icons-material/HomeOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import MapIcon from '@mui/icons-material/MapOutlined';
import Password from '@mui/icons-material/PasswordOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { useLogout } from 'react-admin';
import { HOME, PASSWORD_PATH, PROFILE_PATH, useMapPath, useMenus } from '../app/menus';

/** Address that an action leads to, or its effect. */
export type ActionTarget = { readonly address: string } | { readonly act: () => void };

export interface UserAction {
  /** Key of its text below `shell`. */
  readonly key: string;
  readonly Icon: ComponentType<SvgIconProps>;
  readonly target: ActionTarget;
}

/** Returns the actions of the operator's menu that the search offers too: own pages, and the end of the session. */
export const useUserActions = (): UserAction[] => {
  const logout = useLogout();
  const map = useMapPath();
  const hasHome = useMenus().routes.some(({ path }) => path === HOME);
  return [
    ...(map ? [{ key: 'map', Icon: MapIcon, target: { address: map } }] : []),
    { key: 'user.profile', Icon: Person, target: { address: PROFILE_PATH } },
    { key: 'user.password', Icon: Password, target: { address: PASSWORD_PATH } },
    ...(hasHome ? [{ key: 'user.home', Icon: Home, target: { address: HOME } }] : []),
    { key: 'user.logout', Icon: Logout, target: { act: () => void logout() } },
  ];
};
