import { type RawBuilder, sql } from 'kysely';
import type { AnyEntity, Console } from '../../config';
import { MINUTE } from '../../domain/duration';
import { MAX_OUTLINE_MINUTES, outlineStep } from '../../domain/track/day';
import {
  DEFAULT_TRACK_LIMITS,
  TRACK_VALUES,
  type TrackLimits,
  WIRE_DEGREE,
} from '../../domain/track/track';
import { CALL } from '../../protocol';
import {
  type CallValues,
  EncodedAnswer,
  invalidInput,
  type JsonSchema,
  type SignedInEndpoint,
  serverLabel,
  TextChunk,
} from '../calls/endpoint';
import type { Database, Scope } from '../db';
import { readParameters } from '../db/parameters';
import { snsOf } from './commandCalls';

/** Entity whose records tracks are made of. */
const RECORDS = 'deviceLocationRecord';

interface Dependencies {
  readonly config: Pick<Console, 'entities'>;
  readonly db: Database;
}

/** Endpoints that return the recorded positions of locks in a time range, for playback. */
export const trackCalls = ({ config, db }: Dependencies): readonly SignedInEndpoint[] => {
  const entity = config.entities.find(({ name }) => name === RECORDS);
  if (!entity) return [];
  return [
    {
      path: CALL.TRACK_LIMITS,
      label: ['Track limits', '轨迹查询限制'],
      code: 'track:limits',
      kind: 'get',
      access: 'granted',
      changes: false,
      request: { type: 'object' },
      answer: limitsJson,
      work: () => limitsNow(db),
    },
    {
      path: CALL.TRACK_GET,
      label: ['Tracks', '轨迹'],
      code: 'track:get',
      kind: 'list',
      access: 'granted',
      changes: false,
      entity: RECORDS,
      request: trackRequest,
      answer: tracksJson,
      work: async ({ body }, { oper }) =>
        tracks(db, entity, rangeOf(body, await limitsNow(db)), { orgId: oper.org_id }),
    },
    {
      path: CALL.TRACK_OUTLINE,
      label: ['Outlines of tracks', '轨迹概要'],
      code: 'track:outline',
      kind: 'list',
      access: 'granted',
      changes: false,
      entity: RECORDS,
      request: outlineRequest,
      answer: tracksJson,
      work: ({ body }, { oper }) =>
        outlines(db, entity, rangeOf(body, OUTLINE_LIMITS), { orgId: oper.org_id }),
    },
  ];
};

/** Returns the limits. An administrator sets the time range; the others are bounded by the size of an answer. */
const limitsNow = async (db: Database): Promise<TrackLimits> => {
  const { track_max_minutes: minutes } = await readParameters(db);
  return { ...DEFAULT_TRACK_LIMITS, minutes };
};

/** Limits of outlines, which are as long as 721 records however long the range is. */
const OUTLINE_LIMITS: TrackLimits = { ...DEFAULT_TRACK_LIMITS, minutes: MAX_OUTLINE_MINUTES };

interface Range {
  readonly sns: readonly string[];
  /** Both inclusive, epoch ms. */
  readonly from: number;
  readonly to: number;
}

/** Tolerance, so that a range of whole minutes is not refused for its last millisecond. */
const SLACK = 1_000;

const parseMoment = (body: CallValues, name: 'from' | 'to'): number => {
  const value = body[name];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw invalidInput({ [name]: serverLabel('moment') });
};

/** @throws CallError `invalid` */
const rangeOf = (body: CallValues, { minutes, devices }: TrackLimits): Range => {
  const sns = snsOf(body, devices);
  const [from, to] = [parseMoment(body, 'from'), parseMoment(body, 'to')];
  if (to <= from) throw invalidInput({ to: serverLabel('notLater') });
  if (to - from > minutes * MINUTE + SLACK) {
    throw invalidInput({ to: serverLabel('trackTooLong', { max: minutes }) });
  }
  return { sns, from, to };
};

interface TrackRow {
  readonly sn: string;
  readonly count: number;
  readonly [column: string]: string | number;
}

/**
 * Joins the values of a column by commas. PostgreSQL writes the JSON, because 100,000 rows would block the event
 * loop.
 */
const columnText = (value: RawBuilder<unknown>) =>
  sql`string_agg(coalesce((${value})::text, 'null'), ',' order by create_time, id)`;

/** Returns the columns that a track has of a record. */
const recordColumns = ({ fields }: AnyEntity) => {
  const values = TRACK_VALUES.filter((name) => name in fields);
  const place = (name: 'lat' | 'lon') =>
    sql`case when lat is null or lon is null then null else round(${sql.ref(name)} * ${sql.lit(WIRE_DEGREE)})::bigint end as ${sql.ref(name)}`;
  const columns = sql`lock.sn as sn, id, create_time, ${place('lat')}, ${place('lon')},
    ${sql.join(values.map((name) => sql.ref(name)))}`;
  return { values, columns };
};

/**
 * Reads the tracks. The lateral join walks the index on serial number and time for each lock, so records of other
 * locks cost nothing.
 */
