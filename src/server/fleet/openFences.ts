import { sql } from 'kysely';
import { DAY } from '../../domain/duration';
import { type Database, listAs } from '../db';
import type { PlaceIndex, PlaceReader, StoredFence } from '../gazetteer/ownPlaces';
import {
  type FenceAlarm,
  type FencePosition,
  type FenceResult,
  type FenceWatch,
  isStored,
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
    const result = matchFences(batch, states, watch, await readTracks(db, batch, states));
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
 * Maximum number of stored positions read before late reports, and their age limit, ms. They determine on which side
 * of a border the lock was.
 */
const PLACES_BEFORE = 10;
const TIME_BEFORE = 7 * DAY;
/** Limit of stored positions between late reports. */
const MAX_PLACES = 5_000;

/** Reads the stored positions around reports of the past: some before, those between, and the next one after. */
const readTracks = async (
  db: Database,
  batch: readonly ReceivedReport[],
  states: readonly DeviceState[],
): Promise<ReadonlyMap<string, readonly FencePosition[]>> => {
  const stateBySn = new Map(states.map((state) => [state.sn, state]));
  const spans = new Map<string, { sn: string; first: number; last: number }>();
  for (const received of batch) {
    const { sn, report } = received;
    const state = stateBySn.get(sn);
    if (!state || !isStored(state, received)) continue;
    const { first, last } = spans.get(sn) ?? { first: report.ts, last: report.ts };
    spans.set(sn, { sn, first: Math.min(first, report.ts), last: Math.max(last, report.ts) });
  }
  const tracks = new Map<string, FencePosition[]>();
  if (spans.size === 0) return tracks;
  const fixes = sql`
    select sn, create_time as at, lat, lon from "deviceLocationRecord"
    where sn = span.sn and lat is not null and lon is not null and (lat <> 0 or lon <> 0)
      and (position_status is null or position_status in (0, 4))`;
  const spanList = listAs('span', { sn: 'varchar', first: 'bigint', last: 'bigint' }, [
    ...spans.values(),
  ]);
  const { rows } = await sql<FencePosition & { sn: string }>`
    select track.* from ${spanList}
    cross join lateral (
      (${fixes} and create_time < span.first and create_time > span.first - ${TIME_BEFORE}::bigint
        order by create_time desc limit ${PLACES_BEFORE})
      union all
      (${fixes} and create_time between span.first and span.last
        order by create_time limit ${MAX_PLACES})
      union all
      (${fixes} and create_time > span.last order by create_time limit 1)
    ) as track`.execute(db);
  for (const { sn, ...fix } of rows) tracks.set(sn, [...(tracks.get(sn) ?? []), fix]);
  return tracks;
};

/** Reads the alarms stored within the spans of others. */
const readStoredAlarms = async (
  db: Database,
  alarms: readonly FenceAlarm[],
): Promise<readonly StoredAlarm[]> => {
  if (alarms.length === 0) return [];
  const spans = alarms.map(({ row: _row, formerly, gap, ...alarm }) => ({
    ...alarm,
    after: Math.min(alarm.after, formerly?.after ?? gap.after, gap.after),
    until: Math.max(alarm.until, formerly?.until ?? gap.until, gap.until),
  }));
  const spanList = listAs(
    'span',
    { sn: 'varchar', fence_id: 'bigint', police_type: 'integer', after: 'bigint', until: 'bigint' },
    spans,
  );
  const { rows } = await sql<StoredAlarm>`
    select distinct stored.sn, stored.fence_id, stored.police_type, stored.create_time
    from ${spanList}
    join "alertRecord" as stored
      on stored.sn = span.sn and stored.create_time > span.after
        and stored.create_time <= span.until and stored.police_type = span.police_type
        and stored.fence_id = span.fence_id`.execute(db);
  return rows;
};
