import { type RawBuilder, sql } from 'kysely';
import { HOUR, SECOND } from '../../../domain/duration';
import { MAX_SPEED_KMH } from '../../../domain/track/leaps';
import { MOTION } from '../../../domain/track/motion';

/**
 * SQL for the distance in km between two positions in columns `lat` and `lon` with these prefixes; earth radius 6,371
 * km.
 */
const kmBetween = (from: string, to: string) => {
  const [lat1, lon1, lat2, lon2] = [`${from}lat`, `${from}lon`, `${to}lat`, `${to}lon`].map(
    (each) => sql.ref(each),
  );
  return sql`2 * 6371 * asin(least(1, sqrt(
    power(sin(radians(${lat2} - ${lat1}) / 2), 2)
    + cos(radians(${lat1})) * cos(radians(${lat2})) * power(sin(radians(${lon2} - ${lon1}) / 2), 2))))`;
};

/**
 * SQL that is true if a lock can be at both positions in columns with these prefixes: `isReachable` of
 * domain/track/leaps.ts. Most are so near that the sum of the differences suffices.
 */
const reachable = (from: string, to: string) => {
  const column = (prefix: string, name: string) => sql.ref(`${prefix}${name}`);
  const delta = (name: string) => sql`abs(${column(to, name)} - ${column(from, name)})`;
  const maxKm = sql`${sql.lit(MAX_SPEED_KMH / HOUR)} * greatest(${SECOND}::bigint, ${column(to, 'create_time')} - ${column(from, 'create_time')})`;
  return sql`case when (${delta('lat')} + ${delta('lon')}) * 111 <= ${maxKm} then true
    else ${kmBetween(from, to)} <= ${maxKm} end`;
};

/** SQL condition that a record has a position of which tracks and their sums are made. */
export const isPlace = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`${column('lat')} is not null and ${column('lon')} is not null
    and (${column('lat')} <> 0 or ${column('lon')} <> 0) and coalesce(${column('position_status')}, 0) = 0`;
};

/**
 * SQL for the legs between consecutive positions of each lock under one organisation, by the rules of `sumsOf` of
 * domain/track/stops.ts: `was` and `create_time` with the `gap` between them (ms), `km`, `motion` (`moving`, `standing`,
 * `unreported` or `unknown`), and of a stop the first leg (`begins`) and the length (`stay`, ms). Positions that no lock
 * could reach are left out as by `nextPlaces` of domain/track/leaps.ts.
 * @param records query of records
 */
export const legsSql = (records: RawBuilder<unknown>) => {
  const way = sql`window way as (partition by sn, org_id order by create_time, id)`;
  const { standingKmh, minStop, maxPause, maxSilence } = MOTION;
  const [driftKm, carriedKm] = [MOTION.drift / 1000, MOTION.carried / 1000];
  return sql`
    with places as (
      select r.id, r.sn, r.org_id, r.create_time, r.lat, r.lon, r.speed,
        lag(r.create_time) over way as was_create_time, lag(r.lat) over way as was_lat,
        lag(r.lon) over way as was_lon, lead(r.create_time) over way as next_create_time,
        lead(r.lat) over way as next_lat, lead(r.lon) over way as next_lon
      from (${records}) as r
      where ${isPlace('r')}
      ${way}
    ), compared as (
      select *, was_create_time is null or ${reachable('was_', '')} or coalesce(
        ${reachable('', 'next_')} and not (${reachable('was_', 'next_')}
          and ${kmBetween('was_', 'next_')} < ${kmBetween('', 'next_')}), false) as agreed
      from places
    ), followed as (
      select *, max(array[create_time, lat, lon]) filter (where agreed)
        over (partition by sn, org_id order by create_time, id
          rows between unbounded preceding and 1 preceding) as last
      from compared
    ), doubted as (
      select *, last[1]::bigint as last_create_time, last[2] as last_lat, last[3] as last_lon
      from followed
    ), fixes as (
      select id, sn, org_id, create_time, lat, lon, speed,
        lag(create_time) over way as was, lag(lat) over way as was_lat,
        lag(lon) over way as was_lon, lag(speed) over way as was_speed,
        first_value(create_time) over later as later,
        first_value(lat) over later as later_lat, first_value(lon) over later as later_lon
      from doubted where agreed or ${reachable('last_', '')}
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
    )
    select sn, org_id, was, create_time, gap, km,
      case when gap > ${maxSilence}
          or km > ${MAX_SPEED_KMH / HOUR}::double precision * greatest(gap, ${SECOND}::bigint) then 'unknown'
        when not moves then 'standing' when gap > ${maxPause} then 'unreported' else 'moving' end as motion,
      not ends and coalesce(lag(ends) over way, true) as begins,
      sum(gap) filter (where not ends) over (partition by sn, org_id, stands) as stay
    from numbered ${way}`;
};
