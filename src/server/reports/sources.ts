import { type RawBuilder, sql } from 'kysely';
import { CONNECTION_EVENT } from '../../domain/connection';
import { DAY } from '../../domain/duration';
import { LOCK, SEALING, UNSEALING } from '../../domain/lock';
import { MOTION } from '../../domain/track/motion';
import { isOneOf } from '../db/queries/conditions';
import { legsSql } from '../db/queries/legs';

/** Scope of a report: the organisations visible to its reader, the locks (undefined for all), and the time. */
export interface SourceContext {
  readonly orgs: readonly number[];
  readonly sns?: readonly string[];
  /** Both inclusive, epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Starts of the days, weeks or months in the time span, followed by the end of the last; epoch ms. */
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

/** SQL for the start of the day, week or month that contains a moment. */
export const periodStartSql = (cuts: readonly number[], moment: RawBuilder<unknown>) =>
  sql`(${listOf(cuts)})[${placeIn(cuts, moment)}]`;

/** SQL for the start of the day, week or month that contains a day. @param days those of the cuts, `yyyy-MM-dd` */
export const startOfDaySql = (
  cuts: readonly number[],
  days: readonly string[],
  day: RawBuilder<unknown>,
) => sql`(${listOf(cuts)})[width_bucket(${day}, ${days}::date[])]`;

/**
 * Splits a time span at the cuts and limits it to the report's time. Joined as `piece` with the columns `lo` and `hi`.
 * @param start name of the column with the span's start, epoch ms
 * @param end name of the column with its end
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

/** Margin around the report's time in which the start or the end of an overlapping span is searched, ms. */
const SEARCH_MARGIN = 31 * DAY;

/** SQL conditions: the history row shows a sealed lock (`seals`), or an unsealing (`unseals`). */
const seals = (alias: string) => sql`(${sql.ref(`${alias}.lock_action`)} = any(${SEALING}::int[])
  or ${sql.ref(`${alias}.lock_status`)} = ${LOCK.sealed} and not coalesce(${unseals(alias)}, false))`;
const unseals = (alias: string) =>
  sql`${sql.ref(`${alias}.lock_action`)} = any(${UNSEALING}::int[])`;

/**
 * Actions of locks. An unsealing also has the time until the lock was sealed again, unless the lock was already
 * unsealed. If the row before or after is that of another organisation, the lock changed hands in between: it counts as
 * not unsealed before, and as not sealed again.
 */
const locking: Source = (context) => sql`
  select r.*, case when ${unseals('r')} and not coalesce(before.opened, false) then
      after.create_time - r.create_time end as open_for
  from "lockHistory" as r
  left join lateral (
    select ${unseals('h')} and h.org_id = r.org_id as opened from "lockHistory" as h
    where h.sn = r.sn and h.create_time >= ${context.from - SEARCH_MARGIN}
      and (h.create_time, h.id) < (r.create_time, r.id) and (${seals('h')} or ${unseals('h')})
    order by h.create_time desc, h.id desc limit 1
  ) as before on ${unseals('r')}
  left join lateral (
    select case when h.org_id = r.org_id then h.create_time end as create_time from "lockHistory" as h
    where h.sn = r.sn and h.create_time <= ${context.to + SEARCH_MARGIN}
      and (h.create_time, h.id) > (r.create_time, r.id) and ${seals('h')}
    order by h.create_time, h.id limit 1
  ) as after on ${unseals('r')}
  where ${inContext(context)} and r.create_time >= ${context.from} and r.create_time <= ${context.to}
    and r.lock_action is not null`;

/** Events that start and end a connection. */
const CONNECTION_TURNS = sql`(${CONNECTION_EVENT.came}, ${CONNECTION_EVENT.went})`;

/**
 * Times of connection, split at the cuts. `came` is 1 in the piece in which the lock connected. A connection lasts
 * until the lock's next connection event. A change of the owner is one (migration `connectionEnds`).
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

/**
 * Legs between consecutive positions, split at the cuts, with distance and time. A stop counts in the piece in which it
 * begins.
 */
const mileage: Source = (context) => {
  const { from, to } = context;
  const share = sql`(hi - lo)::double precision / gap`;
  const records = sql`
    select r.* from "deviceLocationRecord" as r
    where ${inContext(context)} and r.create_time >= ${from - MOTION.maxSilence}
      and r.create_time <= ${to + MOTION.maxSilence}`;
  return sql`
    select sn, org_id, lo as create_time,
      case motion when 'moving' then km * ${share} end as km,
      case motion when 'unreported' then km * ${share} end as unreported_km,
      case motion when 'moving' then hi - lo end as moved_for,
      case motion when 'standing' then hi - lo end as stood_for,
      case when begins and lo = was and stay >= ${MOTION.minStop} then 1 else 0 end as stops
    from (${legsSql(records)}) as legs
    ${pieces(context, 'was', 'create_time')}
    where hi > lo and motion <> 'unknown'`;
};

/** Rows of a table of records. */
const records =
  (table: string): Source =>
  (context) =>
    sql`
    select r.* from ${sql.table(table)} as r
    where ${inContext(context)} and r.create_time >= ${context.from} and r.create_time <= ${context.to}`;

const computedSources: Readonly<Record<string, Source>> = { locking, online, mileage };

/** True if the server computes the rows of the source. */
export const isComputedSource = (name: string): boolean => Object.hasOwn(computedSources, name);

/**
 * Returns the SQL for the rows of a source: `sn`, `org_id`, `create_time` and the columns that its reports name.
 * @param table table of the entity with the source's name, unless the source is computed
 */
export const sourceOf = (name: string, table: string | undefined): Source => {
  const computed = isComputedSource(name) ? computedSources[name] : undefined;
  const source = computed ?? (table === undefined ? undefined : records(table));
  if (!source) throw new Error(`There is no source ${name} for reports`);
  return source;
};
