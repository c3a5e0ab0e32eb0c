import { type RawBuilder, sql } from 'kysely';
import { CONNECTION_EVENT } from '../../domain/connection';
import { DAY, HOUR } from '../../domain/duration';
import { LOCK, SEALING, UNSEALING } from '../../domain/lock';
import { MOTION } from '../../domain/track/motion';
import { isOneOf } from '../db/queries/conditions';

/** What a report is about: the organisations that its reader sees, the locks if some, and the time. */
export interface SourceContext {
  readonly orgs: readonly number[];
  readonly sns?: readonly string[];
  /** Both inclusive, ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** When the days, weeks or months began that the time is cut into, and when the last of them ended; ms since 1970. */
  readonly cuts: readonly number[];
}

type Source = (context: SourceContext) => RawBuilder<unknown>;

const inContext = ({ orgs, sns }: SourceContext, alias = 'r') =>
  sql`${isOneOf(sql.ref(`${alias}.org_id`), orgs)} and ${
    sns ? sql`${sql.ref(`${alias}.sn`)} = any(${sns}::text[])` : sql`true`
  }`;

const listOf = (cuts: readonly number[]) => sql`${cuts}::bigint[]`;

const placeIn = (cuts: readonly number[], moment: RawBuilder<unknown>) =>
  sql`width_bucket(${moment}, ${listOf(cuts)})`;

/** When the day, week or month began that a moment of the time is in. */
export const periodStartSql = (cuts: readonly number[], moment: RawBuilder<unknown>) =>
  sql`(${listOf(cuts)})[${placeIn(cuts, moment)}]`;

/**
 * The pieces that the cuts make of a stretch of time, within the time that is asked for: joined as `piece`, with `lo` and
 * `hi`.
 * @param start and `end`, columns in ms since 1970
 */
const pieces = ({ cuts, from, to }: SourceContext, start: string, end: string) => sql`
  cross join lateral (
    select greatest(${sql.ref(start)}, cut, ${from}::bigint) as lo,
      least(${sql.ref(end)}, next, ${to + 1}::bigint) as hi
    from (
      select (${listOf(cuts)})[n] as cut, (${listOf(cuts)})[n + 1] as next
      from generate_series(
        greatest(1, ${placeIn(cuts, sql.ref(start))}),
        least(${cuts.length - 1}::integer, ${placeIn(cuts, sql.ref(end))})
      ) as n
    ) as cuts
  ) as piece`;

/** How long before and after the time something is looked for that began before it, or ends after it; ms. */
const SEARCH_MARGIN = 31 * DAY;

/** Whether a row of a lock's history shows that it was sealed, and whether that it was unsealed. */
const seals = (alias: string) => sql`(${sql.ref(`${alias}.lock_action`)} = any(${SEALING}::int[])
  or ${sql.ref(`${alias}.lock_status`)} = ${LOCK.sealed} and not coalesce(${unseals(alias)}, false))`;
const unseals = (alias: string) =>
  sql`${sql.ref(`${alias}.lock_action`)} = any(${UNSEALING}::int[])`;

/**
 * Every action of a lock; of one that opened it, how long it was until it was sealed again: whoever unseals what is
 * unsealed already opens nothing. What comes before and after is the lock's, whoever had it then.
 */
const locking: Source = (context) => sql`
  select r.*, case when ${unseals('r')} and not coalesce(before.opened, false) then
      after.create_time - r.create_time end as open_for
  from "lockHistory" as r
  left join lateral (
    select ${unseals('h')} as opened from "lockHistory" as h
    where h.sn = r.sn and h.create_time >= ${context.from - SEARCH_MARGIN}
      and (h.create_time, h.id) < (r.create_time, r.id) and (${seals('h')} or ${unseals('h')})
    order by h.create_time desc, h.id desc limit 1
  ) as before on ${unseals('r')}
  left join lateral (
    select h.create_time from "lockHistory" as h
    where h.sn = r.sn and h.create_time <= ${context.to + SEARCH_MARGIN}
      and (h.create_time, h.id) > (r.create_time, r.id) and ${seals('h')}
    order by h.create_time, h.id limit 1
  ) as after on ${unseals('r')}
  where ${inContext(context)} and r.create_time >= ${context.from} and r.create_time <= ${context.to}
    and r.lock_action is not null`;

/** What begins and ends a time of being connected. */
const CONNECTION_TURNS = sql`(${CONNECTION_EVENT.came}, ${CONNECTION_EVENT.went})`;

/**
 * The times in which locks were connected, cut at midnight; `came` is 1 for the piece in which one connected. One that
 * connected is that until it is heard of again, whoever has it then.
 */
