import { sql } from 'kysely';
import { DAY } from '../../domain/duration';
import { BLIND_SPOT } from '../../domain/lock';
import { type Database, listAs } from '../db';
import type { PlaceIndex, PlaceReader, StoredFence } from '../gazetteer/ownPlaces';
import {
  ENTERED,
  type FenceAlarm,
  type FencePosition,
  type FenceResult,
  type FenceWatch,
  isStored,
  LEFT,
  matchFences,
  type StoredAlarm,
  unreportedAlarms,
} from './fences';
import type { DeviceState } from './reportRows';
import type { ReceivedReport } from './reports';

/** Matches a batch of reports with fences: one query, and more only if a lock crossed a border or reported the past. */
export type ReadFences = (
  db: Database,
  batch: readonly ReceivedReport[],
  states: readonly DeviceState[],
) => Promise<FenceResult>;

/** Result without fences. */
export const emptyFenceWatch: ReadFences = async () => ({
  alarms: [],
  crossings: [],
  insideBySn: new Map(),
});

/** @param places reader of the fences, for the database that stores the reports */
export const openFences =
  (places: PlaceReader): ReadFences =>
  async (db, batch, states) => {
    const index = await places.read(db);
    if (index.fences.size === 0) return emptyFenceWatch(db, batch, states);
    const watch = watchOf(index, await readAncestors(db, states));
    const tracks = await readTracks(db, spansToRead(batch, states));
    const result = matchFences(batch, states, watch, tracks);
    return {
      ...result,
      alarms: unreportedAlarms(result.alarms, await readStoredAlarms(db, result.alarms)),
    };
  };

/** Each organisation with itself and those above it. */
type OrgAncestors = ReadonlyMap<number, ReadonlySet<number>>;

const NO_OWNERS: ReadonlySet<number> = new Set();

/**
 * True if a fence applies to a lock: the lock belongs to the fence's organisation or one below and, if the fence
 * lists locks or organisations, to one of those.
 */
const isAbout = (
  { orgId, devices, orgs }: StoredFence,
  { id, org_id }: Pick<DeviceState, 'id' | 'org_id'>,
  above: OrgAncestors,
): boolean => {
  const owners = above.get(org_id) ?? NO_OWNERS;
  if (!owners.has(orgId)) return false;
  if (devices.size === 0 && orgs.length === 0) return true;
  return devices.has(id) || orgs.some((org) => owners.has(org));
};

const watchOf = ({ fences, fencesIn }: PlaceIndex, above: OrgAncestors): FenceWatch => ({
  about: (lock, box, insideIds) => {
    const near = new Set(fencesIn(box));
    for (const id of insideIds) {
      const fence = fences.get(id);
      if (fence) near.add(fence);
    }
    return [...near].filter((fence) => isAbout(fence, lock, above));
  },
});

/** Reads the organisations of some locks with their ancestors. */
const readAncestors = async (
  db: Database,
  states: readonly DeviceState[],
): Promise<OrgAncestors> => {
  const orgs = [...new Set(states.map(({ org_id }) => org_id))];
  const { rows } = await sql<{ org: number; above: number[] }>`
    select org, array(select org_above(org)) as above
    from unnest(${orgs}::bigint[]) as org`.execute(db);
  return new Map(rows.map(({ org, above }) => [org, new Set(above)]));
};

/**
 * Number of stored positions read before and after late reports, not counting those from a blind spot. They determine
 * on which side of a border the lock was, and where the gap ends: some may be late themselves.
 */
const PLACES_AROUND = 20;
/** Maximum number of stored positions read on either side. */
const MAX_PLACES_AROUND = 500;
/** Maximum time between late reports and stored positions around them, ms. */
const TIME_AROUND = 7 * DAY;
/** Limit of stored positions between late reports. */
const MAX_PLACES = 5_000;

/** Time span of a lock, epoch ms; both ends included. */
interface LockSpan {
  readonly sn: string;
  readonly first: number;
  readonly last: number;
}

