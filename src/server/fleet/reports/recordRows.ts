import { sql } from 'kysely';
import type { Row } from '../../../config';
import { bySensor } from '../../../domain/lock';
import type { ColumnName, Database, RowOf, TableName } from '../../db';
import { sqlArray } from '../../db/sql/arrayText';

/** SQL types of columns by their values. */
type SqlType<V> = V extends number
  ? 'bigint' | 'double precision' | 'integer' | 'smallint'
  : V extends string
    ? 'uuid' | 'varchar'
    : V extends boolean
      ? 'boolean'
      : never;

type Columns<T extends TableName> = {
  readonly [C in ColumnName<T>]?: SqlType<NonNullable<RowOf<T>[C]>>;
};

/** Columns that every record copies from its report. */
const REPORT_COLUMNS = {
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
  ...bySensor(() => 'double precision' as const),
  mcc: 'bigint',
  mnc: 'bigint',
  lac: 'bigint',
  cid: 'bigint',
  icc_card_no: 'varchar',
  icc_card_name: 'varchar',
} as const;

export const LOCATION = {
  ...REPORT_COLUMNS,
  speed: 'double precision',
  course: 'double precision',
  receive_time: 'bigint',
  digest: 'uuid',
} as const satisfies Columns<'deviceLocationRecord'>;

export const CHANGE = {
  ...REPORT_COLUMNS,
  before_status: 'integer',
} as const satisfies Columns<'statusChangeRecord'>;

export const HISTORY = {
  ...CHANGE,
  card_verdict: 'integer',
  operate_source: 'integer',
  operate_name: 'varchar',
} as const satisfies Columns<'lockHistory'>;

export const ALARM = {
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
} as const satisfies Columns<'alertRecord'>;

/** Inserts any number of rows with one statement, and one parameter per column that has a value. */
export const insertColumns = async <T extends TableName>(
  trx: Database,
  table: T,
  columns: Columns<T>,
  rows: readonly Row[],
): Promise<void> => {
  if (rows.length === 0) return;
  const entries = Object.entries(columns as Readonly<Record<string, string>>).filter(([name]) =>
    rows.some((row) => (row[name] ?? null) !== null),
  );
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
