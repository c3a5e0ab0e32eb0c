export { HeadFact } from './detail/Detail';
export { EntityScreen } from './EntityScreen';
export { FewColumnsContext } from './list/columns';
export { useListRows } from './list/useEntityList';
export { DockContext } from './SheetDialog';
export { useOpened, useScreen } from './screen';
