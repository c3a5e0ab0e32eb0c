import { Box, Button, Drawer, Paper, Typography } from '@mui/material';
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type Identifier,
  type RaRecord,
  useEvent,
  useListContext,
  useNotify,
  useTranslate,
} from 'react-admin';
import { isDialogOpen, isTextInput, useDocumentEvent, useWhyNot } from '../app';
import { useScreenLayout } from '../look/theme';
import { useIsPhone } from '../look/useIsPhone';
import { useActionItems } from '../operations';
import { isNormal, recordsOfRow, rowIdOf } from './list/state/groups';
import { useEntityList, useListRows } from './list/state/useEntityList';
import { RecordPanel } from './RecordPanel';
import { MasterDetailContext, useOverlay, useRecord, useScreen } from './screen';

/** Lays out a list with the detail panel of the selected row; on a phone the panel is a drawer. */
export const MasterDetailLayout = ({ children }: { readonly children: ReactNode }) => {
  const { entity, url } = useScreen();
  const rows = useListRows();
  const isPhone = useScreenLayout(useIsPhone());
  const translate = useTranslate();
  const { selectedId, place, hasLeft, moveOn } = useSelectedId(rows, isPhone);
  const masterDetail = useMemo(() => ({ selectedId }), [selectedId]);
  const { groups } = useEntityList();
  const recordQuery = useRecord(entity, selectedId, rows);
  const { record } = recordQuery;
  // An alarm that was taken is listed further down. The next key must not apply to another one.
  const isOver = !record || !isNormal(entity, record);
  useEffect(() => {
    if (hasLeft && isOver) moveOn();
  }, [hasLeft, isOver, moveOn]);
  // Actions apply to all records of the row.
  const records = useMemo(
    () => (record ? recordsOfRow(entity, groups.get(record.id), record) : []),
    [entity, groups, record],
  );
  const selectNext = useSelectNext(rows, rowIdOf(groups, selectedId));
  const panel = selectedId !== undefined && entity.side && (
    <RecordPanel
      key={selectedId}
      recordQuery={recordQuery}
      records={records}
      side={entity.side}
      onDone={selectNext}
    />
  );
  const layout = isPhone ? (
    <>
      {children}
      <Drawer
        open={selectedId !== undefined}
        anchor="bottom"
        onClose={() => url.select(null)}
        slotProps={{ paper: { sx: { height: '92dvh' } } }}
      >
        {panel}
        <Button onClick={() => url.select(null)} sx={{ flex: 'none', m: 1 }}>
          {translate('ra.action.close')}
        </Button>
      </Drawer>
    </>
  ) : (
    <Box sx={sides}>
      <Box sx={listSide}>{children}</Box>
      <Paper component="aside" square aria-label={translate('entity.side.title')} sx={panelSide}>
        {panel || (
          <Typography color="textSecondary" sx={{ p: 3 }}>
            {translate('entity.side.none')}
          </Typography>
        )}
      </Paper>
    </Box>
  );
  return (
    <MasterDetailContext value={masterDetail}>
      <MasterDetailKeys
        selectedId={selectedId}
        place={place}
        records={records}
        onDone={selectNext}
      />
      {layout}
    </MasterDetailContext>
  );
};

const column = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const;
const sides = {
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gridTemplateColumns: { sm: 'minmax(0, 1fr) 300px', md: 'minmax(0, 2fr) minmax(340px, 1fr)' },
} as const;
const listSide = {
  ...column,
  minWidth: 0,
  // The time of day is what tells the rows of today apart.
  '& .time-of-today': { minWidth: { xs: 0, md: '17ch' } },
  '& .time-of-today > span': { display: { xs: 'none', md: 'inline' } },
} as const;
const panelSide = { ...column, borderLeft: 1, borderColor: 'divider', overflow: 'hidden' } as const;

/**
 * Returns the selected id: the one in the URL, otherwise the row that was first when the list opened (none on a phone),
 * so that a new row on top does not take its place. If it leaves the list, as a processed one does, `moveOn` selects the
 * row that takes its place.
 */