const online: Source = (context) => {
  const { from, to } = context;
  const until = Math.min(to + 1, Date.now());
  return sql`
    select sn, org_id, lo as create_time, hi - lo as online_for,
      case when came = lo then 1 else 0 end as came
    from (
      select r.sn, r.org_id, r.create_time as came, least(next.create_time, ${until}::bigint) as ended
      from "connectionRecord" as r
      left join lateral (
        select n.create_time from "connectionRecord" as n
        where n.sn = r.sn and n.event in ${CONNECTION_TURNS} and n.create_time <= ${to}
          and (n.create_time, n.id) > (r.create_time, r.id)
        order by n.create_time, n.id limit 1
      ) as next on true
      where ${inContext(context)} and r.event = ${CONNECTION_EVENT.came}
        and r.create_time >= ${from - SEARCH_MARGIN} and r.create_time <= ${to}
    ) as sessions
    ${pieces(context, 'came', 'ended')}
    where hi > lo or hi = came and lo = came`;
};

/** Positions farther apart than this are two journeys, ms. */
const MAX_WAY_TIME = 3 * HOUR;

/** Kilometres between two columns of places, `lat` and `lon` with a prefix; radius of the earth 6,371 km. */
const kmBetween = (from: string, to: string) => {
  const [lat1, lon1, lat2, lon2] = [`${from}lat`, `${from}lon`, `${to}lat`, `${to}lon`].map(
    (each) => sql.ref(each),
  );
  return sql`2 * 6371 * asin(least(1, sqrt(
    power(sin(radians(${lat2} - ${lat1}) / 2), 2)
    + cos(radians(${lat1})) * cos(radians(${lat2})) * power(sin(radians(${lon2} - ${lon1}) / 2), 2))))`;
};

/**
 * The ways between one position and the next, cut at midnight, and the time there. From one organisation to another a way
 * is nobody's. A lock moves and stops as `moves` of domain/track/motion.ts has it; a stop is counted where it begins.
 */
const mileage: Source = (context) => {
  const share = sql`(hi - lo)::double precision / gap`;
  const way = sql`window way as (partition by sn, org_id order by create_time, id)`;
  const { standingKmh, minStop, maxSilence } = MOTION;
  const [driftKm, carriedKm] = [MOTION.drift / 1000, MOTION.carried / 1000];
  return sql`
    with fixes as (
      select r.id, r.sn, r.org_id, r.create_time, r.lat, r.lon, r.speed,
        lag(r.create_time) over way as was, lag(r.lat) over way as was_lat,
        lag(r.lon) over way as was_lon, lag(r.speed) over way as was_speed,
        first_value(r.create_time) over later as later,
        first_value(r.lat) over later as later_lat, first_value(r.lon) over later as later_lon
      from "deviceLocationRecord" as r
      where ${inContext(context)} and r.create_time >= ${context.from - maxSilence}
        and r.create_time <= ${context.to + maxSilence}
        and r.lat is not null and r.lon is not null and (r.lat <> 0 or r.lon <> 0)
        and coalesce(r.position_status, 0) = 0
      ${way},
      later as (partition by sn, org_id order by create_time
        range between ${minStop}::bigint following and unbounded following)
    ), ways as (
      select *, create_time - was as gap, greatest(speed, was_speed) as fastest,
        ${kmBetween('was_', '')} as km,
        max(case when ${kmBetween('', 'later_')} <= ${driftKm} then later end)
          over (partition by sn, org_id order by create_time, id
            rows between unbounded preceding and 1 preceding) as stays_until
      from fixes
    ), judged as (
      select *, case when fastest is null
          then km > ${driftKm} or coalesce(stays_until, 0) < create_time
        else fastest >= ${standingKmh} or km > ${carriedKm} end as moves
      from ways where create_time > was
    ), ended as (
      select *, moves or gap > ${maxSilence} as ends from judged
    ), numbered as (
      select *, sum(ends::int) over way as stands from ended ${way}
    ), halts as (
      select *, not ends and coalesce(lag(ends) over way, true) as begins,
        sum(gap) filter (where not ends) over (partition by sn, org_id, stands) as stay
      from numbered ${way}
    )
    select sn, org_id, lo as create_time,
      case when moves then km * ${share} end as km, case when moves then hi - lo end as moved_for,
      case when not moves then hi - lo end as stood_for,
      case when begins and lo = was and stay >= ${minStop} then 1 else 0 end as stops
    from halts
    ${pieces(context, 'was', 'create_time')}
    where hi > lo and case when moves then gap <= ${MAX_WAY_TIME} else not ends end`;
};

/** Rows of a table of records as they are. */
const records =
  (table: string): Source =>
  (context) =>
    sql`
    select r.* from ${sql.table(table)} as r
    where ${inContext(context)} and r.create_time >= ${context.from} and r.create_time <= ${context.to}`;

const computedSources: Readonly<Record<string, Source>> = { locking, online, mileage };

/** Whether the server makes the rows of a source itself. */
export const isComputedSource = (name: string): boolean => Object.hasOwn(computedSources, name);

/**
 * The rows of a source: `sn`, `org_id`, `create_time` and what else the reports over it name.
 * @param table of the entity that is called as the source, where the server makes none of that name
 */
export const sourceOf = (name: string, table: string | undefined): Source => {
  const source = computedSources[name] ?? (table === undefined ? undefined : records(table));
  if (!source) throw new Error(`There is no source ${name} for reports`);
  return source;
};
