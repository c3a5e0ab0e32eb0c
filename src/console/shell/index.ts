export { useIsPhone } from '../look/useIsPhone';
export {
  type ListAddress,
  listSearch,
  mapPath,
  mapRoutes,
  menuTitle,
  providerOf,
  useListAddress,
  useMapPath,
  useMenus,
} from './menus';
export { type Shell, useShell, useSystemTitle } from './ShellContext';
export { useHold, usePageBlocker, useTabTitle } from './tabs';
