import FollowIcon from '@mui/icons-material/GpsFixed';
import TrailIcon from '@mui/icons-material/Timeline';
import { Alert, Box, Button, ToggleButton } from '@mui/material';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { HOUR } from '../../../domain/duration';
import { lockFilter, useCanRead } from '../../data';
import { RetryAlert } from '../../look/alerts';
import { type FleetStore, Follow, type TrailFix, TrailLine } from '../../maps';
import { usePlaybackAddress } from '../playback/address';
import type { FailedTrail, LockTools } from './mapState';

interface ToolButtonsProps {
  readonly sn: string;
  /** True if the lock has a position, so that it can be followed. */
  readonly placed: boolean;
  /** True if the lock is borrowed: only its owner may see its track. */
  readonly lent: boolean;
  readonly tools: LockTools;
}

/** Buttons to follow the selected lock, and to show its trail, with the reason if that failed. */
export const ToolButtons = ({ sn, placed, lent, tools }: ToolButtonsProps) => {
  const { following, setFollowing, trailed, setTrailed, failedTrail } = tools;
  const translate = useTranslate();
  const mayReadRecords = useCanRead(RECORDS);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <ToggleButton
        value="follow"
        size="small"
        selected={following && placed}
        disabled={!placed}
        onChange={() => setFollowing(!following)}
        sx={button}
      >
        <FollowIcon fontSize="small" />
        {translate('pages.map.card.follow')}
      </ToggleButton>
      {mayReadRecords && !lent && (
        <ToggleButton
          value="trail"
          size="small"
          selected={trailed}
          onChange={() => setTrailed(!trailed)}
          sx={button}
        >
          <TrailIcon fontSize="small" />
          {translate('pages.map.card.trail')}
        </ToggleButton>
      )}
      {failedTrail?.sn === sn && (
        <FailedTrailNotice failed={failedTrail} onRetry={() => setTrailed(true)} />
      )}
    </Box>
  );
};

/** Reason why a trail is not shown, and what helps: another try, or the playback of another time. */
const FailedTrailNotice = ({ failed, onRetry }: { failed: FailedTrail; onRetry: () => void }) => {
  const translate = useTranslate();
  const playbackOf = usePlaybackAddress();
  const { sn, error } = failed;
  if (error) {
    return (
      <RetryAlert onRetry={onRetry} sx={{ width: '100%' }}>
        {translate('pages.map.card.trailFailed', { why: error.message })}
      </RetryAlert>
    );
  }
  const playback = playbackOf && (
    <Button color="inherit" size="small" component={Link} to={playbackOf(sn)}>
      {translate('playback.link')}
    </Button>
  );
  return (
    <Alert severity="info" role="status" sx={{ width: '100%' }} action={playback}>
      {translate('pages.map.card.trailEmpty')}
    </Alert>
  );
};

const button = { gap: 0.75, textTransform: 'none', px: 1.25, py: 0.5 } as const;

const RECORDS = 'deviceLocationRecord';
/** Limit of positions: one hour at one report every four seconds. */
const MAX_FIXES = 900;

interface LockProps {
  readonly store: FleetStore;
  readonly sn: string;
  readonly tools: LockTools;
}

/** Follows a lock on the map, and draws its trail, as switched on. */
export const FollowedLock = ({ store, sn, tools }: LockProps) => (
  <>
    {tools.following && <Follow store={store} sn={sn} onEnd={() => tools.setFollowing(false)} />}
    {tools.trailed && <LastHour key={sn} store={store} sn={sn} tools={tools} />}
  </>
);

/** Trail of a lock's last hour, from its records. */
const LastHour = ({ store, sn, tools }: LockProps) => {
  const [since] = useState(() => Date.now() - HOUR);
  const { data, error } = useGetList<{
    readonly id: number;
    readonly create_time: number;
    readonly lat: number | null;
    readonly lon: number | null;
  }>(RECORDS, {
    filter: { ...lockFilter(sn), create_time_from: since },
    pagination: { page: 1, perPage: MAX_FIXES },
    sort: { field: 'create_time', order: 'DESC' },
  });
  const fixes = useMemo(
    () =>
      (data ?? [])
        .flatMap(({ lat, lon, create_time }): TrailFix[] =>
          lat === null || lon === null || (lat === 0 && lon === 0)
            ? []
            : [{ lat, lon, at: create_time }],
        )
        .reverse(),
    [data],
  );
  const fail = useEffectEvent((reason: Error | null) => tools.failTrail({ sn, error: reason }));
  const isEmpty = data !== undefined && fixes.length === 0;
  useEffect(() => {
    if (error) fail(error);
    else if (isEmpty) fail(null);
  }, [error, isEmpty]);
  return <TrailLine store={store} sn={sn} fixes={fixes} />;
};
