import ArrowIcon from '@mui/icons-material/ArrowForward';
import { Box, Button, ButtonBase, Chip, Typography } from '@mui/material';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type RaRecord, useDataProvider, useTranslate } from 'react-admin';
import {
  type AnyEntity,
  hasTimeline,
  isBlank,
  type Row,
  type TimelineSource,
} from '../../../config';
import { localTime } from '../../../domain/figures';
import { ownValue } from '../../../domain/ownValue';
import {
  MAX_TIMELINE_PAGE,
  PANEL_WINDOW,
  type TimelineEnd,
  type TimelineEntry,
  type TimelinePage,
} from '../../../domain/timeline';
import { fieldText } from '../../../fields';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { actionPath } from '../../../protocol';
import { useApp, useEntityByName } from '../../app';
import { namedFields } from '../../app/record';
import { FieldCell } from '../../app/slots';
import { type ConsoleDataProvider, callIfPresent, useIsCallMissing } from '../../data';
import { RetryAlert } from '../../look/alerts';
import { FactsSkeleton } from '../../look/FactsSkeleton';
import { iconOf } from '../../look/icons';
import { useOverlays, useScreen } from '../screen';
import { useLocalUrl } from '../screenUrl';

/**
 * Timeline of a record, newest first. On a page it is filtered by source. Older entries load on request. Empty if the
 * server has none.
 */
export const Timeline = ({ record }: { readonly record: RaRecord }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const [selectedKinds, setSelectedKinds] = useState<readonly string[]>([]);
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useTimeline(entity, record, selectedKinds);
  const hasTimeline = useHasTimeline(entity);
  const [openEntry, setOpenEntry] = useState<TimelineEntry>();
  const entries = useMemo(() => data?.pages.flatMap((page) => page?.list ?? []) ?? [], [data]);
  const kinds = data?.pages[0]?.kinds ?? [];
  const toggle = (code: string) =>
    setSelectedKinds(
      selectedKinds.includes(code)
        ? selectedKinds.filter((each) => each !== code)
        : [...selectedKinds, code],
    );
  if (!hasTimeline) return null;
  return (
    <Box
      component="section"
      aria-label={translate(entity.side ? 'entity.timeline.around' : 'entity.timeline.title')}
    >
      {!entity.side && (
        <KindChips entity={entity} kinds={kinds} selected={selectedKinds} onToggle={toggle} />
      )}
      {isPending && <FactsSkeleton />}
      {error && !data && <RetryAlert error={error} onRetry={() => refetch()} />}
      {data && entries.length === 0 && (
        <Typography color="textSecondary" sx={{ py: 2 }}>
          {translate(
            selectedKinds.length > 0 ? 'entity.timeline.noneOfThese' : 'entity.timeline.none',
          )}
        </Typography>
      )}
      {daysOf(entries).map(({ day, entries: ofDay }) => (
        <Box key={day} component="section">
          <Typography component="h3" variant="caption" color="textSecondary" sx={dayLook}>
            {day}
          </Typography>
          <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {ofDay.map((entry) => (
              <Entry
                key={`${entry.entity} ${entry.id}`}
                entry={entry}
                kind={ownValue(entity.timeline, entry.kind)}
                isCurrent={entry.entity === entity.name && entry.id === record.id}
                onOpen={() => setOpenEntry(entry)}
              />
            ))}
          </Box>
        </Box>
      ))}
      {hasNextPage && (
        <Button
          onClick={() => fetchNextPage()}
          disabled={isFetchingNextPage}
          sx={{ mt: 1 }}
          variant="outlined"
        >
          {translate('entity.timeline.older')}
        </Button>
      )}
      {openEntry && <EntryDetail entry={openEntry} onClose={() => setOpenEntry(undefined)} />}
    </Box>
  );
};

/** True if the entity has a timeline, and the server has not refused to answer it. */
export const useHasTimeline = (entity: AnyEntity): boolean =>
  !useIsCallMissing(actionPath(entity.name, 'timeline')) && hasTimeline(entity);

/** Refetch interval while only the newest entries are shown and more may follow, ms. */
const AGAIN = 5_000;

const useTimeline = (entity: AnyEntity, record: RaRecord, selectedKinds: readonly string[]) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { wire } = useApp().declared;
  const path = actionPath(entity.name, 'timeline');
  const { side } = entity;
  const goesOn = !side || Date.now() < Number(record[side.timeField]) + PANEL_WINDOW;
  return useInfiniteQuery({
    // A change of the record in a panel is an event too.
    queryKey: ['timeline', entity.name, side ? record : record.id, selectedKinds],
    queryFn: ({ pageParam, signal, client }) =>
      callIfPresent(client, path, async () => {
        const body = {
          [wire.id]: record.id,
          ...(selectedKinds.length > 0 && { kinds: selectedKinds }),
          ...(side && { size: MAX_TIMELINE_PAGE }),
          ...pageParam,
        };
        const page = await dataProvider.call<TimelinePage | null>(path, body, { signal });
        return Array.isArray(page?.list) ? { ...page, list: page.list.filter(isEntry) } : null;
      }),
    initialPageParam: null as TimelineEnd | null,
    getNextPageParam: (page) => page?.next,
    placeholderData: side && keepPreviousData,
    refetchInterval: ({ state }) =>
      goesOn && !(state.data && state.data.pages.length > 1) ? AGAIN : false,
    retry: false,
  });
};

