import { WITHDRAWN } from '../../../../../src/domain/alarm';
import type { LatLon } from '../../../../../src/domain/geo/geometry';
import type { LockReport } from '../../../../../src/domain/lock';
import type { TimedPlace } from '../../../../../src/domain/track/leaps';
import type { FenceAlarm, FenceWatch } from '../../../../../src/server/fleet/places/fences';
import { applyToStored, matchFences } from '../../../../../src/server/fleet/places/lateFences';
import { emptyRegionalContext } from '../../../../../src/server/fleet/places/regional';
import { rowsOf } from '../../../../../src/server/fleet/reports/reportRows';
import {
  type DeviceState,
  exactPlaceOf,
  isPastPlace,
  knownPlaces,
} from '../../../../../src/server/fleet/state';
import type { StoredFence } from '../../../../../src/server/gazetteer/ownPlaces';
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

interface ServerAlarm extends FenceAlarm {
  readonly state: number;
}

/** Stores the positions, fence alarms and the state of lock A1 as the server does. */
export const openFenceServer = (fences: readonly StoredFence[]) => {
  let state: DeviceState = stateAt(null, { report_time: null });
  let alarms: readonly ServerAlarm[] = [];
  const positions: TimedPlace[] = [];
  const watch = watching(...fences);
  const isRead = (batch: ReturnType<typeof seen>[]) => {
    const { fix, suspect } = knownPlaces(state);
    return (
      suspect !== undefined ||
      (state.late_fix_time ?? 0) > (fix?.at ?? 0) ||
      batch.some(({ report }) => isPastPlace(state, report))
    );
  };
  /** Stores a batch of reports. */
  const store = (batch: ReturnType<typeof seen>[]): void => {
    const whole = { positions: [...positions], hasMoreBefore: false, hasMoreAfter: false };
    const tracks = new Map(isRead(batch) ? [['A1', whole]] : []);
    const { changes, ...match } = matchFences(batch, [state], watch, tracks);
    const valid = alarms.filter((alarm) => alarm.state !== WITHDRAWN);
    const late = applyToStored(changes, valid);
    const fresh = [...match.alarms, ...late.alarms];
    const { states } = rowsOf(batch, {
      states: [state],
      rules: emptyRegionalContext,
      fences: { ...match, alarms: fresh, corrections: late.corrections },
    });
    const corrected = alarms.map((alarm) => {
      const correction = late.corrections.find(
        ({ fence_id, police_type, from }) =>
          fence_id === alarm.fence_id &&
          police_type === alarm.police_type &&
          from === alarm.create_time,
      );
      if (!correction || alarm.state === WITHDRAWN) return alarm;
      return correction.alarm
        ? { ...alarm, create_time: correction.alarm.create_time }
        : { ...alarm, state: WITHDRAWN };
    });
    alarms = [...corrected, ...fresh.map((alarm) => ({ ...alarm, state: 0 }))];
    for (const { report } of batch) {
      const place = exactPlaceOf(report);
      if (place) positions.push({ ...place, at: report.ts });
    }
    positions.sort((a, b) => a.at - b.at);
    // Only what the database keeps survives.
    state = JSON.parse(JSON.stringify(states[0] ?? state));
  };
  return {
    store,
    /** Stores positions in order of time, as one batch. */
    receive: (fixes: readonly TimedPlace[], extra: Partial<LockReport> = {}): void =>
      store(fixes.map(({ at, lat, lon }) => seen(at, { lat, lon }, extra))),
    /** Returns the alarms that are not withdrawn, in order of time. */
    alarms: () =>
      alarms
        .filter((alarm) => alarm.state !== WITHDRAWN)
        .sort((a, b) => a.create_time - b.create_time || a.fence_id - b.fence_id),
    withdrawn: () => alarms.filter((alarm) => alarm.state === WITHDRAWN),
    state: () => state,
  };
};
