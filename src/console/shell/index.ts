export { useSystemNotices } from './alarms/systemNotices';
export { BarBoundary, DialogBoundary } from './errors';
export { isDialogOpen, isOverlayOpen, isTextInput } from './keyboard';
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
export { useAnswersFilters, useApp, useEntityByName } from './ShellContext';
export { usePageBlocker, useTabTitle, useUnsavedChanges } from './tabs/pageTab';
export { useIsTitledByTab } from './tabs/TabsProvider';
export { useWhyNot } from './whyNot';