/** True if the entry has a time and a record; others cannot be shown. */
const isEntry = (entry: Partial<TimelineEntry> | null): boolean =>
  typeof entry?.time === 'number' && typeof entry.record === 'object' && entry.record !== null;

interface KindChipsProps {
  readonly entity: AnyEntity;
  /** Sources that the operator may read. */
  readonly kinds: readonly string[];
  readonly selected: readonly string[];
  readonly onToggle: (code: string) => void;
}

/** Filter by source; no selection means all. */
const KindChips = ({ entity, kinds, selected, onToggle }: KindChipsProps) => {
  const text = useText();
  const translate = useTranslate();
  if (kinds.length < 2) return null;
  return (
    <Box
      role="group"
      aria-label={translate('entity.timeline.kinds')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mb: 1.5 }}
    >
      {kinds.map((code) => {
        const kind: TimelineSource | undefined = ownValue(entity.timeline, code);
        const isChosen = selected.includes(code);
        const Icon = iconOf(kind?.icon);
        return (
          kind && (
            <Chip
              key={code}
              clickable
              size="small"
              icon={<Icon />}
              variant={isChosen ? 'filled' : 'outlined'}
              color={isChosen ? 'primary' : 'default'}
              aria-pressed={isChosen}
              onClick={() => onToggle(code)}
              label={text(kind.label)}
            />
          )
        );
      })}
    </Box>
  );
};

const dayLook = {
  display: 'block',
  position: 'sticky',
  top: 0,
  zIndex: 1,
  py: 0.5,
  bgcolor: 'background.paper',
  fontWeight: 600,
} as const;

/** Groups entries by day in the reader's time zone and keeps their order. */
const daysOf = (entries: readonly TimelineEntry[]) => {
  const days = new Map<string, TimelineEntry[]>();
  for (const entry of entries) {
    const day = localTime(entry.time).slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }));
};

const row = {
  display: 'grid',
  gridTemplateColumns: '64px 24px minmax(0, 1fr)',
  columnGap: 1,
  alignItems: 'start',
  width: '100%',
  textAlign: 'left',
  py: 0.75,
  px: 1,
  mx: -1,
  borderRadius: 1.5,
  font: 'inherit',
  '[aria-current] > &': { bgcolor: 'action.selected' },
  '&:hover': { bgcolor: 'action.hover' },
} as const;

const titleLine = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: 0.75,
  typography: 'body2',
} as const;

interface EntryProps {
  readonly entry: TimelineEntry;
  readonly kind: TimelineSource | undefined;
  /** True if it is the record of the timeline. */
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}

/** Timeline entry: time, title, and details such as operator or place. A press opens the full record. */
const Entry = ({ entry, kind, isCurrent, onOpen }: EntryProps) => {
  const entity = useEntityByName(entry.entity);
  const locale = useReaderLocale();
  if (!entity || !kind) return null;
  const Icon = iconOf(kind.icon);
  const titleFields = filledFields(entity, kind.title, entry.record);
  const extraTexts = filledFields(entity, kind.extra ?? [], entry.record)
    .map(({ name, field }) => fieldText(field, name, entry.record, locale))
    .filter((each) => each !== '');
  return (
    <Box component="li" aria-current={isCurrent ? 'true' : undefined}>
      <ButtonBase onClick={onOpen} sx={row}>
        <Typography component="time" variant="body2" color="textSecondary">
          {localTime(entry.time).slice(11)}
        </Typography>
        <Icon sx={{ fontSize: 18, color: 'text.secondary', mt: 0.125 }} />
        <Box sx={{ minWidth: 0 }}>
          <Box sx={titleLine}>
            {titleFields.map(({ name, field }, i) => (
              <Box key={name} component="span" sx={{ display: 'inline-flex', fontWeight: 500 }}>
                {kind.transition && i === 1 && (
                  <ArrowIcon sx={{ fontSize: 14, alignSelf: 'center', mr: 0.75 }} />
                )}
                <FieldCell name={name} field={field} record={entry.record} />
              </Box>
            ))}
          </Box>
          {extraTexts.length > 0 && (
            <Typography
              component="span"
              variant="body2"
              color="textSecondary"
              sx={{ display: 'block', overflowWrap: 'anywhere' }}
            >
              {extraTexts.join(' · ')}
            </Typography>
          )}
        </Box>
      </ButtonBase>
    </Box>
  );
};

const filledFields = (entity: AnyEntity, names: readonly string[], record: Row) =>
  namedFields(entity, names).filter(({ name }) => !isBlank(record[name]));

const EntryDetail = ({ entry, onClose }: { entry: TimelineEntry; onClose: () => void }) => {
  const entity = useEntityByName(entry.entity);
  const Overlays = useOverlays();
  const local = useLocalUrl();
  const { id, record } = entry;
  const rows = useMemo(() => [{ ...record, id }], [record, id]);
  const overlay = useMemo(() => ({ ...local.overlay, detailId: id }), [local.overlay, id]);
  const url = useMemo(() => ({ ...local.url, closeDetail: onClose }), [local.url, onClose]);
  return entity ? (
    <Overlays entity={entity} overlay={overlay} url={url} rows={rows}>
      {null}
    </Overlays>
  ) : null;
};
