import { sql } from 'kysely';
import { type Console, type Report, type Row, reportGroups } from '../../config';
import { DAY, HOUR } from '../../domain/duration';
import { isTimeUnit, periodStarts } from '../../domain/period';
import { isZone } from '../../domain/zone';
import type { ReportPage, ReportQuestion } from '../../protocol';
import { CallError, invalidInput, serverLabel } from '../calls/endpoint';
import { anyOf, type Database, type Sql } from '../db';
import { periodStartSql, type SourceContext, sourceOf } from './sources';

export interface ReportQuery extends Omit<SourceContext, 'orgs' | 'sns'> {
  readonly report: Report;
  /** IANA name of the time zone in which days begin. */
  readonly zone: string;
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
  { report: name, from, to, group, zone = 'UTC', orgs, devices, sns }: ReportQuestion,
): ReportQuery => {
  const report = reports.find((each) => each.name === name);
  if (!report) throw new CallError('notFound', serverLabel('notFound'));
  if (to <= from) throw invalidInput({ to: serverLabel('notLater') });
  if (to - from > MAX_REPORT_DAYS * DAY + CLOCK_CHANGE)
    throw invalidInput({ to: serverLabel('rangeTooLong', { max: MAX_REPORT_DAYS }) });
  const groups = reportGroups(report).map(([name]) => name);
  const hasRows = Object.keys(report.columns).length > 0;
  if (group === undefined ? !hasRows : !groups.includes(group)) {
    throw invalidInput({ group: serverLabel('noCount') });
  }
  if (!isZone(zone)) throw invalidInput({ zone: serverLabel('zone') });
  const cuts = periodStarts(isTimeUnit(group) ? group : 'day', from, to, zone);
  return { report, from, to, group, zone, cuts, orgs, devices, sns };
};

interface QueryContext {
  readonly db: Database;
  readonly config: Pick<Console, 'entities'>;
  /** Organisation of the reader, who sees it and those below. */
  readonly orgId: number;
}

const QUERY_TIMEOUT = '30s';

/** Reads rows of a report, their total number, and the sums over all of them. */
export const queryReport = async (
  { db, config, orgId }: QueryContext,
  question: ReportQuery,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<ReportPage> =>
  db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = ${sql.lit(QUERY_TIMEOUT)}`.execute(trx);
    const { report, group } = question;
    const orgs = await orgsOf(trx, question, orgId);
    const table = config.entities.find(({ name }) => name === report.source)?.table;
    const sns = await snsOf(trx, question);
    const rows = sourceOf(report.source, table)({ ...question, orgs, sns });
    const measures = measuresOf(report);
    const sums = await sql<Row>`select ${measures} from (${rows}) as t`.execute(trx);
    const page =
      group === undefined
        ? plainSql(report, rows)
        : groupedSql(question, group, { rows, measures, orgId });
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

const measuresOf = ({ measures }: Report): Sql =>
  sql.join(
    Object.entries(measures).map(([name, { sum, most, where = {} }]) => {
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
  { rows, measures, orgId }: { rows: Sql; measures: Sql; orgId: number },
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
        : sql`null::text`;
  // `offset 0` keeps the planner from inlining the key's expression.
  return sql`
    select g.*, ${title} as title, count(*) over () as total
    from (
      select key, ${measures} from (select ${key} as key, t.* from (${rows}) as t offset 0) as t group by key
    ) as g order by ${isTimeUnit(group) ? sql`g.key` : sql`g.key nulls last`}`;
};
