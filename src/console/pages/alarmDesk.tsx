import MuteIcon from '@mui/icons-material/NotificationsOffOutlined';
import NoteIcon from '@mui/icons-material/StickyNote2Outlined';
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AnyEntity, Row } from '../../config';
import { fieldText } from '../../fields/schemas';
import { useReaderLocale } from '../../fields/views/reader';
import { buttonCode, verbPath } from '../../protocol';
import { useListAddress } from '../app';
import { useEntityByName } from '../app/AppContext';
import { fieldOf } from '../app/record';
import { useCanRead, useGrants } from '../data';
import { useActionItems } from '../operations';

const NOTES = 'shiftNote';
const MUTES = 'alarmMute';

/** Poll interval, ms: other operators add and end them. */
const POLL_INTERVAL = 30_000;

/** Lines pinned above the list of alarms: unread notes of the last shift, and mutes in force. */
export const DeskHead = () => {
  const notes = usePinned(NOTES, { state: [0] }, 'create_time');
  const mutes = usePinned(MUTES, { until_from: 'now' }, 'until');
  if (notes.length + mutes.length === 0) return null;
  return (
    <Box component="ul" sx={list}>
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
  );
};

/** Button that writes a note to the next shift; renders nothing without the permission. */
export const WriteNote = () => {
  const translate = useTranslate();
  const granted = useGrants();
  const entity = useEntityByName(NOTES);
  const address = useListAddress()(NOTES);
  if (!entity || !address || !granted(buttonCode(NOTES, 'add'), verbPath(entity, 'add'))) {
    return null;
  }
  const label = translate('alarmDesk.write');
  return (
    <Tooltip title={label}>
      <IconButton
        component={Link}
        to={`${address}?create=1`}
        size="small"
        aria-label={label}
        sx={{ color: 'text.secondary' }}
      >
        <NoteIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
};

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
  const items = useActionItems(entity, [record], 'row').filter(({ reason }) => reason === null);
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
  flex: 'none',
  maxHeight: 112,
  overflowY: 'auto',
  borderBottom: 1,
  borderColor: 'divider',
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
