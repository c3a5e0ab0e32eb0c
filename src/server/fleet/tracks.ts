import { type RawBuilder, sql } from 'kysely';
import type { AnyEntity, Console } from '../../config';
import { MINUTE } from '../../domain/duration';
import { MAX_OUTLINE_MINUTES, outlineStep } from '../../domain/track/day';
import { MOTION } from '../../domain/track/motion';
import {
  DEFAULT_TRACK_LIMITS,
  TRACK_VALUES,
  type TrackLimits,
  WIRE_DEGREE,
} from '../../domain/track/track';
import {
  type LockSums,
  type TrackRange,
  trackGet,
  trackLimits,
  trackOutline,
  trackSums,
} from '../../protocol/contracts/tracks';
import { answering } from '../calls/answering';
import {
  EncodedAnswer,
  invalidInput,
  type SignedInEndpoint,
  serverLabel,
  TextChunk,
} from '../calls/endpoint';
import type { Database } from '../db';
import { readParameters } from '../db/parameters';
import { isOneOf, visibleOrgs } from '../db/queries/conditions';
import { isPlace, legsSql } from '../db/queries/legs';

/** Entity whose records tracks are made of. */
const RECORDS = 'deviceLocationRecord';

const COMMON = { kind: 'list', access: 'granted', changes: false, entity: RECORDS } as const;

/** Endpoints that return the recorded positions of locks in a time range, for playback. */
export const trackCalls = ({
  config,
  db,
}: {
  readonly config: Pick<Console, 'entities'>;
  readonly db: Database;
}): readonly SignedInEndpoint[] => {
  const entity = config.entities.find(({ name }) => name === RECORDS);
  if (!entity) return [];
  return [
    answering(trackLimits, {
      code: 'track:limits',
      kind: 'get',
      access: 'granted',
      changes: false,
      work: () => limitsNow(db),
    }),
    answering(trackGet, {
      ...COMMON,
      code: 'track:get',
      work: async ({ body }, { oper }) =>
        tracks(db, entity, rangeOf(body, await limitsNow(db)), oper.org_id),
    }),
    answering(trackSums, {
      ...COMMON,
      code: 'track:sums',
      work: async ({ body }, { oper }) => ({
        sums: await sumsOfTracks(db, entity, rangeOf(body, OUTLINE_LIMITS), oper.org_id),
      }),
    }),
    answering(trackOutline, {
      ...COMMON,
      code: 'track:outline',
      work: ({ body }, { oper }) =>
        outlines(db, entity, rangeOf(body, OUTLINE_LIMITS), oper.org_id),
    }),
  ];
};

/** Returns the limits. An administrator sets the time range; the others are bounded by the size of an answer. */
const limitsNow = async (db: Database): Promise<TrackLimits> => {
  const { track_max_minutes: minutes } = await readParameters(db);
  return { ...DEFAULT_TRACK_LIMITS, minutes };
};

/** Limits of outlines, which have at most 2,163 records however long the range is. */
const OUTLINE_LIMITS: TrackLimits = { ...DEFAULT_TRACK_LIMITS, minutes: MAX_OUTLINE_MINUTES };

/** Tolerance, so that a range of whole minutes is not refused for its last millisecond. */
const SLACK = 1_000;

/** Removes duplicate locks. @throws CallError `invalid` if the range is empty or too long */
const rangeOf = ({ sns, from, to }: TrackRange, { minutes }: TrackLimits): TrackRange => {
  if (to <= from) throw invalidInput({ to: serverLabel('notLater') });
  if (to - from > minutes * MINUTE + SLACK) {
    throw invalidInput({ to: serverLabel('trackTooLong', { max: minutes }) });
  }
  return { sns: [...new Set(sns)], from, to };
};

interface TrackRow {
  readonly sn: string;
  readonly count: number;
  readonly [column: string]: string | number | null;
}

/**
 * Joins the values of a column by commas. PostgreSQL writes the JSON, because 100,000 rows would block the event
 * loop.
 */
const columnText = (name: string) =>
  sql`string_agg(coalesce(${sql.ref(name)}::text, 'null'), ',') as ${sql.ref(name)}`;

