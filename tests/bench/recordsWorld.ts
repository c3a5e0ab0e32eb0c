import { sql } from 'kysely';
import declared from '../../resources.config';
import { openStore, type Store } from '../../src/server/db';

export const ORGS = 300;
export const LOCKS = 3_000;
/** Organisation with 29 others below it. The root sees all, any later one only itself. */
export const BRANCH = 2;
const IN_BRANCH = 30;
/** Organisation whose locks reported only in the first month. */
export const QUIET = ORGS;
/** Value of one record in 100,000. */
export const RARE = 14;

export const DAY = 86_400_000;
const YEAR = 365 * DAY;

/** Returns a pseudo-random number below `count` for `i`, different for each `salt`. */
const chance = (salt: number, count: number) =>
  sql`(hashint8(i + ${sql.lit(salt)}::bigint * 1000000007) & 2147483647) % ${sql.lit(count)}`;

interface Month {
  readonly now: number;
  readonly first: number;
  readonly last: number;
  readonly records: number;
}

/** Returns rows `first` to `last` of a year's, in order of time. */
const numbered = ({ now, first, last, records }: Month) => sql`
  from (
    select i, ${now - YEAR}::bigint + (i * (${YEAR / records})::double precision)::bigint as at,
      case
        when ${chance(1, LOCKS)} % ${sql.lit(ORGS)} <> ${sql.lit(QUIET - 1)} or i < ${sql.lit(records / 12)}
        then ${chance(1, LOCKS)} else 1 end as lock,
      ${chance(2, 100)} as percent, ${chance(3, 100_000)} as rare
    from generate_series(${first}::bigint, ${last}::bigint) as i
  ) as numbered`;

const SN = sql`'SL' || lpad(lock::text, 6, '0')`;
const ORG = sql`1 + lock % ${sql.lit(ORGS)}`;
const STATUS = sql`case when percent < 70 then 2 when percent < 90 then 0 when percent < 99 then 1 else 3 end`;

const addLocations = (month: Month) => sql`
  insert into "deviceLocationRecord" (create_time, sn, org_id, lock_status, report_reson, position_status,
    lat, lon, speed, course, electric, voltage, temperature, receive_time)
  select at, ${SN}, ${ORG}, ${STATUS}, case when rare = 0 then 9 else percent % 4 end, percent % 3,
    22 + percent * 0.01, 114 + rare * 0.00001, percent, rare % 360, percent, 3.7, 25, at + 900
  ${numbered(month)}`;

const addHistories = (month: Month) => sql`
  insert into "lockHistory" (create_time, sn, org_id, lock_action, operate_name, before_status, lock_status,
    position_status, lat, lon)
  select at, ${SN}, ${ORG}, case when rare = 0 then ${sql.lit(RARE)} else 1 + percent % 13 end,
    'Operator ' || percent, 0, ${STATUS}, percent % 3, 22 + percent * 0.01, 114 + rare * 0.00001
  ${numbered(month)}`;

const TABLES = [
  ['deviceLocationRecord', addLocations],
  ['lockHistory', addHistories],
] as const;

const addOrganisations = ({ db }: Store) =>
  sql`
  insert into org (id, org_name, org_type, parent_id, status)
  select i, 'Organisation ' || i, 2, case when i = 1 then null
    when i between ${BRANCH + 1} and ${BRANCH + IN_BRANCH - 1} then ${BRANCH} else 1 end, 1
  from generate_series(1, ${ORGS}) as i`.execute(db);

/**
 * Loads one table without its indexes. Creating them afterwards takes a third of the time.
 */
const load = async (
  { db }: Store,
  [table, add]: (typeof TABLES)[number],
  { now, records }: { now: number; records: number },
): Promise<void> => {
  const { rows: indexes } = await sql<{ name: string; statement: string }>`
    select i.relname as name, replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ') as statement from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = cast(${`"${table}"`} as regclass) and not x.indisprimary`.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db);
  const size = Math.ceil(records / 12);
  for (let first = 1; first <= records; first += size) {
    const month = { now, records, first, last: Math.min(first + size - 1, records) };
    await add(month).execute(db);
  }
  for (const { statement } of indexes) await sql.raw(statement).execute(db);
};

const open = (dataDir: string) => openStore({ dataDir, config: declared, log: () => undefined });

const isLoaded = async ({ db }: Store): Promise<boolean> => {
  const { rows } = await sql`select id from org where id = ${QUIET}`.execute(db);
  return rows.length > 0;
};

const fill = async (dataDir: string, records: number): Promise<void> => {
  const store = await open(dataDir);
  if (!(await isLoaded(store))) {
    const now = Date.now();
    for (let away = 0; away < 14; away++) await store.ensurePartitions(now - away * 28 * DAY);
    for (const table of TABLES) await load(store, table, { now, records });
    await addOrganisations(store);
  }
  await store.close();
};

/**
 * Opens a store with a year of records until the time of loading, of each kind that is measured. They are
 * pseudo-random. Records that are already in the folder are used.
 * @returns the store, and the time of the newest record
 */
export const openRecordsWorld = async (dataDir: string, records: number) => {
  await fill(dataDir, records);
  const store = await open(dataDir);
  await sql`vacuum analyze`.execute(store.db);
  const newest = await sql<{ at: number }>`
    select max(create_time) as at from "deviceLocationRecord"`.execute(store.db);
  return { store, now: newest.rows[0]?.at ?? 0 };
};
