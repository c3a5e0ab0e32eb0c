export { EntityScreen } from './EntityScreen';
export { CompactColumnsContext } from './list/state/columns';
export { useListRows } from './list/state/useEntityList';
export { DockContext } from './SheetDialog';
export { useOverlay, useScreen } from './screen';
