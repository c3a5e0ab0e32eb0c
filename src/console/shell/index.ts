export { useSystemNotices } from './alarms/systemNotices';
export { BarBoundary, DialogBoundary } from './errors';
export {
  type ListAddress,
  mapRoutes,
  menuTitle,
  PLAYBACK_PAGE,
  pageTitles,
  providerOf,
  showAddress,
  useListAddress,
  useMapPath,
  useMenus,
} from './menus';
export { isAsked, isCovered, isTypedInto } from './pressed';
export { useCanRead, useDeclared, useShell } from './ShellContext';
export { useHold, usePageBlocker, useTabTitle } from './tabs/pageTab';
export { useIsNamedByTab } from './tabs/TabsProvider';