/** Returns the columns that a track has of a record. */
const recordColumns = ({ fields }: AnyEntity) => {
  const values = TRACK_VALUES.filter((name) => name in fields);
  const place = (name: 'lat' | 'lon') =>
    sql`case when lat is null or lon is null then null else round(${sql.ref(name)} * ${sql.lit(WIRE_DEGREE)})::bigint end as ${sql.ref(name)}`;
  const columns = sql`id, create_time, ${place('lat')}, ${place('lon')},
    ${sql.join(values.map((name) => sql.ref(name)))}`;
  return { values, columns };
};

const tracks = (
  db: Database,
  entity: AnyEntity,
  { sns, from, to }: TrackRange,
  orgId: number,
): Promise<EncodedAnswer> => {
  const { values, columns } = recordColumns(entity);
  const maxRecords = Math.floor(DEFAULT_TRACK_LIMITS.records / sns.length);
  const records = sql`
    select ${columns} from ${sql.table(entity.table)} as record
    where record.sn = lock.sn and record.create_time >= ${from} and record.create_time <= ${to}
      and record.org_id in (select org_subtree(${orgId}))
    order by record.create_time, record.id limit ${maxRecords + 1}`;
  return encodeTracks(db, records, sns, values, maxRecords);
};

/**
 * Reads the first and the last good position in each part of the range, so that its pauses are those of the records, and
 * the last of any kind, which is all that a lock without satellites has. An index seek finds each, so the cost hardly
 * depends on how often a lock reports.
 */
const outlines = (
  db: Database,
  entity: AnyEntity,
  range: TrackRange,
  orgId: number,
): Promise<EncodedAnswer> => {
  const { sns, from, to } = range;
  const { values, columns } = recordColumns(entity);
  const step = sql.lit(outlineStep(range));
  const nearest = (condition: RawBuilder<unknown>, order: 'asc' | 'desc') => sql`(
    select ${columns} from ${sql.table(entity.table)} as record
    where record.sn = lock.sn and record.create_time >= part.start
      and record.create_time < part.start + ${step} and record.create_time <= ${to}
      and ${condition} and record.org_id in (select org_subtree(${orgId}))
    order by record.create_time ${sql.raw(order)}, record.id ${sql.raw(order)} limit 1)`;
  const good = isPlace('record');
  const any = sql`record.lat is not null and record.lon is not null`;
  const records = sql`
    select record.* from generate_series(${from}::bigint, ${to}::bigint, ${step}::bigint) as part(start)
    cross join lateral (
      ${nearest(good, 'asc')} union ${nearest(good, 'desc')} union ${nearest(any, 'desc')}
    ) as record`;
  return encodeTracks(db, records, sns, values, DEFAULT_TRACK_LIMITS.records);
};

/**
 * Sums the legs of each lock within the range. Besides the records of the range it reads those that its first and last
 * legs depend on: from the third position before any stay that reaches into the range to the third one after it.
 */
const sumsOfTracks = async (
  db: Database,
  { table }: AnyEntity,
  { sns, from, to }: TrackRange,
  orgId: number,
): Promise<readonly LockSums[]> => {
  const orgs = await visibleOrgs(db, { orgId });
  const ofLock = sql`r.sn = lock.sn and ${isOneOf(sql.ref('r.org_id'), orgs)}`;
  const { minStop, maxSilence } = MOTION;
  const records = sql`
    select r.* from unnest(${sns}::text[]) as lock(sn)
    cross join lateral (
      select coalesce((
        select r.create_time from ${sql.table(table)} as r
        where ${ofLock} and ${isPlace('r')}
          and r.create_time >= ${from - maxSilence} and r.create_time < ${from - minStop}
        order by r.create_time desc offset 2 limit 1
      ), ${from - maxSilence}::bigint) as first, coalesce((
        select r.create_time from ${sql.table(table)} as r
        where ${ofLock} and ${isPlace('r')}
          and r.create_time > ${to + minStop} and r.create_time <= ${to + maxSilence}
        order by r.create_time offset 2 limit 1
      ), ${to + maxSilence}::bigint) as last
    ) as reach
    join ${sql.table(table)} as r
      on ${ofLock} and r.create_time between reach.first and reach.last`;
  const sumOf = (motion: string, value = sql`hi - lo`) =>
    sql`coalesce(sum(${value}) filter (where motion = ${motion}), 0)::double precision`;
  const metres = sql`1000 * km * (hi - lo) / gap`;
  const { rows } = await sql<LockSums>`
    select lock.sn, ${sumOf('moving', metres)} as metres,
      ${sumOf('unreported', metres)} as unreported, ${sumOf('moving')} as moving,
      ${sumOf('standing')} as standing,
      ${sumOf('unreported')} + ${sumOf('unknown')} as silent
    from unnest(${sns}::text[]) with ordinality as lock(sn, n) left join (
      select *, greatest(was, ${from}::bigint) as lo, least(create_time, ${to + 1}::bigint) as hi
      from (${legsSql(records)}) as legs
    ) as legs on legs.sn = lock.sn and hi > lo
    group by lock.sn, n order by n`.execute(db);
  return rows;
};

