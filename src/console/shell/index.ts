export {
  type ListAddress,
  mapRoutes,
  menuTitle,
  providerOf,
  useListAddress,
  useMapPath,
  useMenus,
} from './menus';
export { useShell } from './ShellContext';
export { useHold, usePageBlocker, useTabTitle } from './tabs/pageTab';
