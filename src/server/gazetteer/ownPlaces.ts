import Flatbush from 'flatbush';
import { sql } from 'kysely';
import { areaOf, POINT_RADIUS } from '../../domain/fence';
import { type Area, boxOf, metresOutside, sizeOf } from '../../domain/geo/area';
import type { GeoBounds, LatLon } from '../../domain/geo/geometry';
import type { Label } from '../../domain/label';
import { type WeekTimes, weekTimesOf } from '../../domain/weekTimes';
import { serverLabel } from '../calls/texts';
import type { Database } from '../db';

/** Fence with the conditions under which it raises alarms. */
export interface StoredFence {
  readonly id: number;
  readonly name: string;
  readonly orgId: number;
  readonly area: Area;
  /** True if entering (`isEnter`) or leaving (`isLeave`) it raises an alarm. */
  readonly isEnter: boolean;
  readonly isLeave: boolean;
  /**
   * Ids of the locks and organisations that it applies to. If both are empty: all at and below its own organisation.
   */
  readonly devices: ReadonlySet<number>;
  readonly orgs: readonly number[];
  /** Times at which it raises alarms; undefined for always. */
  readonly times: WeekTimes | undefined;
}

/** Spatial index of the fences and points of interest of all organisations. */
export interface PlaceIndex {
  readonly fences: ReadonlyMap<number, StoredFence>;
  /** Returns the fences whose bounding box overlaps `box`. */
  fencesIn(box: GeoBounds): StoredFence[];
  /**
   * Names a place with the point of interest it is at, or else the smallest fence it is in. Considers only the places
   * of these organisations.
   * @returns undefined if it is in none
   */
  nameOf(place: LatLon, orgs: ReadonlySet<number>): Label | undefined;
}

/** Reads the current fences and points of interest. */
export interface PlaceReader {
  /** @param db the database or a transaction */
  read(db: Database): Promise<PlaceIndex>;
  /** Returns a lookup limited to the places of an organisation and those below it, which its operators may see. */
  readFor(db: Database, orgId: number): Promise<(place: LatLon) => Label | undefined>;
}

/**
 * Opens the reader of fences and points of interest. The index is cached in memory. Each read asks the database for its
 * version, so changes by other servers are noticed.
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
      const rows = await db.selectFrom('place_version').select('version').execute();
      return indexOf(db, rows[0]?.version ?? 0);
    },
    readFor: async (db, orgId) => {
      const rows = await db
        .selectFrom('place_version')
        .select(['version', sql<number[]>`array(select org_subtree(${orgId}))`.as('orgs')])
        .execute();
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
  /** Smaller ranks take precedence. */
  readonly rank: number;
}

/** Builds an R-tree over the bounding boxes of the items' areas. */
const boxIndex = <T>(all: readonly T[], areaOf: (item: T) => Area) => {
  // An area across the antimeridian gets an entry on both sides of the map.
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

/**
 * Indexes places for lookup by position. Points rank before fences and small areas before large ones, because the
 * smallest is the most specific.
 */
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

/** True if the table exists; a configuration may lack the entity. */
const isThere = async (db: Database, table: string): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(quote_ident(${table})) is not null as there`.execute(db);
  return rows[0]?.there === true;
};

const readFences = async (db: Database): Promise<StoredFence[]> => {
  if (!(await isThere(db, 'fence'))) return [];
  const rows = await db
    .selectFrom('fence')
    .select([
      'id',
      'fence_name',
      'org_id',
      'fence_type',
      'fence_context',
      'radius',
      'is_enter',
      'is_leave',
      'devices',
      'orgs',
      'alarm_time',
    ])
    .orderBy('id')
    .execute();
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

/** Point of interest. A lock within `radius` metres is at it. */
interface StoredPoint {
  readonly name: string;
  readonly orgId: number;
  readonly centre: LatLon;
  readonly radius: number;
}

const readPoints = async (db: Database): Promise<StoredPoint[]> => {
  if (!(await isThere(db, 'interestPoint'))) return [];
  const rows = await db
    .selectFrom('interestPoint')
    .select(['interest_name as name', 'org_id', 'lat', 'lng', 'radius'])
    .orderBy('id')
    .execute();
  return rows.map(({ name, org_id, lat, lng, radius }) => ({
    name,
    orgId: org_id,
    centre: { lat, lon: lng },
    radius: radius ?? POINT_RADIUS,
  }));
};
