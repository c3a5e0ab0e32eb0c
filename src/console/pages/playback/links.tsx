import TrackIcon from '@mui/icons-material/RouteOutlined';
import { Button, IconButton } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Hint } from '../../../fields/views/cells';
import { frameAround, usePlaybackAddress } from './address';

/** @param event the record is an event in time, not a lock with its current state */
const useTarget = (event: boolean): string | undefined => {
  const record = useRecordContext();
  const address = usePlaybackAddress();
  const sn = record?.sn;
  if (!record || !address || typeof sn !== 'string' || sn === '') return undefined;
  const time = record.create_time;
  return address(sn, event && typeof time === 'number' ? frameAround(time) : undefined);
};

/** Link of a row to the playback around its time. */
export const RowPlayback = ({ event = false }: { readonly event?: boolean }) => {
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
export const DetailPlayback = ({ event = false }: { readonly event?: boolean }) => {
  const translate = useTranslate();
  const to = useTarget(event);
  if (to === undefined) return null;
  return (
    <Button
      component={Link}
      to={to}
      size="small"
      color="inherit"
      startIcon={<TrackIcon />}
      sx={{ justifySelf: 'start', mb: 1 }}
    >
      {translate('playback.link')}
    </Button>
  );
};
