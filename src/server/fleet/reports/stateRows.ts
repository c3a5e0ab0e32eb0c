import { isDeepStrictEqual } from 'node:util';
import { type NotNull, sql } from 'kysely';
import { SENSOR_NAMES } from '../../../domain/lock';
import { anyOf, type Database, stateColumnType, table, updateRows } from '../../db';
import { sqlArray } from '../../db/sql/arrayText';
import type { DeviceState } from '../state';

/** Columns that reports often change. */
const OFTEN = [
  'status',
  'report_time',
  'seen_at',
  'electric',
  'lat',
  'lon',
  'positionType',
  'position_time',
  'speed',
  'course',
  ...SENSOR_NAMES,
  'alarms',
  'fix_lat',
  'fix_lon',
  'fix_time',
] as const satisfies (keyof DeviceState)[];

/** Columns that few reports change. */
const RARELY = [
  'version',
  'late_fix_time',
  'suspect_lat',
  'suspect_lon',
  'suspect_time',
  'raised',
  'fences',
  'regions',
] as const satisfies (keyof DeviceState)[];

/**
 * Returns the latest state of the locks and row-locks it until the transaction ends. Every transaction locks states in
 * the order of their ids, so that two cannot deadlock.
 */
export const lockStates = (
  trx: Database,
  sns: readonly string[],
): Promise<(DeviceState & { readonly communicate_status: number })[]> => {
  return trx
    .selectFrom('device_state')
    .select([
      'device_id as id',
      'sn',
      'org_id',
      ...OFTEN,
      ...RARELY,
      'protocol',
      'communicate_status',
    ])
    .$narrowType<{ communicate_status: NotNull; protocol: NotNull; status: NotNull }>()
    .where('sn', '=', anyOf(sns))
    .orderBy('device_id')
    .forUpdate()
    .execute();
};

const state = table('device_state', 'state');

/**
 * Writes the latest state of the locks and marks them online.
 * @param before states that the locks have in the database
 */
export const updateStates = async (
  trx: Database,
  states: readonly DeviceState[],
  before: readonly DeviceState[],
): Promise<void> => {
  if (states.length === 0) return;
  const values = OFTEN.map((name) =>
    sqlArray(
      states.map((state) => state[name]),
      stateColumnType(name),
    ),
  );
  const ids = sqlArray(
    states.map(({ id }) => id),
    'bigint',
  );
  await sql`
    update ${state.$from} set
      ${sql.join(OFTEN.map((name) => state.$set(name, sql.ref(`new.${name}`))))},
      ${state.$set('communicate_status', sql`1`)},
      ${state.$names('position')} = case when new.lat is null then ${state.position}
                      else round(new.lat::numeric, 6) || ', ' || round(new.lon::numeric, 6) end
    from unnest(${ids}, ${sql.join(values)})
      as new(id, ${sql.join(OFTEN.map((name) => sql.ref(name)))})
    where ${state.device_id} = new.id`.execute(trx);
  await updateRarely(trx, states, before);
};

/** Writes the rest of the states in which it differs. Most batches have none. */
const updateRarely = async (
  trx: Database,
  states: readonly DeviceState[],
  before: readonly DeviceState[],
): Promise<void> => {
  const stored = new Map(before.map((state) => [state.id, state]));
  const changed = states.filter((state) => {
    const old = stored.get(state.id);
    return !old || RARELY.some((name) => !isDeepStrictEqual(old[name], state[name]));
  });
  if (changed.length === 0) return;
  const rows = changed.map((lock) => ({ ...lock, device_id: lock.id }));
  await updateRows(trx, 'device_state', { keys: ['device_id'], columns: RARELY }, rows);
};
