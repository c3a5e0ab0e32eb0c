import { type Kysely, sql, type Transaction } from 'kysely';
import { SOURCE } from '../../../domain/ticket';
import type { Tables } from '../../store';
import type { ReadRegional } from '../regional/openRegional';
import { addTickets } from '../tickets/addTickets';
import type { DeviceState } from './deviceState';
import { ALARM, CHANGE, HISTORY, LOCATION } from './recordColumns';
import type { Received } from './reportBuffer';
import { rowsOf } from './rowsOf';
import type { Unseal } from './unsealsOf';
import { withSenders } from './withSenders';

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

/**
 * Stores a batch of reports: records, changes, history, alarms, the latest state and the commands that follow, all or
 * nothing.
 * @returns the locks that have a new command waiting
 */
export const writeReports = (
  db: Kysely<Tables>,
  batch: readonly Received[],
  readRegional: ReadRegional,
): Promise<string[]> =>
  db.transaction().execute(async (trx) => {
    const sns = [...new Set(batch.map(({ sn }) => sn))];
    const { rows: known } = await sql<DeviceState>`
      select id, sn, org_id, status, report_time, electric, lat, lon, position_type, position_time,
             speed, course, voltage, temperature, version, alarms, fix_lat, fix_lon, regions
      from device where sn = any(${sns}) order by sn for update`.execute(trx);
    const regional = await readRegional(trx, known, swipesOf(batch, known));
    const rows = rowsOf(batch, known, regional);
    await insertAll(trx, 'deviceLocationRecord', LOCATION, rows.locations);
    await insertAll(trx, 'statusChangeRecord', CHANGE, rows.changes);
    await insertAll(trx, 'lockHistory', HISTORY, await withSenders(trx, rows.history));
    await insertAll(trx, 'alertRecord', ALARM, rows.alarms);
    await updateDevices(trx, rows.states);
    await addTickets(trx, rows.unseals.map(ticketOf));
    return rows.unseals.map(({ sn }) => sn);
  });

/** The card numbers in a batch, each once per lock. */
const swipesOf = (batch: readonly Received[], known: readonly DeviceState[]) => {
  const devices = new Map(known.map(({ sn, id, org_id }) => [sn, { device_id: id, org_id }]));
  const swipes = batch.flatMap(({ sn, report: { icc_card_no: card_no } }) => {
    const found = devices.get(sn);
    return found && card_no !== undefined ? [{ sn, card_no, ...found }] : [];
  });
  return [...new Map(swipes.map((swipe) => [`${swipe.sn} ${swipe.card_no}`, swipe])).values()];
};

/**
 * How long an automatic command waits for its lock, ms. An operator's may wait for a day; this one must not open a lock
 * that fell asleep in the region and wakes up somewhere else.
 */
const AUTOMATIC_WAIT = 600_000;

const ticketOf = ({ sn, org_id, rule }: Unseal) => ({
  sn,
  org_id,
  cmd: 'unseal',
  args: {},
  deadline: Date.now() + AUTOMATIC_WAIT,
  oper_id: null,
  operate_source: SOURCE.regionalRule,
  operate_name: rule.name,
});

const updateDevices = async (trx: Transaction<Tables>, states: readonly DeviceState[]) => {
  await sql`
    update device set
      status = new.status, report_time = new.report_time, electric = new.electric,
      lat = new.lat, lon = new.lon, position_type = new.position_type,
      position_time = new.position_time, speed = new.speed, course = new.course,
      voltage = new.voltage, temperature = new.temperature, version = new.version,
      alarms = new.alarms, fix_lat = new.fix_lat, fix_lon = new.fix_lon, regions = new.regions,
      communicate_status = 1,
      position = case when new.lat is null then device.position
                      else round(new.lat::numeric, 6) || ', ' || round(new.lon::numeric, 6) end
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as new(
      sn varchar, status integer, report_time bigint, electric smallint,
      lat double precision, lon double precision, position_type integer, position_time bigint,
      speed real, course real, voltage real, temperature real, version varchar, alarms integer,
      fix_lat double precision, fix_lon double precision, regions bigint[])
    where device.sn = new.sn`.execute(trx);
};
