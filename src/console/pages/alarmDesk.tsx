import FoldIcon from '@mui/icons-material/ExpandLess';
import UnfoldIcon from '@mui/icons-material/ExpandMore';
import LogIcon from '@mui/icons-material/History';
import MuteIcon from '@mui/icons-material/NotificationsOffOutlined';
import NoteIcon from '@mui/icons-material/StickyNote2Outlined';
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { type RaRecord, useGetList, useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AnyEntity, Row } from '../../config';
import { type AlarmKind, alarmKind } from '../../domain/alarm';
import { choiceLabel } from '../../domain/label';
import { fieldText } from '../../fields/schemas';
import { useReaderLocale, useText } from '../../fields/views/reader';
import { buttonCode, verbPath } from '../../protocol';
import { useListAddress } from '../app';
import { useEntityByName } from '../app/AppContext';
import { fieldOf } from '../app/record';
import { useLockTitle } from '../app/recordNames';
import { useCanRead, useGrants } from '../data';
import { useEntityList } from '../entity/list/state/useEntityList';
import { useAllowedActions } from '../operations';

const NOTES = 'shiftNote';
const MUTES = 'alarmMute';
const LOG = 'alarmHistory';

interface OpenAlarm extends RaRecord {
  readonly sn: string;
  readonly police_type: AlarmKind;
}

/** Poll interval, ms: other operators add and end them. */
const POLL_INTERVAL = 30_000;

/**
 * Unread notes of the last shift and mutes in force, above the list of alarms: one line with their number, which opens
 * to one line each.
 */
