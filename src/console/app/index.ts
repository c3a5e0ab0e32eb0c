export { useAnswersFilters, useApp, useDeclaredSort, useEntityByName } from './AppContext';
export { BarBoundary, DialogBoundary } from './boundaries';
export { isDialogOpen, isOverlayOpen, isTextInput, useDocumentEvent } from './keyboard';
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
  usePagePath,
} from './menus';
export { useIsTitledByTab, usePageBlocker, useTabTitle, useUnsavedChanges } from './pageTab';
export { useSystemNotices } from './systemNotices';
export { useWhyNot } from './whyNot';
