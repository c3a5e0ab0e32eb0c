export { useSystemNotices } from './alarms/systemNotices';
export { BarBoundary, DialogBoundary } from './errors';
export {
  type ListAddress,
  mapRoutes,
  menuTitle,
  PLAYBACK_PAGE,
  pageTitles,
  providerOf,
  recordAddress,
  useListAddress,
  useMapPath,
  useMenus,
} from './menus';
export { isDialogOpen, isOverlayOpen, isTextInput } from './pressed';
export { useApp, useCanRead, useEntityByName } from './ShellContext';
export { usePageBlocker, useTabTitle, useUnsavedChanges } from './tabs/pageTab';
export { useIsTitledByTab } from './tabs/TabsProvider';
