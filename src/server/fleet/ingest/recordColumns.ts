/** The columns of the records that reports are kept in, with their types as `jsonb_to_recordset` takes them. */
type Columns = Readonly<Record<string, string>>;

/** What every record keeps of a report. */
const REPORTED: Columns = {
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
  ...REPORTED,
  speed: 'double precision',
  course: 'double precision',
  receive_time: 'bigint',
};

export const CHANGE: Columns = { ...REPORTED, before_status: 'integer' };

export const HISTORY: Columns = {
  ...CHANGE,
  card_verdict: 'integer',
  operate_source: 'integer',
  operate_name: 'varchar',
};

export const ALARM: Columns = { ...REPORTED, card_verdict: 'integer', state: 'integer' };
