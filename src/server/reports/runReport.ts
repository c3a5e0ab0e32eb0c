import { sql } from 'kysely';
import {
  type AnyEntity,
  type Console,
  type Field,
  hasRows,
  type Report,
  type Row,
  reportGroups,
} from '../../config';
import { DAY, HOUR } from '../../domain/duration';
import { isTimeUnit, periodStarts } from '../../domain/period';
import { isZone } from '../../domain/zone';
import { schemaOf } from '../../fields';
import type { ReportPage, ReportQuestion } from '../../protocol';
import { CallError, invalidInput, serverLabel } from '../calls/endpoint';
import { anyOf, type Database, type Scope, type Sql } from '../db';
import { visibleOrgs } from '../db/queries/conditions';
import { entityRows, titleOf } from './entityRows';
import { periodStartSql, type SourceContext, sourceOf } from './sources';

export interface ReportQuery extends Omit<SourceContext, 'orgs' | 'sns'> {
  readonly report: Report;
  /** IANA name of the time zone in which days begin. */
  readonly zone: string;
  readonly time?: string;
  /** Grouping; undefined for the rows themselves. */
  readonly group: string | undefined;
  /** Limits the report to these organisations and those below; undefined for all that the reader can see. */
  readonly orgs: readonly number[] | undefined;
  /** Limit the report to these locks, by id and by serial number. */
  readonly devices: readonly number[] | undefined;
  readonly sns: readonly string[] | undefined;
}

export const MAX_REPORT_DAYS = 92;
/** Tolerance: a quarter in which clocks are put back is longer than its days. */
const CLOCK_CHANGE = 3 * HOUR;

/**
 * Parses the request of a report.
 * @throws CallError `notFound` if there is no such report, `invalid` for a range, group or zone that does not exist
 */
export const parseReportQuery = (
  reports: readonly Report[],
  { report: name, from, to, group, time, zone = 'UTC', orgs, devices, sns }: ReportQuestion,
): ReportQuery => {
  const report = reports.find((each) => each.name === name);
  if (!report) throw new CallError('notFound', serverLabel('notFound'));
  if (to <= from) throw invalidInput({ to: serverLabel('notLater') });
  if (to - from > MAX_REPORT_DAYS * DAY + CLOCK_CHANGE)
    throw invalidInput({ to: serverLabel('rangeTooLong', { max: MAX_REPORT_DAYS }) });
  const groups = reportGroups(report).map(([name]) => name);
  if (group === undefined ? !hasRows(report) : !groups.includes(group)) {
    throw invalidInput({ group: serverLabel('noCount') });
  }
  const { times = {}, without = [] } = report.records ?? {};
  const refused = Object.entries({
    time: time !== undefined && !Object.hasOwn(times, time),
    orgs: orgs && without.includes('org_id'),
    devices: devices && without.includes('sn'),
    sns: sns && without.includes('sn'),
  }).find(([, isWrong]) => isWrong);
  if (refused) throw invalidInput({ [refused[0]]: serverLabel('noCount') });
  if (!isZone(zone)) throw invalidInput({ zone: serverLabel('zone') });
  const cuts = periodStarts(isTimeUnit(group) ? group : 'day', from, to, zone);
  const [usualTime] = Object.keys(times);
  return { report, from, to, group, time: time ?? usualTime, zone, cuts, orgs, devices, sns };
};

interface QueryContext {
  readonly db: Database;
  readonly config: Console;
  /** Rows that the reader sees. */
  readonly scope: Scope;
}

const QUERY_TIMEOUT = '30s';