const tracks = (
  db: Database,
  entity: AnyEntity,
  { sns, from, to }: Range,
  { orgId }: Scope,
): Promise<EncodedAnswer> => {
  const { values, columns } = recordColumns(entity);
  const maxRecords = Math.floor(DEFAULT_TRACK_LIMITS.records / sns.length);
  const records = sql`
    select ${columns}
    from unnest(${sns}::text[]) as lock(sn) cross join lateral (
      select * from ${sql.table(entity.table)} as record
      where record.sn = lock.sn and record.create_time >= ${from} and record.create_time <= ${to}
        and record.org_id in (select org_subtree(${orgId}))
      order by record.create_time, record.id limit ${maxRecords + 1}
    ) as record`;
  return encodeTracks(db, records, { sns, values, maxRecords });
};

/**
 * Reads the last record with a position in each part of the range. One index seek a part finds it, so the cost does not
 * depend on how often a lock reports.
 */
const outlines = (
  db: Database,
  entity: AnyEntity,
  range: Range,
  { orgId }: Scope,
): Promise<EncodedAnswer> => {
  const { sns, from, to } = range;
  const { values, columns } = recordColumns(entity);
  const step = sql.lit(outlineStep(range));
  const records = sql`
    select ${columns}
    from unnest(${sns}::text[]) as lock(sn)
    cross join generate_series(${from}::bigint, ${to}::bigint, ${step}::bigint) as part(start)
    cross join lateral (
      select * from ${sql.table(entity.table)} as record
      where record.sn = lock.sn and record.create_time >= part.start
        and record.create_time < part.start + ${step} and record.create_time <= ${to}
        and record.lat is not null and record.lon is not null
        and record.org_id in (select org_subtree(${orgId}))
      order by record.create_time desc, record.id desc limit 1
    ) as record`;
  return encodeTracks(db, records, { sns, values, maxRecords: DEFAULT_TRACK_LIMITS.records });
};

interface Encoding {
  readonly sns: readonly string[];
  readonly values: readonly string[];
  /** Records of one lock. A lock with more is answered with `more`. */
  readonly maxRecords: number;
}

/** @param records query with the columns of `recordColumns` */
const encodeTracks = async (
  db: Database,
  records: RawBuilder<unknown>,
  { sns, values, maxRecords }: Encoding,
): Promise<EncodedAnswer> => {
  const step = (name: 'lat' | 'lon') =>
    sql`coalesce(${sql.ref(name)} - lag(${sql.ref(name)}) over placed, ${sql.ref(name)}) as ${sql.ref(name)}`;
  const { rows } = await sql<TrackRow>`
    with records as (${records}), steps as (
      select sn, id, create_time, create_time - lag(create_time, 1, 0::bigint) over timed as at,
        ${step('lat')}, ${step('lon')}, ${sql.join(values.map((name) => sql.ref(name)))}
      from records
      window timed as (partition by sn order by create_time, id),
        placed as (partition by sn, lat is null order by create_time, id)
    )
    select sn, count(*) as count, ${columnText(sql.ref('at'))} as at,
      ${sql.join(['lat', 'lon', ...values].map((name) => sql`${columnText(sql.ref(name))} as ${sql.ref(name)}`))}
    from steps group by sn`.execute(db);
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

/** Makes a chunk per column, so that compressing one does not block the event loop for long. */
const trackChunks = (
  sn: string,
  row: TrackRow | undefined,
  values: readonly string[],
  maxRecords: number,
): TextChunk[] => {
  const columns = ['at', 'lat', 'lon', ...values].map(
    (name) => new TextChunk(`,${JSON.stringify(name)}:[${row?.[name] ?? ''}]`),
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

const integer: JsonSchema = { type: 'integer' };

const limitsJson: JsonSchema = {
  type: 'object',
  properties: { minutes: integer, devices: integer, records: integer },
  required: ['minutes', 'devices', 'records'],
};

const requestJson = (limit: string): JsonSchema => ({
  type: 'object',
  properties: {
    sns: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: DEFAULT_TRACK_LIMITS.devices,
    },
    from: { type: 'integer', description: 'ms since 1970, inclusive' },
    to: { type: 'integer', description: `ms since 1970, inclusive; at most ${limit} later` },
  },
  required: ['sns', 'from', 'to'],
});

const trackRequest = requestJson('the minutes that /track/limits answers');
const outlineRequest = requestJson(`${MAX_OUTLINE_MINUTES} minutes`);

const columnJson = (description: string): JsonSchema => ({
  type: 'array',
  items: { type: ['number', 'null'] },
  description,
});

const tracksJson: JsonSchema = {
  type: 'object',
  properties: {
    tracks: {
      type: 'array',
      description: 'One for each serial number, in the order asked for; columns of equal length',
      items: {
        type: 'object',
        properties: {
          sn: { type: 'string' },
          more: { type: 'boolean', description: 'Later records of the range are left out' },
          at: {
            type: 'array',
            items: integer,
            description: 'The first in ms since 1970, each other in ms since the one before',
          },
          lat: columnJson(
            'WGS-84 latitude in 1/10,000,000 degree since the last record that has a place',
          ),
          lon: columnJson('The same of longitude'),
          ...Object.fromEntries(
            TRACK_VALUES.map((name) => [name, columnJson(`As in ${RECORDS}, null for none`)]),
          ),
        },
        required: ['sn', 'more', 'at', 'lat', 'lon', ...TRACK_VALUES],
      },
    },
  },
  required: ['tracks'],
};