const useSelectedId = (rows: readonly RaRecord[], isPhone: boolean) => {
  const { url } = useScreen();
  const overlay = useOverlay();
  const { isPlaceholderData } = useListContext();
  const [pinnedId, setPinnedId] = useState<Identifier>();
  if (!isPhone && pinnedId === undefined && rows[0]) setPinnedId(rows[0].id);
  const selectedId = overlay.selectedId ?? (isPhone ? undefined : pinnedId);
  const { groups } = useEntityList();
  const lastIndex = useRef(0);
  const rowId = rowIdOf(groups, selectedId);
  const index = rows.findIndex(({ id }) => String(id) === String(rowId));
  const lastSeenId = useRef<Identifier>(undefined);
  if (index >= 0) {
    lastIndex.current = index;
    lastSeenId.current = selectedId;
  }
  const hasLeft =
    index < 0 && lastSeenId.current !== undefined && lastSeenId.current === selectedId;
  const next = rows[Math.min(lastIndex.current, rows.length - 1)]?.id;
  const moveOn = useEvent(() => {
    // If that row leaves too before it is rendered, the selection moves on.
    lastSeenId.current = next;
    // The panel with its map takes long to render.
    startTransition(() => setPinnedId(next));
    if (overlay.selectedId !== undefined) url.select(isPhone ? null : (next ?? null));
  });
  return { selectedId, place: lastIndex, hasLeft: hasLeft && !isPlaceholderData, moveOn };
};

/**
 * Returns a function that selects the next row after an action on the selected one: the nearest below that allows the
 * action, else the nearest above.
 */
const useSelectNext = (rows: readonly RaRecord[], selectedId: Identifier | undefined) => {
  const { entity, url } = useScreen();
  const whyNot = useWhyNot(entity);
  const notify = useNotify();
  return useEvent((code: string) => {
    if (!entity.actions[code]?.selectsNext) return;
    const index = rows.findIndex(({ id }) => id === selectedId);
    const next = [...rows.slice(index + 1), ...rows.slice(0, Math.max(0, index)).reverse()].find(
      (row) => whyNot.reason({ action: code }, row) === undefined,
    );
    if (next) url.select(next.id);
    else notify('entity.side.finished', { type: 'info' });
  });
};

interface KeysProps {
  readonly selectedId: Identifier | undefined;
  /** Index of its row, or that of the row that took its place. */
  readonly place: RefObject<number>;
  /** Records of the selected row, first the one in the panel. It is newer than the list's row after an action on it. */
  readonly records: readonly RaRecord[];
  /** Called with the code of an action after it succeeded for the selected record. */
  readonly onDone: (code: string) => void;
}

/**
 * Handles the keys of a master-detail screen: J and K move the selection, the key of an action runs it with the checked
 * rows, otherwise with the selected one.
 */
const MasterDetailKeys = (props: KeysProps) => {
  const { selectedId, place, records: selectedRecords, onDone } = props;
  const { entity, url } = useScreen();
  const rows = useListRows();
  const { recordCache, selected, groups } = useEntityList();
  const checkedRecords = [...selected].flatMap((id) => recordCache.get(id) ?? []);
  const single = useActionItems(entity, selectedRecords, 'row', onDone);
  const several = useActionItems(entity, checkedRecords, 'bulk');
  const items = checkedRecords.length > 0 ? several : single;
  // Key presses can come faster than the URL changes.
  const targetId = useRef(selectedId);
  const pendingKey = useRef<string>(undefined);
  const hasAction = (key: string) =>
    Object.values(entity.actions).some((action) => action.shortcut === key);
  const act = (key: string): boolean => {
    const item = items.find(({ shortcut }) => shortcut === key);
    if (
      !item ||
      (checkedRecords.length === 0 && selectedRecords.length === 0) ||
      item.reason !== null
    )
      return false;
    item.open();
    return true;
  };
  const follow = useEffectEvent(() => {
    targetId.current = selectedId;
    const key = pendingKey.current;
    pendingKey.current = undefined;
    if (key) act(key);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is chosen
  useEffect(() => follow(), [selectedId]);
  useDocumentEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || event.defaultPrevented) return;
    if (isTextInput(event) || isDialogOpen()) return;
    const step = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) {
      // In the table, the arrow keys move its focus.
      if (key.length > 1 && (target as Element).closest('table, ul, [role=application]')) return;
      const index = rows.findIndex(({ id }) => id === rowIdOf(groups, targetId.current));
      const next = rows[index < 0 ? place.current + Math.min(0, step) : index + step];
      if (next) {
        targetId.current = next.id;
        url.select(next.id);
      }
    } else {
      // A letter applies to the newly selected row, even if the panel still shows the previous one.
      if (hasAction(key) && checkedRecords.length === 0 && targetId.current !== selectedId)
        pendingKey.current = key;
      else if (!act(key)) return;
    }
    event.preventDefault();
  });
  return null;
};
