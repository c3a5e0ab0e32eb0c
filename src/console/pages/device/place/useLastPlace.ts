import { useGetList } from 'ra-core';
import type { PositionType } from '../../../../domain/lock';
import { useLiveState } from '../../../data';
import { useLiveDevice } from '../../fleet/useLiveDevice';

/** Where a lock was last. */
export interface LastPlace {
  readonly lat: number;
  readonly lon: number;
  /** When the position was taken, ms since 1970. */
  readonly at: number | null;
  readonly type: PositionType | null;
}

interface LocationRecord {
  readonly id: number;
  readonly create_time: number;
  readonly lat: number;
  readonly lon: number;
  readonly position_status: PositionType | null;
}

/** A record without a position has no latitude either. */
const ANYWHERE = { lat_from: -90 };

/**
 * Where a lock is as it moves or, where live data says nothing, where its newest record puts it; null for a lock that
 * has no position yet, undefined until it is known.
 */
export const useLastPlace = (sn: string): LastPlace | null | undefined => {
  const device = useLiveDevice(sn);
  const waiting = useLiveState().lastAnswer === null;
  const isLive = device !== undefined && device.lat !== null && device.lon !== null;
  const { data, isPending } = useGetList<LocationRecord>(
    'deviceLocationRecord',
    {
      filter: { sn: [sn], ...ANYWHERE },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'create_time', order: 'DESC' },
    },
    { enabled: !isLive && !waiting },
  );
  if (isLive) {
    const { lat, lon, position_time, position_type } = device;
    return lat === null || lon === null
      ? null
      : { lat, lon, at: position_time, type: position_type };
  }
  const [record] = data ?? [];
  if (record) {
    const { lat, lon, create_time, position_status } = record;
    return { lat, lon, at: create_time, type: position_status };
  }
  return isPending ? undefined : null;
};
