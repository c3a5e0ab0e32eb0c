import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../store';
import type { DeviceState } from './deviceState';
import type { Received } from './reportBuffer';
import { rowsOf } from './rowsOf';

type Row = Readonly<Record<string, unknown>>;

/** One statement per table however many rows: they travel as one JSON value. */
const insertAll = async (
  trx: Transaction<Tables>,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly Row[],
): Promise<void> => {
  if (rows.length === 0) return;
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const typed = sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  );
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(${typed})`.execute(
    trx,
  );
};

const who = { sn: 'varchar', org_id: 'bigint', create_time: 'bigint' };
const place = { lat: 'double precision', lon: 'double precision' };

const LOCATION = {
  ...who,
  ...place,
  report_reson: 'integer',
  lock_status: 'integer',
  position_status: 'integer',
  speed: 'double precision',
  course: 'double precision',
  electric: 'smallint',
  voltage: 'double precision',
  temperature: 'double precision',
  mcc: 'bigint',
  mnc: 'bigint',
  lac: 'bigint',
  cid: 'bigint',
  receive_time: 'bigint',
};
const CHANGE = {
  ...who,
  ...place,
  before_status: 'integer',
  lock_status: 'integer',
  lock_action: 'integer',
};
const HISTORY = {
  ...CHANGE,
  icc_card_no: 'varchar',
  operate_name: 'varchar',
  position_status: 'integer',
};
const ALARM = {
  ...who,
  ...place,
  police_type: 'integer',
  fault_code: 'integer',
  state: 'integer',
  lock_status: 'integer',
};

/** Stores a batch of reports: records, changes, history, alarms and the latest state, all or nothing. */
export const writeReports = (db: Kysely<Tables>, batch: readonly Received[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const sns = [...new Set(batch.map(({ sn }) => sn))];
    const { rows: known } = await sql<DeviceState>`
      select sn, org_id, status, report_time, electric, lat, lon, position_type, position_time,
             speed, course, voltage, temperature, version, alarms
      from device where sn = any(${sns}) order by sn for update`.execute(trx);
    const { states, locations, changes, history, alarms } = rowsOf(batch, known);
    await insertAll(trx, 'deviceLocationRecord', LOCATION, locations);
    await insertAll(trx, 'statusChangeRecord', CHANGE, changes);
    await insertAll(trx, 'lockHistory', HISTORY, await withSenders(trx, history));
    await insertAll(trx, 'alertRecord', ALARM, alarms);
    await updateDevices(trx, states);
  });

/** Remote actions are done by the operator whose command the lock last took. */
const withSenders = async (trx: Transaction<Tables>, history: readonly Row[]): Promise<Row[]> => {
  const remote = history.filter(({ lock_action }) => lock_action === 1 || lock_action === 12);
  if (remote.length === 0) return [...history];
  const { rows } = await sql<{ sn: string; cmd: string; operate_name: string }>`
    select distinct on (sn, cmd) sn, cmd, operate_name from "appointmentCommandRecord"
    where sn = any(${remote.map(({ sn }) => sn)}) and cmd in ('seal', 'unseal')
      and send_time is not null
    order by sn, cmd, id desc`.execute(trx);
  const senders = new Map(rows.map(({ sn, cmd, operate_name }) => [`${sn} ${cmd}`, operate_name]));
  const commandOf: Record<number, string> = { 1: 'unseal', 12: 'seal' };
  return history.map((row) => ({
    ...row,
    operate_name: senders.get(`${row.sn} ${commandOf[row.lock_action as number]}`),
  }));
};

const updateDevices = async (trx: Transaction<Tables>, states: readonly DeviceState[]) => {
  await sql`
    update device set
      status = new.status, report_time = new.report_time, electric = new.electric,
      lat = new.lat, lon = new.lon, position_type = new.position_type,
      position_time = new.position_time, speed = new.speed, course = new.course,
      voltage = new.voltage, temperature = new.temperature, version = new.version,
      alarms = new.alarms, communicate_status = 1,
      position = case when new.lat is null then device.position
                      else round(new.lat::numeric, 6) || ', ' || round(new.lon::numeric, 6) end
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as new(
      sn varchar, status integer, report_time bigint, electric smallint,
      lat double precision, lon double precision, position_type integer, position_time bigint,
      speed real, course real, voltage real, temperature real, version varchar, alarms integer)
    where device.sn = new.sn`.execute(trx);
};