/** Reads rows of a report, their total number, and the sums over all of them. */
export const queryReport = async (
  { db, config, scope }: QueryContext,
  question: ReportQuery,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<ReportPage> =>
  db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = ${sql.lit(QUERY_TIMEOUT)}`.execute(trx);
    const { report, group } = question;
    const { orgId } = scope;
    const orgs = await orgsOf(trx, question, orgId);
    const entity: AnyEntity | undefined = config.entities.find(
      ({ name }) => name === report.source,
    );
    const sns = await snsOf(trx, question);
    const context = { ...question, orgs, sns };
    const rows =
      report.records && entity
        ? entityRows({ entity, config, report, within: scope.within }, context)
        : sourceOf(report.source, entity?.table)(context);
    const sight = { orgs: await visibleOrgs(trx, scope), within: scope.within };
    const title = report.records && entity && titleOf({ entity, config, group, sight });
    const measures = measuresOf(report);
    const sums = await sql<Row>`select ${measures} from (${rows}) as t`.execute(trx);
    const page =
      group === undefined
        ? plainSql(report, rows)
        : groupedSql(question, group, { rows, measures, orgId, title });
    const result = await sql<Row & { readonly total: number }>`
      ${page} limit ${limit} offset ${skip}`.execute(trx);
    return {
      list: result.rows.map(({ total: _, ...row }) => row),
      total: Number(result.rows[0]?.total ?? 0),
      sums: sums.rows[0] ?? {},
    };
  });

const orgsOf = async (db: Database, { orgs }: ReportQuery, orgId: number): Promise<number[]> => {
  const { rows } = await sql<{ org: number }>`
    select org from org_subtree(${orgId}) as org
    where ${orgs ? sql`org in (select org_subtree(chosen) from unnest(${orgs}::bigint[]) as chosen)` : sql`true`}`.execute(
    db,
  );
  return rows.map(({ org }) => org);
};

const snsOf = async (db: Database, { devices, sns }: ReportQuery) => {
  if (!devices) return sns;
  const rows = await db
    .selectFrom('device')
    .select('sn')
    .where('id', '=', anyOf(devices))
    .execute();
  return rows.map(({ sn }) => sn).filter((sn) => !sns || sns.includes(sn));
};

/** Sums of the amounts in each currency, by its code. */
const sumsByCurrency = (amount: string, currency: string): Sql => sql`(
  select jsonb_object_agg(currency, total) from (
    select coalesce(currency, '') as currency, sum(amount)::text as total
    from unnest(array_agg(${sql.ref(`t.${currency}`)}::text), array_agg(${sql.ref(`t.${amount}`)}))
      as paid(currency, amount)
    where amount is not null group by 1) as totals)`;

const measuresOf = ({ measures, records }: Report): Sql =>
  sql.join(
    Object.entries(measures).map(([name, { field, sum, most, currencyIn, where = {} }]) => {
      if (sum !== undefined && currencyIn !== undefined)
        return sql`${sumsByCurrency(sum, currencyIn)} as ${sql.id(name)}`;
      if (sum !== undefined && records) {
        // Added as exact numbers, which the shortest text of a double is.
        const total = sql`coalesce(sum(${sql.ref(`t.${sum}`)}::text::numeric), 0)`;
        const isText = schemaOf(field).json?.(field as Field).type === 'string';
        const type = sql.raw(isText ? 'text' : 'double precision');
        return sql`${total}::${type} as ${sql.id(name)}`;
      }
      const aggregate = sum
        ? sql`coalesce(sum(${sql.ref(`t.${sum}`)}), 0)`
        : most
          ? sql`max(${sql.ref(`t.${most}`)})`
          : sql`count(*)`;
      const conditions = Object.entries(where).map(
        ([column, values]) =>
          sql`${sql.ref(`t.${column}`)}::text = any(${values.map(String)}::text[])`,
      );
      const filter =
        conditions.length > 0 ? sql` filter (where ${sql.join(conditions, sql` and `)})` : sql``;
      return sql`(${aggregate}${filter})::double precision as ${sql.id(name)}`;
    }),
  );

/** Selects the columns of the rows; a position is selected as its coordinates. */
const plainSql = ({ columns }: Report, rows: Sql) => {
  const own = Object.entries(columns).filter(([, { virtual }]) => !virtual);
  const names = new Set([...own.map(([name]) => name), ...(columns.place ? ['lat', 'lon'] : [])]);
  return sql`
    select ${sql.join([...names].map((name) => sql.ref(`t.${name}`)))}, count(*) over () as total
    from (${rows}) as t order by t.create_time desc, t.sn`;
};

const groupedSql = (
  { cuts }: ReportQuery,
  group: string,
  {
    rows,
    measures,
    orgId,
    title: refTitle,
  }: { rows: Sql; measures: Sql; orgId: number; title: Sql | undefined },
) => {
  const key = isTimeUnit(group)
    ? periodStartSql(cuts, sql.ref('t.create_time'))
    : sql.ref(`t.${group}`);
  const title =
    group === 'sn'
      ? // The lock may be lent or belong to another tenant by now. The reader then sees its number only.
        sql`(select device_name from device
          where device.sn = g.key and org_id in (select org_subtree(${orgId})))`
      : group === 'org_id'
        ? sql`(select org_name from org where org.id = g.key)`
        : (refTitle ?? sql`null::text`);
  // `offset 0` keeps the planner from inlining the key's expression.
  return sql`
    select g.*, ${title} as title, count(*) over () as total
    from (
      select key, ${measures} from (select ${key} as key, t.* from (${rows}) as t offset 0) as t group by key
    ) as g order by ${isTimeUnit(group) ? sql`g.key` : sql`g.key nulls last`}`;
};