export const DeskHead = () => {
  const translate = useTranslate();
  const id = useId();
  const [open, setOpen] = useState(false);
  const notes = usePinned(NOTES, { state: [0] }, 'create_time');
  const mutes = usePinned(MUTES, { until_from: 'now' }, 'until');
  const news = useNewAlarms();
  const counts = [
    notes.length > 0 && translate('alarmDesk.notes', { smart_count: notes.length }),
    mutes.length > 0 && translate('alarmDesk.mutes', { smart_count: mutes.length }),
  ];
  return (
    <Box sx={{ flex: 'none' }}>
      <Box role="status" sx={visuallyHidden}>
        {news}
      </Box>
      {notes.length + mutes.length > 0 && (
        <Button
          color="inherit"
          size="small"
          startIcon={notes.length > 0 ? <NoteIcon /> : <MuteIcon />}
          endIcon={open ? <FoldIcon /> : <UnfoldIcon />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          sx={countLine}
        >
          {counts.filter(Boolean).join(' · ')}
        </Button>
      )}
      <Box component="ul" id={id} hidden={!open} sx={list}>
        {notes.map((pinned) => (
          <PinnedLine key={`note ${pinned.record.id}`} {...pinned} icon={<NoteIcon />}>
            {(show) => (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
                <Typography variant="body2" component="span" sx={{ whiteSpace: 'pre-line' }}>
                  {show('text')}
                </Typography>
                <Source>{[show('written_by'), show('create_time')].join(' · ')}</Source>
              </Box>
            )}
          </PinnedLine>
        ))}
        {mutes.map((pinned) => (
          <PinnedLine key={`mute ${pinned.record.id}`} {...pinned} icon={<MuteIcon />}>
            {(show) => <MuteText show={show} />}
          </PinnedLine>
        ))}
      </Box>
    </Box>
  );
};

/** Returns the announcement of the alarms that the list has got since its last answer, for screen readers. */
const useNewAlarms = (): string => {
  const { filterValues, page, isPlaceholderData } = useListContext();
  const { latest } = useEntityList();
  const translate = useTranslate();
  const text = useText();
  const lockTitle = useLockTitle();
  const question = JSON.stringify([filterValues, page]);
  const seen = useRef({ question: '', last: 0 });
  const [news, setNews] = useState('');
  const announce = useEffectEvent((alarms: readonly OpenAlarm[]) => {
    const { question: before, last } = seen.current;
    seen.current = { question, last: Math.max(last, ...alarms.map(({ id }) => Number(id))) };
    // Another view of the list is no news.
    const fresh = before === question ? alarms.filter(({ id }) => Number(id) > last) : [];
    const [worst] = fresh;
    if (!worst) return;
    const label = choiceLabel(alarmKind, worst.police_type);
    const kind = label ? text(label) : worst.police_type;
    const alarm = `${kind}, ${lockTitle(worst.sn)}`;
    setNews(translate('alarmDesk.fresh', { smart_count: fresh.length, alarm }));
  });
  useEffect(() => {
    if (latest && !isPlaceholderData) announce(latest as readonly OpenAlarm[]);
  }, [latest, isPlaceholderData]);
  return news;
};

/** Tools of the alarm desk: its log, and a note to the next shift. Each renders nothing without the permission. */
export const DeskTools = () => {
  const translate = useTranslate();
  const granted = useGrants();
  const entity = useEntityByName(NOTES);
  const address = useListAddress();
  const notes = address(NOTES);
  const mayWrite = entity && granted(buttonCode(NOTES, 'add'), verbPath(entity, 'add'));
  return (
    <>
      <LinkTool to={address(LOG)} label={translate('menus.alarmHistory')} icon={LogIcon} />
      <LinkTool
        to={mayWrite && notes ? `${notes}?create=1` : undefined}
        label={translate('alarmDesk.write')}
        icon={NoteIcon}
      />
    </>
  );
};

interface LinkToolProps {
  readonly to: string | undefined;
  readonly label: string;
  readonly icon: ComponentType<{ fontSize: 'small' }>;
}

const LinkTool = ({ to, label, icon: Icon }: LinkToolProps) =>
  to !== undefined && (
    <Tooltip title={label}>
      <IconButton
        component={Link}
        to={to}
        size="small"
        aria-label={label}
        sx={{ color: 'text.secondary' }}
      >
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );

interface Pinned {
  readonly entity: AnyEntity;
  readonly record: RaRecord;
}

const usePinned = (name: string, filter: Row, sortField: string): readonly Pinned[] => {
  const entity = useEntityByName(name);
  const canRead = useCanRead(name);
  const { data = [] } = useGetList(
    name,
    {
      filter,
      sort: { field: sortField, order: 'ASC' },
      pagination: { page: 1, perPage: 20 },
    },
    { enabled: entity !== undefined && canRead, refetchInterval: POLL_INTERVAL, retry: false },
  );
  return entity ? data.map((record) => ({ entity, record })) : [];
};

type Show = (field: string) => string;

interface PinnedLineProps extends Pinned {
  readonly icon: ReactNode;
  readonly children: (show: Show) => ReactNode;
}

const PinnedLine = ({ entity, record, icon, children }: PinnedLineProps) => {
  const locale = useReaderLocale();
  const items = useAllowedActions(entity, record);
  const show = (name: string) => {
    const field = fieldOf(entity, name);
    return field ? fieldText(field, name, record, locale) : '';
  };
  return (
    <Box component="li" sx={line}>
      {icon}
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{children(show)}</Box>
      {items.map(({ code, label, open }) => (
        <Button key={code} size="small" onClick={open} sx={{ flex: 'none', py: 0 }}>
          {label}
        </Button>
      ))}
    </Box>
  );
};

/** A mute in one line, so that it costs one row of alarms at most; on a phone, where a row is higher, in several. */
const MuteText = ({ show }: { readonly show: Show }) => {
  const translate = useTranslate();
  const type = show('police_type') || translate('alarmDesk.everyKind');
  const place = show('device_id') || show('org_id');
  const text = translate('alarmDesk.muted', { type, place, until: show('until') });
  const source = [show('created_by'), show('reason')].join(' · ');
  return (
    <Typography
      variant="body2"
      noWrap
      title={`${text} · ${source}`}
      sx={{ whiteSpace: { xs: 'normal', sm: 'nowrap' } }}
    >
      {text} <Source>{source}</Source>
    </Typography>
  );
};

const Source = ({ children }: { readonly children: ReactNode }) => (
  <Typography variant="body2" component="span" color="textSecondary">
    {children}
  </Typography>
);

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  maxHeight: 112,
  overflowY: 'auto',
} as const;

const countLine = {
  width: 1,
  px: 2,
  minHeight: 28,
  py: 0,
  borderRadius: 0,
  borderBottom: 1,
  borderColor: 'divider',
  justifyContent: 'flex-start',
  fontWeight: 400,
  '& .MuiButton-startIcon': { ml: 0, color: 'warning.main' },
} as const;

const line = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1,
  px: 2,
  py: 0.5,
  '& > svg': { fontSize: 18, mt: 0.25, color: 'warning.main' },
  // As high as the text, except under fingers.
  '@media (pointer: fine)': { '& > .MuiButton-root': { minHeight: 22 } },
} as const;
