import FollowIcon from '@mui/icons-material/GpsFixed';
import TrailIcon from '@mui/icons-material/Timeline';
import { Box, ToggleButton } from '@mui/material';
import { useMemo, useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { HOUR } from '../../../domain/duration';
import { lockFilter, useCanRead } from '../../data';
import { type FleetStore, Follow, type TrailFix, TrailLine } from '../../maps';

/** Tools for the selected lock on the map. */
export interface LockTools {
  readonly following: boolean;
  readonly setFollowing: (following: boolean) => void;
  readonly trailed: boolean;
  readonly setTrailed: (trailed: boolean) => void;
}

interface ToolButtonsProps {
  /** True if the lock is borrowed: only its owner may see its track. */
  readonly lent: boolean;
  readonly tools: LockTools;
}

/** Buttons to follow the selected lock, and to show its trail. */
export const ToolButtons = ({ lent, tools }: ToolButtonsProps) => {
  const { following, setFollowing, trailed, setTrailed } = tools;
  const translate = useTranslate();
  const mayReadRecords = useCanRead(RECORDS);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <ToggleButton
        value="follow"
        size="small"
        selected={following}
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
    </Box>
  );
};

const button = { gap: 0.75, textTransform: 'none', px: 1.25, py: 0.5 } as const;

const RECORDS = 'deviceLocationRecord';
/** Limit of positions: one hour at one report every four seconds. */
const MAX_FIXES = 900;

interface LocationRecord {
  readonly id: number;
  readonly create_time: number;
  readonly lat: number | null;
  readonly lon: number | null;
}

interface LockProps {
  readonly store: FleetStore;
  readonly sn: string;
}

/** Follows a lock on the map, and draws its trail, as switched on. */
export const FollowedLock = ({ store, sn, tools }: LockProps & { readonly tools: LockTools }) => (
  <>
    {tools.following && <Follow store={store} sn={sn} onEnd={() => tools.setFollowing(false)} />}
    {tools.trailed && <LastHour key={sn} store={store} sn={sn} />}
  </>
);

/** Trail of a lock's last hour, from its records. */
const LastHour = ({ store, sn }: LockProps) => {
  const [since] = useState(() => Date.now() - HOUR);
  const { data } = useGetList<LocationRecord>(RECORDS, {
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
  return <TrailLine store={store} sn={sn} fixes={fixes} />;
};
