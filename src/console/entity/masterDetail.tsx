import DetailIcon from '@mui/icons-material/OpenInFull';
import { Alert, Box, Button, Drawer, IconButton, Paper, Skeleton, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import {
  type Identifier,
  type RaRecord,
  useDataProvider,
  useListContext,
  useTranslate,
} from 'react-admin';
import { type AnyEntity, type DetailPanel, type Field, isBlank } from '../../config';
import type { Locale } from '../../domain/label';
import { RELATED_EVENTS } from '../../domain/timeline';
import { fieldText, schemaOf } from '../../fields/schemas';
import { TimeCell, ToneShape } from '../../fields/views/cells';
import { usePlaceMaps } from '../../fields/views/contexts';
import { useReaderLocale, useText } from '../../fields/views/reader';
import { isDialogOpen, isTextInput, useApp } from '../app';
import { fieldOf, hasTones, recordTitle } from '../app/record';
import { FieldCell } from '../app/slots';
import { type ConsoleDataProvider, useReadableEntities } from '../data';
import { RetryAlert } from '../look/RetryAlert';
import { useIsPhone } from '../look/useIsPhone';
import { OperationButton, useActionItems } from '../operations';
import { useEntityList, useListRows } from './list/useEntityList';
import {
  type MasterDetail,
  MasterDetailContext,
  useCloseIfMissing,
  useOverlay,
  useRecord,
  useScreen,
} from './screen';

/** Lays out a list with the detail panel of the selected row; on a phone the panel is a drawer. */
export const MasterDetailLayout = ({ children }: { readonly children: ReactNode }) => {
  const { entity, url } = useScreen();
  const rows = useListRows();
  const isPhone = useIsPhone();
  const translate = useTranslate();
  const selectedId = useSelectedId(rows, isPhone);
  const masterDetail = useMemo(
    (): MasterDetail => ({ selectedId, select: url.select }),
    [selectedId, url.select],
  );
  const panel = selectedId !== undefined && entity.side && (
    <RecordPanel key={selectedId} id={selectedId} rows={rows} side={entity.side} />
  );
  if (isPhone) {
    return (
      <MasterDetailContext value={masterDetail}>
        <MasterDetailKeys selectedId={selectedId} />
        {children}
        <Drawer
          open={selectedId !== undefined}
          anchor="bottom"
          onClose={() => url.select(null)}
          slotProps={{ paper: { sx: { height: '92dvh' } } }}
        >
          {panel}
          <Button onClick={() => url.select(null)} sx={{ flex: 'none', m: 1 }}>
            {translate('entity.close')}
          </Button>
        </Drawer>
      </MasterDetailContext>
    );
  }
  return (
    <MasterDetailContext value={masterDetail}>
      <MasterDetailKeys selectedId={selectedId} />
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'grid',
          gridTemplateColumns: { sm: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(340px, 1fr)' },
        }}
      >
        <Box sx={{ minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
          {children}
        </Box>
        <Paper
          component="aside"
          variant="outlined"
          aria-label={translate('entity.side.title')}
          sx={{
            my: 2.5,
            mr: 2.5,
            ml: { xs: 2.5, md: 0 },
            borderRadius: '10px',
            minHeight: 0,
            overflow: 'hidden',
            display: 'flex',
            flexDirection: 'column',
          }}
        >
          {panel || (
            <Typography color="textSecondary" sx={{ p: 3 }}>
              {translate('entity.side.none')}
            </Typography>
          )}
        </Paper>
      </Box>
    </MasterDetailContext>
  );
};

/**
 * Returns the selected id: the one in the URL, otherwise that of the first row (none on a phone). If the selected row
 * leaves the list, as a processed one does, the row that takes its place is selected.
 */
const useSelectedId = (rows: readonly RaRecord[], isPhone: boolean): Identifier | undefined => {
  const { url } = useScreen();
  const overlay = useOverlay();
  const { isPlaceholderData } = useListContext();
  const lastIndex = useRef(0);
  const index = rows.findIndex(({ id }) => String(id) === String(overlay.selectedId));
  const lastSeenId = useRef<Identifier>(undefined);
  if (index >= 0) {
    lastIndex.current = index;
    lastSeenId.current = overlay.selectedId;
  }
  const hasLeft =
    index < 0 && lastSeenId.current !== undefined && lastSeenId.current === overlay.selectedId;
  const next = rows[Math.min(lastIndex.current, rows.length - 1)]?.id;
  const move = useEffectEvent(() => {
    if (!hasLeft || isPlaceholderData) return;
    lastSeenId.current = undefined;
    url.select(isPhone ? null : (next ?? null));
  });
  useEffect(() => {
    if (hasLeft) move();
  }, [hasLeft]);
  if (isPhone) return overlay.selectedId;
  return overlay.selectedId ?? rows[0]?.id;
};

/**
 * Handles the keys of a master-detail screen: J and K move the selection, the key of an action runs it with the checked
 * rows, otherwise with the selected one.
 */
const MasterDetailKeys = ({ selectedId }: { readonly selectedId: Identifier | undefined }) => {
  const { entity, url } = useScreen();
  const rows = useListRows();
  const { recordCache, selected } = useEntityList();
  const selectedRecords = rows.filter(({ id }) => id === selectedId);
  const checkedRecords = [...selected].flatMap((id) => recordCache.get(id) ?? []);
  const single = useActionItems(entity, selectedRecords, 'row');
  const several = useActionItems(entity, checkedRecords, 'bulk');
  const items = checkedRecords.length > 0 ? several : single;
  // Key presses can come faster than the URL changes.
  const targetId = useRef(selectedId);
  const pendingCode = useRef<string>(undefined);
  const codeOf = (key: string) =>
    Object.entries(entity.actions).find(([, action]) => action.key === key)?.[0];
  const act = (code: string | undefined): boolean => {
    const item = items.find((each) => each.code === code);
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
    const code = pendingCode.current;
    pendingCode.current = undefined;
    if (code) act(code);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is chosen
  useEffect(() => follow(), [selectedId]);
  const press = useEffectEvent((event: KeyboardEvent) => {
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
      const code = codeOf(key);
      if (code && checkedRecords.length === 0 && targetId.current !== selectedId)
        pendingCode.current = code;
      else if (!act(code)) return;
    }
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return null;
};

interface PanelProps {
  readonly id: Identifier;
  readonly rows: readonly RaRecord[];
  readonly side: DetailPanel<AnyEntity['fields']>;
}

/** Panel with actions, map and related events of the selected record. */
const RecordPanel = ({ id, rows, side }: PanelProps) => {
  const { entity, url } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const recordQuery = useRecord(entity, id, rows);
  const { record, query } = recordQuery;
  const isMissing = useCloseIfMissing(recordQuery, () => url.select(null));
  if (isMissing) return null;
  if (query.isError && !record) {
    return (
      <Alert severity="error" role="alert" sx={{ m: 2 }}>
        {query.error.message}
      </Alert>
    );
  }
  if (!record) return <Skeleton variant="rounded" height={360} sx={{ m: 2 }} />;
  const title = recordTitle(entity, record, locale);
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Box sx={{ px: 2, pt: 1.5, pb: 1, flex: 'none' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
          <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, flex: 1 }}>
            {title}
          </Typography>
          <Facts entity={entity} record={record} />
          <IconButton
            size="small"
            aria-label={translate('entity.side.detail', { title })}
            onClick={() => url.show(record.id)}
          >
            <DetailIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Box>
        <Typography variant="body2" color="textSecondary">
          {summaryOf(entity, side, record, locale)}
        </Typography>
        <PanelActions record={record} />
      </Box>
      {side.place && <PanelMap record={record} place={side.place} title={title} />}
      <Box tabIndex={0} sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 2, py: 1.5 }}>
        <RelatedEvents record={record} side={side} />
      </Box>
    </Box>
  );
};

/** Formats the columns and `extra` fields of a record in one line, without title and states. */
const summaryOf = (
  entity: AnyEntity,
  { extra = [] }: PanelProps['side'],
  record: RaRecord,
  locale: Locale,
): string =>
  [...(entity.columns as readonly string[]), ...extra]
    .flatMap((name) => {
      const field = fieldOf(entity, name);
      if (!field || hasTones(field) || name === entity.title) return [];
      return fieldText({ ...field, coded: false } as Field, name, record, locale) || [];
    })
    .join(' · ');

/** States of the record, as the list shows them. */
const Facts = ({ entity, record }: { entity: AnyEntity; record: RaRecord }) => (
  <>
    {(entity.columns as readonly string[]).flatMap((name) => {
      const field = fieldOf(entity, name);
      if (!field || !hasTones(field) || isBlank(record[name])) return [];
      return [<FieldCell key={name} field={field} name={name} record={record} />];
    })}
  </>
);

const PanelActions = ({ record }: { readonly record: RaRecord }) => {
  const { entity } = useScreen();
  const items = useActionItems(entity, [record], 'row');
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 1 }}>
      {items.map((item) => {
        const key = entity.actions[item.code]?.key;
        return (
          <Box key={item.code} sx={{ display: 'flex', alignItems: 'center' }}>
            <OperationButton
              item={item}
              size="small"
              variant="outlined"
              aria-keyshortcuts={key?.toUpperCase()}
            />
            {key && (
              <Box
                component="kbd"
                aria-hidden
                sx={{
                  ml: 0.5,
                  color: 'text.secondary',
                  fontSize: 12,
                  display: { xs: 'none', sm: 'inline' },
                }}
              >
                {key.toUpperCase()}
              </Box>
            )}
          </Box>
        );
      })}
    </Box>
  );
};

