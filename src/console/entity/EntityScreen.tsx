import { Box } from '@mui/material';
import {
  type ComponentType,
  Fragment,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type RaRecord, ResourceContextProvider, useListContext } from 'react-admin';
import type { AnyEntity } from '../../config';
import {
  DrawingPageContext,
  type RecordAddress,
  RecordAddressContext,
} from '../../fields/views/contexts';
import { recordAddress, useListAddress, usePagePath } from '../app';
import { useScreenLayout } from '../look/theme';
import { useIsPhone } from '../look/useIsPhone';
import { ActionProvider } from '../operations';
import { DeleteDialog } from './deleteRecords';
import { DetailDrawer, DetailPage } from './detail/Detail';
import { hasPage } from './detail/tabs';
import { EditDialog, FormDialog } from './form/FormDialog';
import { EntityListView } from './list/EntityListView';
import { EntityListProvider } from './list/state/EntityListProvider';
import { useListRows } from './list/state/useEntityList';
import { MasterDetailLayout } from './masterDetail';
import { DockContext } from './SheetDialog';
import {
  OverlayContext,
  OverlaysContext,
  type OverlaysProps,
  ScreenContext,
  useVerbs,
} from './screen';
import { useScreenUrl } from './screenUrl';

interface Props {
  readonly entity: AnyEntity;
  /** Key of the list's state: two menus may show one entity, each with a list of its own. */
  readonly menuCode: string;
  /**
   * Layout around the list, if it shares its room with another part. It finds the list and the screen in their
   * contexts.
   */
  readonly Frame?: ComponentType<{ readonly children: ReactNode }>;
}

/** Screen of an entity, built from its declaration: list, filters, detail, form, import and export. */
export const EntityScreen = ({ entity, menuCode, Frame }: Props) => (
  <EntityListProvider key={menuCode} entity={entity} menuCode={menuCode}>
    <ScreenBody entity={entity} Frame={Frame} />
  </EntityListProvider>
);

/** The list and the overlays that the URL opens over it. */
const ScreenBody = (props: Omit<Props, 'menuCode'>) => {
  const { entity, Frame = entity.side ? MasterDetailLayout : Fragment } = props;
  const screenUrl = useScreenUrl(entity);
  const rows = useListRows();
  const isPhone = useScreenLayout(useIsPhone());
  const { selectedIds, onSelect } = useListContext();
  const listAddress = useListAddress();
  const addressOfRecord = useCallback<RecordAddress>(
    (name, id) => {
      const address = listAddress(name);
      return address && recordAddress(address, id);
    },
    [listAddress],
  );
  return (
    <RecordAddressContext value={addressOfRecord}>
      <DrawingPageContext value={usePagePath('mapManage')}>
        <ActionProvider>
          <EntityOverlays
            entity={entity}
            {...screenUrl}
            rows={rows}
            asPage={hasPage(entity) && !isPhone}
            onDeleted={(records) => {
              const deletedIds = new Set(records.map(({ id }) => id));
              onSelect(selectedIds.filter((id) => !deletedIds.has(id)));
            }}
          >
            <Frame>
              <EntityListView />
            </Frame>
          </EntityOverlays>
        </ActionProvider>
      </DrawingPageContext>
    </RecordAddressContext>
  );
};

/** Renders the children with their overlays: a detail, a form, the confirmation of a deletion. */
const EntityOverlays = (props: OverlaysProps) => {
  const { entity, overlay, url, rows, asPage = false, presetValues, onDeleted, children } = props;
  const may = useVerbs(entity);
  // The panel beside the list shows the record itself.
  const isDocked = useContext(DockContext) !== null;
  const detailId = isDocked ? undefined : overlay.detailId;
  const [page, drawer] = asPage ? [detailId, undefined] : [undefined, detailId];
  const [toDelete, setToDelete] = useState<readonly RaRecord[]>([]);
  const screen = useMemo(
    () => ({ entity, may, url, presetValues, askDelete: setToDelete }),
    [entity, may, url, presetValues],
  );
  const { editedId, creating } = overlay;
  const takesOpener = useFocusBack(
    detailId !== undefined || editedId !== undefined || creating || toDelete.length > 0,
  );
  const onDone = (deleted: readonly RaRecord[]) => {
    setToDelete([]);
    if (deleted.length === 0) return;
    takesOpener();
    onDeleted?.(deleted);
    if (deleted.some(({ id }) => String(id) === String(overlay.detailId))) url.closeDetail();
  };
  return (
    <ResourceContextProvider value={entity.name}>
      <OverlaysContext value={EntityOverlays}>
        <ScreenContext value={screen}>
          <OverlayContext value={overlay}>
            {/* The hidden list keeps its state for the way back. */}
            <Box sx={{ display: page === undefined ? 'contents' : 'none' }}>{children}</Box>
            {page !== undefined && <DetailPage id={page} rows={rows} />}
            {drawer !== undefined && <DetailDrawer id={drawer} rows={rows} />}
            {overlay.editedId !== undefined && may.update && (
              <EditDialog key={overlay.editedId} id={overlay.editedId} rows={rows} />
            )}
            {overlay.creating && may.add && <FormDialog />}
            {toDelete.length > 0 && <DeleteDialog records={toDelete} onDone={onDone} />}
          </OverlayContext>
        </ScreenContext>
      </OverlaysContext>
    </ResourceContextProvider>
  );
};

/**
 * Moves the focus to the main content when an overlay closes whose opener does not exist: a link led straight to the
 * overlay, or the opener is deleted with its record.
 * @returns a function that announces the deletion of the opener
 */
const useFocusBack = (isOpen: boolean): (() => void) => {
  const wasOpen = useRef(false);
  const isLeaving = useRef(false);
  useEffect(() => {
    const isLost = isLeaving.current || document.activeElement === document.body;
    if (wasOpen.current && !isOpen && isLost) {
      document.getElementById('main-content')?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
    if (!isOpen) isLeaving.current = false;
  }, [isOpen]);
  return () => {
    isLeaving.current = true;
  };
};
