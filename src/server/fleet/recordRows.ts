import { sql } from 'kysely';
import type { Row } from '../../config';
import type { Database } from '../db';
import { sqlArray } from '../db/arrayText';

/** Column names with their SQL types. */
type Columns = Readonly<Record<string, string>>;

/** Columns that every record copies from its report. */
const REPORT_COLUMNS: Columns = {
  sn: 'varchar',
  org_id: 'bigint',
  create_time: 'bigint',
  report_reson: 'integer',
  lock_status: 'integer',
  lock_state: 'integer',
  position_status: 'integer',
  lat: 'double precision',
  lon: 'double precision',
  lock_action: 'integer',
  police_type: 'integer',
  fault_code: 'integer',
  fault_msg: 'varchar',
  electric: 'smallint',
  voltage: 'double precision',
  temperature: 'double precision',
  mcc: 'bigint',
  mnc: 'bigint',
  lac: 'bigint',
  cid: 'bigint',
  icc_card_no: 'varchar',
  icc_card_name: 'varchar',
};

export const LOCATION: Columns = {
  ...REPORT_COLUMNS,
  speed: 'double precision',
  course: 'double precision',
  receive_time: 'bigint',
  digest: 'uuid',
};

export const CHANGE: Columns = { ...REPORT_COLUMNS, before_status: 'integer' };

export const HISTORY: Columns = {
  ...CHANGE,
  card_verdict: 'integer',
  operate_source: 'integer',
  operate_name: 'varchar',
};

export const ALARM: Columns = {
  ...REPORT_COLUMNS,
  card_verdict: 'integer',
  fence_id: 'bigint',
  fence_name: 'varchar',
  told_late: 'boolean',
  state: 'integer',
  severity: 'integer',
  note_required: 'boolean',
  muted: 'boolean',
  raise_time: 'bigint',
  last_time: 'bigint',
  times: 'integer',
  handler_id: 'bigint',
};

/** Inserts any number of rows with one statement and one parameter per column. */
export const insertRows = async (
  trx: Database,
  table: string,
  columns: Columns,
  rows: readonly Row[],
): Promise<void> => {
  if (rows.length === 0) return;
  const entries = Object.entries(columns);
  const names = sql.join(entries.map(([name]) => sql.ref(name)));
  const values = entries.map(([name, type]) =>
    sqlArray(
      rows.map((row) => row[name]),
      type,
    ),
  );
  await sql`
    insert into ${sql.table(table)} (${names}) select * from unnest(${sql.join(values)})`.execute(
    trx,
  );
};
