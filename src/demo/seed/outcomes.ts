import type { NotNull } from 'kysely';
import { HOUR, MINUTE } from '../../domain/duration';
import { anyOf, type Database, insertRows, updateRows } from '../../server/db';
import { randomBetween, randomChance, randomItem } from '../world/random';
import type { Translate } from '../world/texts';
import { traitsOf } from '../world/traits';

interface Desk {
  /** Returns the operators of an organisation and of those above it. */
  readonly staffOf: (org_id: number) => readonly { readonly id: number; readonly name: string }[];
  /** End of the history, epoch ms. */
  readonly until: number;
  readonly translate: Translate;
}

const OUTCOME = [
  ...(['state', 'taken_by', 'handler_id', 'take_time'] as const),
  ...(['processed_by', 'process_time', 'process_note'] as const),
] as const;

/** Processes old alarms of the locks and some of the recent ones. */
export const processAlarms = async (
  db: Database,
  desk: Desk,
  sns: readonly string[],
): Promise<void> => {
  const alarms = await db
    .selectFrom('alertRecord')
    .select(['id', 'sn', 'org_id', 'create_time'])
    .$narrowType<{ sn: NotNull; org_id: NotNull }>()
    .where('sn', '=', anyOf(sns))
    .orderBy('create_time')
    .orderBy('id')
    .execute();
  const outcomes = alarms.flatMap((alarm) => outcomeOf(alarm, desk) ?? []);
  await updateRows(db, 'alertRecord', { keys: ['id', 'create_time'], columns: OUTCOME }, outcomes);
  const events = outcomes.flatMap(({ id, sn, org_id, ...outcome }) => {
    const { take_time, taken_by, process_time, processed_by, process_note } = outcome;
    const alarm = { alarm_id: id, sn, org_id };
    const start = { ...alarm, create_time: take_time, event: 'taken', who: taken_by, detail: null };
    const end = { ...alarm, event: 'processed', who: processed_by, detail: process_note };
    return process_time === null ? [start] : [start, { ...end, create_time: process_time }];
  });
  events.sort((a, b) => a.create_time - b.create_time || a.alarm_id - b.alarm_id);
  await insertRows(db, 'alarm_history', events);
};

const ALARM_NOTES = [
  'Called the driver, all in order',
  'Checked on site, seal intact',
  'False alarm',
  'Customer informed',
] as const;

type OpenAlarm = Record<'id' | 'org_id' | 'create_time', number> & { readonly sn: string };

/** Returns the alarm with its processing; undefined if no operator has taken it. */
const outcomeOf = (alarm: OpenAlarm, { until, staffOf, translate }: Desk) => {
  const { id, sn, org_id, create_time } = alarm;
  const staff = staffOf(org_id);
  if (staff.length === 0) return undefined;
  const luck = (salt: number) => randomChance(id, create_time % 1e9, salt);
  const age = until - create_time;
  const isUnderWay = traitsOf(sn).unruly === true && age < 2 * HOUR;
  const isSettled = age > 20 * HOUR || luck(1) < (age > 4 * HOUR ? 0.8 : 0.15);
  if (isUnderWay || (!isSettled && luck(2) < 0.7)) return undefined;
  const { id: handler_id, name } = randomItem(staff, id, 3);
  const take_time = Math.round(create_time + randomBetween(1, 20, id, 4) * MINUTE);
  const process_time = Math.round(take_time + randomBetween(2, 90, id, 5) * MINUTE);
  if (take_time > until) return undefined;
  const assignment = { ...alarm, taken_by: name, handler_id, take_time };
  if (!isSettled || process_time > until) {
    const open = { processed_by: null, process_time: null, process_note: null };
    return { ...assignment, ...open, state: 0 as const };
  }
  const process_note = translate(randomItem(ALARM_NOTES, id, 6));
  return { ...assignment, state: 1 as const, processed_by: name, process_time, process_note };
};