/** Returns the span of each lock's late positions: those of the batch, and stored ones newer than its last fix. */
const spansToRead = (
  batch: readonly ReceivedReport[],
  states: readonly DeviceState[],
): readonly LockSpan[] => {
  const stateBySn = new Map(states.map((state) => [state.sn, state]));
  const spans = new Map<string, LockSpan>();
  const extend = (sn: string, at: number) => {
    const { first, last } = spans.get(sn) ?? { first: at, last: at };
    spans.set(sn, { sn, first: Math.min(first, at), last: Math.max(last, at) });
  };
  for (const received of batch) {
    const state = stateBySn.get(received.sn);
    if (state && isStored(state, received)) extend(received.sn, received.report.ts);
  }
  for (const { sn, fix_time, late_fix_time } of states) {
    if (late_fix_time === null || late_fix_time <= (fix_time ?? 0)) continue;
    extend(sn, fix_time ?? late_fix_time);
    extend(sn, late_fix_time);
  }
  return [...spans.values()];
};

interface StoredPosition extends FencePosition {
  readonly id: number;
  readonly sn: string;
  readonly isBlind: boolean;
}

/** Marks the late positions of a lock: those from a blind spot, and those stored after a later one. */
const withLateness = (positions: readonly StoredPosition[]): FencePosition[] => {
  let earliestId = Number.POSITIVE_INFINITY;
  return [...positions]
    .sort((a, b) => b.at - a.at || b.id - a.id)
    .map(({ id, isBlind, lat, lon, at }) => {
      const isLate = isBlind || id > earliestId;
      if (!isLate) earliestId = id;
      return { lat, lon, at, isLate };
    })
    .reverse();
};

/** Reads the stored positions in and around spans. */
const readTracks = async (
  db: Database,
  spans: readonly LockSpan[],
): Promise<ReadonlyMap<string, readonly FencePosition[]>> => {
  if (spans.length === 0) return new Map();
  const fixes = sql`
    select id, sn, create_time as at, lat, lon, coalesce(report_reson = ${BLIND_SPOT}, false) as "isBlind"
    from "deviceLocationRecord"
    where sn = span.sn and lat is not null and lon is not null and (lat <> 0 or lon <> 0)
      and (position_status is null or position_status in (0, 4))`;
  const isTimely = sql`report_reson is distinct from ${BLIND_SPOT}`;
  const spanList = listAs('span', { sn: 'varchar', first: 'bigint', last: 'bigint' }, spans);
  const { rows } = await sql<StoredPosition>`
    select track.* from ${spanList}
    cross join lateral (
      (${fixes} and create_time < span.first and create_time >= coalesce(
        (select at from (${fixes} and ${isTimely} and create_time < span.first
          and create_time > span.first - ${TIME_AROUND}::bigint
          order by create_time desc offset ${PLACES_AROUND - 1} limit 1) as earliest),
        span.first - ${TIME_AROUND}::bigint)
        order by create_time desc limit ${MAX_PLACES_AROUND})
      union all
      (${fixes} and create_time between span.first and span.last
        order by create_time limit ${MAX_PLACES})
      union all
      (${fixes} and create_time > span.last and create_time <= coalesce(
        (select at from (${fixes} and ${isTimely} and create_time > span.last
          and create_time < span.last + ${TIME_AROUND}::bigint
          order by create_time offset ${PLACES_AROUND - 1} limit 1) as latest),
        span.last + ${TIME_AROUND}::bigint)
        order by create_time limit ${MAX_PLACES_AROUND})
    ) as track`.execute(db);
  const positions = new Map<string, StoredPosition[]>();
  for (const row of rows) {
    const own = positions.get(row.sn);
    if (own) own.push(row);
    else positions.set(row.sn, [row]);
  }
  return new Map([...positions].map(([sn, own]) => [sn, withLateness(own)]));
};

/** Reads the alarms stored in the gaps of others. */
const readStoredAlarms = async (
  db: Database,
  alarms: readonly FenceAlarm[],
): Promise<readonly StoredAlarm[]> => {
  if (alarms.length === 0) return [];
  const gaps = alarms.map(({ sn, fence_id, gap }) => ({ sn, fence_id, ...gap }));
  const gapList = listAs(
    'gap',
    { sn: 'varchar', fence_id: 'bigint', after: 'bigint', until: 'bigint' },
    gaps,
  );
  const { rows } = await sql<StoredAlarm>`
    select distinct stored.sn, stored.fence_id, stored.police_type, stored.create_time
    from ${gapList}
    join "alertRecord" as stored
      on stored.sn = gap.sn and stored.create_time > gap.after
        and stored.create_time <= gap.until and stored.police_type in (${LEFT}, ${ENTERED})
        and stored.fence_id = gap.fence_id`.execute(db);
  return rows;
};
