import Flatbush from 'flatbush';
import { sql } from 'kysely';
import { areaOf, POINT_RADIUS } from '../domain/fence';
import { type Area, boxOf, metresOutside, sizeOf } from '../domain/geo/area';
import type { GeoBounds, LatLon } from '../domain/geo/geometry';
import type { Label } from '../domain/label';
import { type WeekTimes, weekTimesOf } from '../domain/weekTimes';
import type { Database } from './db';
import { serverLabel } from './texts';

/** A fence as the server watches it. */
export interface StoredFence {
  readonly id: number;
  readonly name: string;
  readonly orgId: number;
  readonly area: Area;
  /** Whether an alarm is raised on entering, on leaving. */
  readonly isEnter: boolean;
  readonly isLeave: boolean;
  /** Ids of the locks and organisations that it is about; neither for all of its own organisation and below. */
  readonly devices: ReadonlySet<number>;
  readonly orgs: readonly number[];
  /** When it raises alarms; always without. */
  readonly times: WeekTimes | undefined;
}

/** Fences and points of interest of all organisations, found by where they are. */
export interface PlaceIndex {
  readonly fences: ReadonlyMap<number, StoredFence>;
  /** The fences whose box meets another. */
  fencesIn(box: GeoBounds): StoredFence[];
  /**
   * What a place is called by organisations: the point of interest it is at, or the smallest fence it is in.
   * @returns undefined where it is at none
   */
  nameOf(place: LatLon, orgs: ReadonlySet<number>): Label | undefined;
}

/** Reads fences and points of interest as a database has them now. */
export interface PlaceReader {
  /** @param db also a transaction; what it sees is answered */
  read(db: Database): Promise<PlaceIndex>;
  /** The same with the organisations at and below one: what a reader of it may be told of. */
  readFor(db: Database, orgId: number): Promise<(place: LatLon) => Label | undefined>;
}

/**
 * Opens the fences and points of interest of a database. They are kept in memory for as long as the database says that
 * they are still the same: every server asks it each time.
 */
export const openPlaceReader = (): PlaceReader => {
  let cached: { readonly version: number; readonly index: PlaceIndex } | undefined;
  const indexOf = async (db: Database, version: number): Promise<PlaceIndex> => {
    if (cached?.version === version) return cached.index;
    const index = placeIndex(await readFences(db), await readPoints(db));
    cached = { version, index };
    return index;
  };
  return {
    read: async (db) => {
      const { rows } = await sql<{ version: number }>`select version from place_version`.execute(
        db,
      );
      return indexOf(db, rows[0]?.version ?? 0);
    },
    readFor: async (db, orgId) => {
      const { rows } = await sql<{ version: number; orgs: number[] }>`
        select version, array(select org_subtree(${orgId})) as orgs from place_version`.execute(db);
      const index = await indexOf(db, rows[0]?.version ?? 0);
      const orgs = new Set(rows[0]?.orgs);
      return (place) => index.nameOf(place, orgs);
    },
  };
};

interface NamedArea {
  readonly label: Label;
  readonly orgId: number;
  readonly area: Area;
  /** Smaller goes first. */
  readonly rank: number;
}

/** Finds things by the boxes of their areas. */
const boxIndex = <T>(all: readonly T[], areaOf: (item: T) => Area) => {
  // What crosses the antimeridian is there on both sides of the map.
  const entries = all.flatMap((item) => {
    const box = boxOf(areaOf(item));
    return [-360, 0, 360]
      .map((turn) => ({ item, ...box, west: box.west + turn, east: box.east + turn }))
      .filter(({ west, east }) => east >= -180 && west <= 180);
  });
  if (entries.length === 0) return () => [];
  const tree = new Flatbush(entries.length);
  for (const { west, south, east, north } of entries) tree.add(west, south, east, north);
  tree.finish();
  const search = ({ west, south, east, north }: GeoBounds): T[] =>
    tree.search(west, south, east, north).flatMap((at) => entries[at]?.item ?? []);
  return (box: GeoBounds): T[] => {
    const { west, east } = box;
    if (west >= -180 && east <= 180) return search(box);
    const [whole, turn] = [search(box), west < -180 ? 360 : -360];
    return [...new Set([...whole, ...search({ ...box, west: west + turn, east: east + turn })])];
  };
};

/** Indexes places. Points go before fences, and of each the smaller first: the most is said by the smallest. */
export const placeIndex = (
  fences: readonly StoredFence[],
  points: readonly StoredPoint[],
): PlaceIndex => {
  const areas: readonly NamedArea[] = [
    ...points.map(({ name, orgId, ...circle }) => ({
      label: serverLabel('atPoint', { name }),
      orgId,
      area: { kind: 'circle' as const, ...circle },
      rank: circle.radius - 1e15,
    })),
    ...fences.map(({ name, orgId, area }) => ({
      label: serverLabel('inFence', { name }),
      orgId,
      area,
      rank: sizeOf(area),
    })),
  ];
  const namedIn = boxIndex(areas, ({ area }) => area);
  return {
    fences: new Map(fences.map((fence) => [fence.id, fence])),
    fencesIn: boxIndex(fences, ({ area }) => area),
    nameOf: (place, orgs) => {
      const { lat, lon } = place;
      let best: NamedArea | undefined;
      for (const each of namedIn({ south: lat, north: lat, west: lon, east: lon })) {
        if (best && best.rank <= each.rank) continue;
        if (orgs.has(each.orgId) && metresOutside(each.area, place) <= 0) best = each;
      }
      return best?.label;
    },
  };
};

interface FenceRow {
  readonly id: number;
  readonly fence_name: string;
  readonly org_id: number;
  readonly fence_type: string;
  readonly fence_context: unknown;
  readonly radius: number | null;
  readonly is_enter: boolean | null;
  readonly is_leave: boolean | null;
  readonly devices: number[] | null;
  readonly orgs: number[] | null;
  readonly alarm_time: unknown;
}

/** Whether a configuration has a table. */
const isThere = async (db: Database, table: string): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(quote_ident(${table})) is not null as there`.execute(db);
  return rows[0]?.there === true;
};

const readFences = async (db: Database): Promise<StoredFence[]> => {
  if (!(await isThere(db, 'fence'))) return [];
  const { rows } = await sql<FenceRow>`
    select id, fence_name, org_id, fence_type, fence_context, radius, is_enter, is_leave, devices,
      orgs, alarm_time
    from fence order by id`.execute(db);
  return rows.flatMap((row) => {
    const area = areaOf(row);
    if (!area) return [];
    return {
      id: row.id,
      name: row.fence_name,
      orgId: row.org_id,
      area,
      isEnter: row.is_enter === true,
      isLeave: row.is_leave === true,
      devices: new Set(row.devices),
      orgs: row.orgs ?? [],
      times: weekTimesOf(row.alarm_time),
    };
  });
};

/** A point of interest; metres in which a lock is at it. */
interface StoredPoint {
  readonly name: string;
  readonly orgId: number;
  readonly centre: LatLon;
  readonly radius: number;
}

const readPoints = async (db: Database): Promise<StoredPoint[]> => {
  if (!(await isThere(db, 'interestPoint'))) return [];
  const { rows } = await sql<{
    name: string;
    org_id: number;
    lat: number;
    lng: number;
    radius: number | null;
  }>`
    select interest_name as name, org_id, lat, lng, radius from "interestPoint"
    order by id`.execute(db);
  return rows.map(({ name, org_id, lat, lng, radius }) => ({
    name,
    orgId: org_id,
    centre: { lat, lon: lng },
    radius: radius ?? POINT_RADIUS,
  }));
};
