import type { LatLon } from '../../../../src/domain/geo/geometry';
import type { LockReport } from '../../../../src/domain/lock';
import {
  type FenceAlarm,
  type FencePosition,
  type FenceWatch,
  matchFences,
  unreportedAlarms,
} from '../../../../src/server/fleet/fences';
import type { StoredFence } from '../../../../src/server/gazetteer/ownPlaces';
import { metresEast, stateAt } from './metresEast';

export const [LEFT, ENTERED] = [2002, 2003];

/** Fence of 1,000 m around 0, 0. */
export const yard: StoredFence = {
  id: 4,
  name: 'Yard',
  orgId: 1,
  area: { kind: 'circle', centre: metresEast(0), radius: 1_000 },
  isEnter: true,
  isLeave: true,
  devices: new Set(),
  orgs: [],
  times: undefined,
};

export const watching = (...fences: StoredFence[]): FenceWatch => ({ about: () => fences });

/** Returns a report of lock A1 at a place, or that many metres east of 0, 0. */
export const seen = (ts: number, place: LatLon | number, more: Partial<LockReport> = {}) => ({
  sn: 'A1',
  receivedAt: 99_000,
  report: {
    ts,
    report_reson: 0,
    lock_status: 2,
    position_status: 0,
    ...(typeof place === 'number' ? metresEast(place) : place),
    ...more,
  } as LockReport,
});

/** Report reason of a position that was kept in a blind spot. */
export const BLIND = { report_reson: 2 } as const;

/** Stores the positions and fence alarms of lock A1 as the server does. */
export const openFenceServer = (fences: readonly StoredFence[]) => {
  let state = stateAt(null, { report_time: null });
  const alarms: FenceAlarm[] = [];
  const positions: FencePosition[] = [];
  /** Takes a message of positions in order of time, and returns the alarms that it raises. */
  const receive = (
    fixes: readonly FencePosition[],
    extra: Partial<LockReport> = {},
  ): readonly FenceAlarm[] => {
    const batch = fixes.map(({ at, lat, lon }) => seen(at, { lat, lon }, extra));
    const [first = 0, end = 0] = [fixes[0]?.at, fixes.at(-1)?.at];
    const isBlind = extra.report_reson === 2;
    const isLate = isBlind || end < (state.report_time ?? 0);
    const around = [
      ...positions.filter(({ at }) => at < first).slice(-500),
      ...positions.filter(({ at }) => at >= first && at <= end),
      ...positions.filter(({ at }) => at > end).slice(0, 500),
    ];
    const isRead = isLate || (state.late_fix_time ?? 0) > (state.fix_time ?? 0);
    const tracks = new Map(isRead ? [['A1', around]] : []);
    const match = matchFences(batch, [state], watching(...fences), tracks);
    const raised = unreportedAlarms(match.alarms, alarms);
    alarms.push(...raised);
    positions.push(...fixes.map((fix) => ({ ...fix, isLate })));
    positions.sort((a, b) => a.at - b.at);
    const last = fixes.at(-1);
    if (isLate) {
      state = { ...state, late_fix_time: Math.max(end, state.late_fix_time ?? 0) };
    } else if (last) {
      const { lat: fix_lat, lon: fix_lon, at } = last;
      const insideIds = match.insideBySn.get('A1') ?? [];
      state = { ...state, fix_lat, fix_lon, fix_time: at, report_time: at, fences: insideIds };
    }
    return raised;
  };
  return { receive, alarms };
};
