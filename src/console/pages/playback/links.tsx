import TrackIcon from '@mui/icons-material/RouteOutlined';
import { Button, IconButton } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Stretch } from '../../../domain/track/stops';
import { Hint } from '../../../fields/views/cells';
import { usePlaybackAddress, windowAround, windowBefore } from './address';

/** Time of a record's event, or of the lock's last report. */
const spanOf = (
  { create_time, report_time }: Record<string, unknown>,
  isEvent: boolean,
): Stretch => {
  if (isEvent && typeof create_time === 'number') return windowAround(create_time);
  return windowBefore(typeof report_time === 'number' ? report_time : Date.now());
};

interface SlotProps {
  /** The record is an event in time, not a lock with its current state. */
  readonly event?: boolean;
}

const useTarget = (event: boolean): string | undefined => {
  const record = useRecordContext();
  const address = usePlaybackAddress();
  const sn = record?.sn;
  if (!record || !address || typeof sn !== 'string' || sn === '') return undefined;
  return address(sn, spanOf(record, event));
};

/** Link of a row to the playback around its time. */
export const RowPlayback = ({ event = false }: SlotProps) => {
  const translate = useTranslate();
  const record = useRecordContext();
  const to = useTarget(event);
  if (to === undefined) return null;
  return (
    <Hint title={translate('playback.link')}>
      <IconButton
        component={Link}
        to={to}
        size="small"
        color="inherit"
        aria-label={translate('playback.linkOf', { sn: String(record?.sn) })}
      >
        <TrackIcon sx={{ fontSize: 18 }} />
      </IconButton>
    </Hint>
  );
};

/** Link of a detail to the playback, with a label. */
export const DetailPlayback = ({ event = false }: SlotProps) => {
  const translate = useTranslate();
  const to = useTarget(event);
  if (to === undefined) return null;
  return (
    <Button
      component={Link}
      to={to}
      size="small"
      startIcon={<TrackIcon />}
      sx={{ justifySelf: 'start', mb: 1 }}
    >
      {translate('playback.link')}
    </Button>
  );
};
