import CheckIcon from '@mui/icons-material/Check';
import DetailIcon from '@mui/icons-material/OpenInFull';
import { Box, IconButton, Skeleton, Typography } from '@mui/material';
import { Fragment } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import type { AnyEntity, DetailPanel } from '../../config';
import type { Locale } from '../../domain/label';
import { fieldText } from '../../fields/schemas';
import { usePlaceMaps } from '../../fields/views/contexts';
import { useReaderLocale } from '../../fields/views/reader';
import { eventFieldOf, fieldOf, hasTones, panelStates } from '../app/record';
import { useRecordNames } from '../app/recordNames';
import { FieldCell } from '../app/slots';
import { ErrorAlert } from '../look/alerts';
import { FactsSkeleton } from '../look/FactsSkeleton';
import { nextStep, OperationButton, OperationIconButton, useActionItems } from '../operations';
import { Timeline } from './detail/Timeline';
import { useCloseIfMissing, type useRecord, useScreen } from './screen';

interface PanelProps {
  readonly recordQuery: ReturnType<typeof useRecord>;
  /** Records that the actions apply to. */
  readonly records: readonly RaRecord[];
  readonly side: DetailPanel<AnyEntity['fields']>;
  /** Called with the code of an action after it succeeded. */
  readonly onDone: (code: string) => void;
}

/** Panel with actions, map and timeline of the selected record. */
export const RecordPanel = ({ recordQuery, records, side, onDone }: PanelProps) => {
  const { entity, url } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const { record, query } = recordQuery;
  const { fullNameOf } = useRecordNames(entity);
  const isMissing = useCloseIfMissing(recordQuery, () => url.select(null));
  if (isMissing) return null;
  if (query.isError && !record) {
    return <ErrorAlert sx={{ m: 2 }}>{query.error.message}</ErrorAlert>;
  }
  if (!record) return <FactsSkeleton />;
  const title = fullNameOf(record);
  const heading = headingOf(entity, record, locale);
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Box sx={{ px: 2, pt: 1, pb: 1, flex: 'none' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography
            component="h2"
            noWrap
            sx={{ fontSize: 16, fontWeight: 600, flex: 1, minWidth: 0 }}
          >
            {heading ?? title}
          </Typography>
          <IconButton
            size="small"
            aria-label={translate('entity.side.detail', { title })}
            onClick={() => url.show(record.id)}
          >
            <DetailIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Box>
        <Box sx={factsLine}>
          {heading !== undefined && <Typography variant="body2">{title}</Typography>}
          {/* States as the list shows them, without those that most records have. */}
          {panelStates(entity, record, side.normal).map(({ name, field }) => (
            <FieldCell key={name} field={field} name={name} record={record} />
          ))}
        </Box>
        {panelLines(entity, side, record, locale).map(([key, line]) => (
          <Typography
            key={key}
            variant="body2"
            color="textSecondary"
            noWrap
            title={line}
            sx={{ minHeight: '1lh' }}
          >
            {line}
          </Typography>
        ))}
        <PanelActions records={records} onDone={onDone} />
      </Box>
      {side.place && <PanelMap record={record} place={side.place} title={title} />}
      <Box tabIndex={0} sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 2, py: 1.5 }}>
        <Timeline record={record} />
      </Box>
    </Box>
  );
};

const factsLine = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 1.5,
  typography: 'body2',
} as const;

/** Returns the event that the record stands for, by which its timeline names it; undefined if it has none. */
const headingOf = (entity: AnyEntity, record: RaRecord, locale: Locale): string | undefined => {
  const name = eventFieldOf(entity);
  const field = name === undefined ? undefined : fieldOf(entity, name);
  return (field && name && fieldText(field, name, record, locale)) || undefined;
};

/** Returns the texts without those that are empty or part of another: a place may name its geofence. */
export const distinctTexts = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts)].filter(
    (text, i, all) => text !== '' && !all.some((other, j) => i !== j && other.includes(text)),
  );

/**
 * Formats a record, without title and states, in two lines: its columns, and its `extra` fields. Nothing below moves
 * from record to record.
 */
const panelLines = (
  entity: AnyEntity,
  { extra = [] }: PanelProps['side'],
  record: RaRecord,
  locale: Locale,
): readonly (readonly [key: string, line: string])[] => {
  const headingField = eventFieldOf(entity);
  const textOf = (name: string) => {
    const field = fieldOf(entity, name);
    if (!field || hasTones(field) || name === entity.title || name === headingField) return '';
    return fieldText(field, name, record, locale);
  };
  return [
    ['columns', distinctTexts((entity.columns as readonly string[]).map(textOf)).join(' · ')],
    ['extra', distinctTexts(extra.map(textOf)).join(' · ')],
  ];
};

/** Actions in one line: those with a shortcut as buttons, the others as icons. */
const PanelActions = ({ records, onDone }: Pick<PanelProps, 'records' | 'onDone'>) => {
  const { entity } = useScreen();
  const items = useActionItems(entity, records, 'row', onDone);
  const [buttons, icons] = [items.filter(hasShortcut), items.filter((item) => !hasShortcut(item))];
  // It is filled.
  const next = nextStep(buttons);
  return (
    <Box sx={actionLine}>
      {buttons.map((item) => (
        <Fragment key={item.code}>
          {item.stateLabel && records.length === 1 && <StateLabel text={item.stateLabel} />}
          <OperationButton
            item={item}
            size="small"
            variant={item === next ? 'contained' : item.stateLabel ? 'text' : 'outlined'}
            aria-keyshortcuts={item.shortcut?.toUpperCase()}
          />
          <Box component="kbd" aria-hidden sx={shortcutHint}>
            {item.shortcut?.toUpperCase()}
          </Box>
        </Fragment>
      ))}
      <Box sx={{ ml: 'auto', display: 'flex' }}>
        {icons.map((item) => (
          <OperationIconButton key={item.code} item={item} />
        ))}
      </Box>
    </Box>
  );
};

const hasShortcut = ({ shortcut }: { readonly shortcut?: string }) => shortcut !== undefined;

const actionLine = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.75,
  minHeight: 34,
  mt: 1,
  '& .MuiButton-root': { minWidth: 0, px: 0.75, flex: 'none' },
  '& .MuiButton-contained': { px: 1.5 },
  '& .MuiButton-startIcon': { display: 'none' },
} as const;

const shortcutHint = {
  color: 'text.secondary',
  fontSize: 12,
  display: { xs: 'none', md: 'inline' },
} as const;

/** State that the button after it ends. */
const StateLabel = ({ text }: { readonly text: string }) => (
  <Typography
    variant="body2"
    component="span"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 0.5,
      fontWeight: 600,
      whiteSpace: 'nowrap',
    }}
  >
    <CheckIcon sx={{ fontSize: 16, color: 'success.main' }} />
    {text}
  </Typography>
);

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
        <maps.View
          loading={<Skeleton variant="rectangular" height="100%" />}
          label={translate('entity.side.map', { title })}
          place={{ lat, lon }}
        />
      )}
    </Box>
  );
};
