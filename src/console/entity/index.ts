export { EntityScreen } from './EntityScreen';
export { CompactColumnsContext } from './list/columns';
export { useListRows } from './list/useEntityList';
export { DockContext } from './SheetDialog';
export { useOverlay, useScreen } from './screen';
