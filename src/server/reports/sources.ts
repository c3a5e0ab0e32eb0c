import { type RawBuilder, sql } from 'kysely';
import { CONTACT } from '../../domain/connection';
import { SEALING, UNSEALING } from '../../domain/lock';
import { isOneOf } from '../db/queries/conditions';
import { dayOf } from '../db/queries/countGroups';

/** What a report is about: the organisations that its reader sees, the locks if some, and the time. */
export interface About {
  readonly orgs: readonly number[];
  readonly sns?: readonly string[];
  /** Both inclusive, ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** Minutes by which the days' zone is east of UTC. */
  readonly daysEast: number;
}

type Source = (about: About) => RawBuilder<unknown>;

const DAY = 86_400_000;

const ofThese = ({ orgs, sns }: About, alias = 'r') =>
  sql`${isOneOf(sql.ref(`${alias}.org_id`), orgs)} and ${
    sns ? sql`${sql.ref(`${alias}.sn`)} = any(${sns}::text[])` : sql`true`
  }`;

/** How long before and after the time something is looked for that began before it, or ends after it; ms. */
const AROUND = 31 * DAY;

/** Every action of a lock; of one that unsealed it, how long it was until it was sealed again. */
const locking: Source = (about) => sql`
  select * from (
    select r.*, case when lock_action = any(${UNSEALING}::int[]) then
        min(create_time) filter (where lock_action = any(${SEALING}::int[])) over (
          partition by sn order by create_time, id
          rows between 1 following and unbounded following) - create_time end as open_for
    from "lockHistory" as r
    where ${ofThese(about)} and create_time >= ${about.from} and create_time <= ${about.to + AROUND}
      and lock_action is not null
  ) as acts where create_time <= ${about.to}`;

/** The times in which locks were connected, cut at midnight; `came` is 1 for the piece in which one connected. */
const online: Source = (about) => {
  const { from, to, daysEast } = about;
  const until = Math.min(to, Date.now());
  return sql`
    select sn, org_id, greatest(start, day) as create_time,
      least(ended, day + ${DAY}::bigint) - greatest(start, day) as online_for,
      case when came >= day and came < day + ${DAY}::bigint then 1 else 0 end as came
    from (
      select sn, org_id, create_time as came, greatest(create_time, ${from}::bigint) as start,
        least(coalesce(next, ${until}::bigint), ${until}::bigint) as ended
      from (
        select r.sn, r.org_id, r.create_time, r.event,
          lead(r.create_time) over (partition by r.sn order by r.create_time, r.id) as next
        from "connectionRecord" as r
        where ${ofThese(about)} and r.event in (${CONTACT.came}, ${CONTACT.went})
          and r.create_time >= ${from - AROUND} and r.create_time <= ${to}
      ) as events where event = ${CONTACT.came}
    ) as sessions
    cross join lateral generate_series(${dayOf(sql`start`, daysEast)}, ended, ${DAY}::bigint) as day
    where ended > start and least(ended, day + ${DAY}::bigint) > greatest(start, day)`;
};

/** Positions farther apart than this are two journeys, ms; slower than this a lock stands, km/h. */
const APART = 3 * 3_600_000;
const STANDS = 3;

/** The ways between one position and the next, and the time there; radius of the earth 6,371 km. */
const mileage: Source = (about) => sql`
  select sn, org_id, create_time,
    case when moves and gap <= ${APART} then 2 * 6371 * asin(least(1, sqrt(
      power(sin(radians(lat - was_lat) / 2), 2)
      + cos(radians(was_lat)) * cos(radians(lat)) * power(sin(radians(lon - was_lon) / 2), 2)))) end as km,
    case when moves and gap <= ${APART} then gap end as moved_for,
    case when not moves then gap end as stood_for,
    case when speed < ${STANDS} and was_speed >= ${STANDS} then 1 else 0 end as stops
  from (
    select sn, org_id, create_time, lat, lon, speed, was_lat, was_lon, was_speed,
      create_time - was as gap, greatest(speed, was_speed) >= ${STANDS} as moves
    from (
      select r.sn, r.org_id, r.create_time, r.lat, r.lon, coalesce(r.speed, 0) as speed,
        lag(r.create_time) over way as was, lag(r.lat) over way as was_lat,
        lag(r.lon) over way as was_lon, lag(coalesce(r.speed, 0)) over way as was_speed
      from "deviceLocationRecord" as r
      where ${ofThese(about)} and r.create_time >= ${about.from} and r.create_time <= ${about.to}
        and r.lat is not null and r.lon is not null and (r.lat <> 0 or r.lon <> 0)
        and coalesce(r.position_status, 0) = 0
      window way as (partition by r.sn order by r.create_time, r.id)
    ) as fixes where was is not null
  ) as ways`;

/** Rows of a table of records as they are. */
const records =
  (table: string): Source =>
  (about) =>
    sql`
    select r.* from ${sql.table(table)} as r
    where ${ofThese(about)} and r.create_time >= ${about.from} and r.create_time <= ${about.to}`;

const made: Readonly<Record<string, Source>> = { locking, online, mileage };

/** Whether the server makes the rows of a source itself. */
export const isMadeSource = (name: string): boolean => Object.hasOwn(made, name);

/**
 * The rows of a source: `sn`, `org_id`, `create_time` and what else the reports over it name.
 * @param table of the entity that is called as the source, where the server makes none of that name
 */
export const sourceOf = (name: string, table: string | undefined): Source => {
  const source = made[name] ?? (table === undefined ? undefined : records(table));
  if (!source) throw new Error(`There is no source ${name} for reports`);
  return source;
};