/**
 * Reads the tracks lock by lock. The index on serial number and time has the records in their order, so nothing is
 * sorted, and records of other locks cost nothing.
 * @param records query of the records of one lock, `lock.sn`, with the columns of `recordColumns`
 * @param maxRecords records of one lock; a lock with more is answered with `more`
 */
const encodeTracks = async (
  db: Database,
  records: RawBuilder<unknown>,
  sns: readonly string[],
  values: readonly string[],
  maxRecords: number,
): Promise<EncodedAnswer> => {
  // The place itself follows a record without one: see `stepsAcrossGaps`.
  const step = (name: 'lat' | 'lon') =>
    sql`coalesce(${sql.ref(name)} - lag(${sql.ref(name)}) over timed, ${sql.ref(name)}) as ${sql.ref(name)}`;
  const { rows } = await sql<TrackRow>`
    select lock.sn, track.*
    from unnest(${sns}::text[]) as lock(sn) cross join lateral (
      select count(*) as count, ${sql.join(['at', 'lat', 'lon', ...values].map(columnText))}
      from (
        select create_time - lag(create_time, 1, 0::bigint) over timed as at,
          ${step('lat')}, ${step('lon')}, ${sql.join(values.map((name) => sql.ref(name)))}
        from (${records}) as record
        window timed as (order by create_time, id)
        order by create_time, id
      ) as steps
    ) as track`.execute(db);
  const bySn = new Map(rows.map((row) => [row.sn, row]));
  return new EncodedAnswer([
    new TextChunk('{"tracks":['),
    ...sns.flatMap((sn, i) => [
      ...(i === 0 ? [] : [new TextChunk(',')]),
      ...trackChunks(sn, bySn.get(sn), values, maxRecords),
    ]),
    new TextChunk(']}'),
  ]);
};

/**
 * Converts a column in which each value after a gap is absolute: there, too, it becomes the difference to the last one.
 * PostgreSQL would sort all records to find it.
 */
export const stepsAcrossGaps = (column: string): string => {
  if (!column.includes('null')) return column;
  let last = 0;
  let isAfterGap = false;
  const steps = column.split(',').map((text) => {
    if (text === 'null') {
      isAfterGap = true;
      return text;
    }
    const before = last;
    last = isAfterGap ? Number(text) : last + Number(text);
    isAfterGap = false;
    return String(last - before);
  });
  return steps.join(',');
};

/** Makes a chunk per column, so that compressing one does not block the event loop for long. */
const trackChunks = (
  sn: string,
  row: TrackRow | undefined,
  values: readonly string[],
  maxRecords: number,
): TextChunk[] => {
  const textOf = (name: string) => {
    const text = String(row?.[name] ?? '');
    return name === 'lat' || name === 'lon' ? stepsAcrossGaps(text) : text;
  };
  const columns = ['at', 'lat', 'lon', ...values].map(
    (name) => new TextChunk(`,${JSON.stringify(name)}:[${textOf(name)}]`),
  );
  const missing = TRACK_VALUES.filter((name) => !values.includes(name)).map(
    (name) => new TextChunk(`,${JSON.stringify(name)}:[]`),
  );
  const more = (row?.count ?? 0) > maxRecords;
  return [
    new TextChunk(`{"sn":${JSON.stringify(sn)},"more":${more}`),
    ...columns,
    ...missing,
    new TextChunk('}'),
  ];
};
