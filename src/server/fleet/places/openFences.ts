import { sql } from 'kysely';
import { WITHDRAWN } from '../../../domain/alarm';
import type { TimedPlace } from '../../../domain/track/leaps';
import { type Database, listAs } from '../../db';
import type { PlaceIndex, PlaceReader, StoredFence } from '../../gazetteer/ownPlaces';
import {
  type DeviceState,
  exactPlaceOf,
  isPastPlace,
  knownPlaces,
  type ReceivedReport,
} from '../state';
import { ENTERED, type FenceWatch, LEFT } from './fences';
import {
  applyToStored,
  type CrossingChange,
  type FenceEffects,
  matchFences,
  noFenceEffects,
  type StoredAlarm,
  type StoredTrack,
} from './lateFences';

/** Matches a batch of reports with fences: one query, and more only if a lock reported the past. */
export type ReadFences = (
  db: Database,
  batch: readonly ReceivedReport[],
  states: readonly DeviceState[],
) => Promise<FenceEffects>;

/** Result without fences. */
export const emptyFenceWatch: ReadFences = async () => noFenceEffects;

/** @param places reader of the fences, for the database that stores the reports */
export const openFences =
  (places: PlaceReader): ReadFences =>
  async (db, batch, states) => {
    const index = await places.read(db);
    if (index.fences.size === 0) return noFenceEffects;
    const watch = watchOf(index, await readAncestors(db, states));
    const { changes, ...match } = await matchSettled(db, batch, states, watch);
    const { alarms, corrections } = applyToStored(changes, await readStoredAlarms(db, changes));
    return { ...match, alarms: [...match.alarms, ...alarms], corrections };
  };

/** Numbers of stored positions read before and after late reports. The next is tried if they do not suffice. */
const PLACES_AROUND = [20, 200, 2_000];

/** Reads as much of the tracks around late reports as it takes to know what they change. */
const matchSettled = async (
  db: Database,
  batch: readonly ReceivedReport[],
  states: readonly DeviceState[],
  watch: FenceWatch,
) => {
  const spans = spansToRead(batch, states);
  let match = matchFences(batch, states, watch, new Map());
  if (spans.length === 0) return match;
  for (const count of PLACES_AROUND) {
    match = matchFences(batch, states, watch, await readTracks(db, spans, count));
    if (match.isSettled) break;
  }
  return match;
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

/** Limit of stored positions between late reports. */
const MAX_PLACES = 20_000;

/** Time span of a lock, epoch ms; both ends included. */
interface LockSpan {
  readonly sn: string;
  readonly org_id: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the span of each lock's late positions: those of the batch and, if the batch has a position, stored ones
 * newer than its last fix. A suspect counts as such.
 */
const spansToRead = (
  batch: readonly ReceivedReport[],
  states: readonly DeviceState[],
): readonly LockSpan[] => {
  const stateBySn = new Map(states.map((state) => [state.sn, state]));
  const spans = new Map<string, LockSpan>();
  const extend = ({ sn, org_id }: DeviceState, at: number) => {
    const { first, last } = spans.get(sn) ?? { first: at, last: at };
    spans.set(sn, { sn, org_id, first: Math.min(first, at), last: Math.max(last, at) });
  };
  for (const { sn, report } of batch) {
    const state = stateBySn.get(sn);
    if (!state || !exactPlaceOf(report)) continue;
    const { fix, suspect } = knownPlaces(state);
    const late = isPastPlace(state, report) ? report.ts : undefined;
    const newest = Math.max(state.late_fix_time ?? 0, suspect?.at ?? 0, late ?? 0);
    if (late !== undefined) extend(state, late);
    if (newest <= (fix?.at ?? 0)) continue;
    extend(state, fix?.at ?? newest);
    extend(state, newest);
  }
  return [...spans.values()];
};

/** Reads the stored positions in spans, and a number of them before and after. */
const readTracks = async (
  db: Database,
  spans: readonly LockSpan[],
  count: number,
): Promise<ReadonlyMap<string, StoredTrack>> => {
  // Positions that the lock reported to another organisation are not this one's to see.
  const fixes = sql`
    select id, create_time as at, lat, lon
    from "deviceLocationRecord"
    where sn = span.sn and org_id = span.org_id
      and lat is not null and lon is not null and (lat <> 0 or lon <> 0)
      and (position_status is null or position_status in (0, 4))`;
  const spanList = listAs(
    'span',
    { sn: 'varchar', org_id: 'bigint', first: 'bigint', last: 'bigint' },
    spans,
  );
  const { rows } = await sql<TimedPlace & { readonly sn: string; readonly part: number }>`
    select span.sn, track.part, track.lat, track.lon, track.at from ${spanList}
    cross join lateral (
      (select 0 as part, * from (${fixes} and create_time < span.first
        order by create_time desc limit ${count}) as earlier)
      union all
      (select 1, * from (${fixes} and create_time between span.first and span.last
        order by create_time limit ${MAX_PLACES}) as within)
      union all
      (select 2, * from (${fixes} and create_time > span.last
        order by create_time limit ${count}) as later)
    ) as track
    order by span.sn, track.at, track.id`.execute(db);
  const tracks = new Map(
    spans.map(({ sn }) => [sn, { positions: [] as TimedPlace[], around: [0, 0, 0] }]),
  );
  for (const { sn, part, lat, lon, at } of rows) {
    const track = tracks.get(sn);
    if (!track) continue;
    track.positions.push({ lat, lon, at });
    track.around[part] = (track.around[part] ?? 0) + 1;
  }
  return new Map(
    [...tracks].map(([sn, { positions, around }]) => [
      sn,
      { positions, hasMoreBefore: around[0] === count, hasMoreAfter: around[2] === count },
    ]),
  );
};

/** Reads the alarms that are stored for crossings, at the times at which they seemed to be or were. */
const readStoredAlarms = async (
  db: Database,
  changes: readonly CrossingChange[],
): Promise<readonly StoredAlarm[]> => {
  if (changes.length === 0) return [];
  const crossings = changes.flatMap(({ sn, fence_id, police_type, from, to }) =>
    [from, to].flatMap((at) => (at === undefined ? [] : [{ sn, fence_id, police_type, at }])),
  );
  const crossingList = listAs(
    'crossing',
    { sn: 'varchar', fence_id: 'bigint', police_type: 'integer', at: 'bigint' },
    crossings,
  );
  const { rows } = await sql<StoredAlarm>`
    select stored.sn, stored.fence_id, stored.police_type, stored.create_time
    from ${crossingList}
    join device_state as lock on lock.sn = crossing.sn
    join "alertRecord" as stored
      on stored.sn = crossing.sn and stored.org_id = lock.org_id and stored.create_time = crossing.at
        and stored.police_type = crossing.police_type and stored.fence_id = crossing.fence_id
    where stored.police_type in (${LEFT}, ${ENTERED}) and stored.state <> ${WITHDRAWN}`.execute(db);
  return rows;
};
