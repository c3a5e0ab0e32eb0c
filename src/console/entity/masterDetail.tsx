import { Box, Button, Drawer, Paper, Typography } from '@mui/material';
import {
  type ReactNode,
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
import { useEntityList, useListRows } from './list/state/useEntityList';
import { RecordPanel } from './RecordPanel';
import { MasterDetailContext, useOverlay, useRecord, useScreen } from './screen';

/** Lays out a list with the detail panel of the selected row; on a phone the panel is a drawer. */
export const MasterDetailLayout = ({ children }: { readonly children: ReactNode }) => {
  const { entity, url } = useScreen();
  const rows = useListRows();
  const isPhone = useScreenLayout(useIsPhone());
  const translate = useTranslate();
  const selectedId = useSelectedId(rows, isPhone);
  const masterDetail = useMemo(() => ({ selectedId }), [selectedId]);
  const recordQuery = useRecord(entity, selectedId, rows);
  const selectNext = useSelectNext(rows, selectedId);
  const panel = selectedId !== undefined && entity.side && (
    <RecordPanel
      key={selectedId}
      recordQuery={recordQuery}
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
      <MasterDetailKeys selectedId={selectedId} record={recordQuery.record} onDone={selectNext} />
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
 * so that a new row on top does not take its place. If the selected row leaves the list, as a processed one does, the
 * row that takes its place is selected.
 */
const useSelectedId = (rows: readonly RaRecord[], isPhone: boolean): Identifier | undefined => {
  const { url } = useScreen();
  const overlay = useOverlay();
  const { isPlaceholderData } = useListContext();
  const [pinnedId, setPinnedId] = useState<Identifier>();
  if (!isPhone && pinnedId === undefined && rows[0]) setPinnedId(rows[0].id);
  const selectedId = overlay.selectedId ?? (isPhone ? undefined : pinnedId);
  const lastIndex = useRef(0);
  const index = rows.findIndex(({ id }) => String(id) === String(selectedId));
  const lastSeenId = useRef<Identifier>(undefined);
  if (index >= 0) {
    lastIndex.current = index;
    lastSeenId.current = selectedId;
  }
  const hasLeft =
    index < 0 && lastSeenId.current !== undefined && lastSeenId.current === selectedId;
  const next = rows[Math.min(lastIndex.current, rows.length - 1)]?.id;
  const move = useEffectEvent(() => {
    if (!hasLeft || isPlaceholderData) return;
    // If that row leaves too before it is rendered, the selection moves on.
    lastSeenId.current = next;
    // The panel with its map takes long to render.
    startTransition(() => setPinnedId(next));
    if (overlay.selectedId !== undefined) url.select(isPhone ? null : (next ?? null));
  });
  useEffect(() => {
    if (hasLeft) move();
  }, [hasLeft]);
  return selectedId;
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
  /** Selected record, as the panel shows it. It is newer than the list's row after an action on it. */
  readonly record: RaRecord | undefined;
  /** Called with the code of an action after it succeeded for the selected record. */
  readonly onDone: (code: string) => void;
}

/**
 * Handles the keys of a master-detail screen: J and K move the selection, the key of an action runs it with the checked
 * rows, otherwise with the selected one.
 */
const MasterDetailKeys = ({ selectedId, record, onDone }: KeysProps) => {
  const { entity, url } = useScreen();
  const rows = useListRows();
  const { recordCache, selected } = useEntityList();
  const selectedRecords = record ? [record] : [];
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
      const next = rows[rows.findIndex(({ id }) => id === targetId.current) + step];
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