interface MapProps {
  readonly record: RaRecord;
  readonly place: readonly string[];
  readonly title: string;
}

const PanelMap = ({ record, place: [latName = '', lonName = ''], title }: MapProps) => {
  const maps = usePlaceMaps();
  const translate = useTranslate();
  const [lat, lon] = [record[latName], record[lonName]];
  if (typeof lat !== 'number' || typeof lon !== 'number') {
    return (
      <Typography color="textSecondary" sx={{ px: 2, py: 1 }}>
        {translate('entity.side.noPlace')}
      </Typography>
    );
  }
  return (
    <Box sx={{ height: { xs: 220, md: '36%' }, minHeight: 180, flex: 'none' }}>
      {maps && (
        <Suspense fallback={<Skeleton variant="rectangular" height="100%" />}>
          <maps.View label={translate('entity.side.map', { title })} place={{ lat, lon }} />
        </Suspense>
      )}
    </Box>
  );
};

/** Related events of the record, newest first. */
const RelatedEvents = ({
  record,
  side,
}: {
  readonly record: RaRecord;
  readonly side: PanelProps['side'];
}) => {
  const { entity: own } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const { declared } = useApp();
  const { data: events, error, refetch } = useRelatedEvents(own, record, side);
  if (error && !events) return <RetryAlert error={error} onRetry={() => refetch()} />;
  if (!events) return <Skeleton variant="rounded" height={160} />;
  return (
    <Box component="ol" aria-label={translate('entity.side.story')} sx={list}>
      {events.map(({ entity: name, id, time, record: row }) => {
        const source = side.story.find((each) => each.entity === name);
        const entity = declared.entities.find((each) => each.name === name);
        const declaredField = source && entity && fieldOf(entity, source.eventField);
        if (!declaredField) return null;
        const { eventField, actorField } = source;
        // The label is enough; codes belong in the detail.
        const field = { ...declaredField, coded: false } as Field;
        const isOwn = name === own.name && id === record.id;
        const by = actorField === undefined ? '' : String(row[actorField] ?? '');
        const table = schemaOf(field).choices?.(field);
        const tone = (table?.tones as Record<string, never> | undefined)?.[String(row[eventField])];
        return (
          <Box
            component="li"
            key={`${name} ${id}`}
            aria-current={isOwn ? 'true' : undefined}
            sx={item}
          >
            <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
              <TimeCell at={time} />
            </Box>
            <Box component="span" sx={{ fontWeight: isOwn ? 700 : 400, minWidth: 0 }}>
              {tone && <ToneShape tone={tone} />} {fieldText(field, eventField, row, locale)}
              <Box component="span" sx={{ color: 'text.secondary', display: 'block' }}>
                {[text(entity.label), by].filter(Boolean).join(' · ')}
              </Box>
            </Box>
          </Box>
        );
      })}
    </Box>
  );
};

const list = { listStyle: 'none', m: 0, p: 0, fontSize: '0.8125rem' } as const;
const item = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: 1.5,
  py: 0.75,
  borderBottom: 1,
  borderColor: 'divider',
  '&[aria-current]': { bgcolor: 'action.selected', mx: -1, px: 1 },
} as const;

/** Refetch interval while further events may follow, ms. */
const REFETCH_INTERVAL = 5_000;

/** Fetches the related events that the operator may read. */
const useRelatedEvents = (
  { name }: AnyEntity,
  record: RaRecord,
  { around }: PanelProps['side'],
) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const readable = useReadableEntities();
  const goesOn = Date.now() < Number(record[around]) + RELATED_EVENTS.around;
  return useQuery({
    // The record is part of the key, because its change is a related event too.
    queryKey: [name, 'story', record],
    queryFn: ({ signal }) => dataProvider.story(name, { record, readable, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: goesOn ? REFETCH_INTERVAL : false,
    retry: false,
  });
};
