import { sql } from 'kysely';
import { HOUR, MINUTE } from '../../domain/duration';
import { OPEN_STATES } from '../../domain/ticket';
import { DATABASE_NOW, type Database, lit } from '../db';

/** Difference that clocks of servers may have, ms. */
const TOLERANCE = 5 * MINUTE;

/**
 * Corrects times that the servers wrote while their clock was ahead. Otherwise sessions and waiting commands would be
 * valid for longer than they may, and leases, retries and lockouts would last until that time, and so would the
 * escalation of alarms.
 * @param now epoch ms
 */
export const correctFutureTimes = async (db: Database, now: number): Promise<void> => {
  const ahead = now + TOLERANCE;
  await db.deleteFrom('session').where('created', '>', ahead).execute();
  await db.deleteFrom('command_code').where('create_time', '>', ahead).execute();
  await db.updateTable('login_failure').set({ at: now }).where('at', '>', ahead).execute();
  // The longest wait for a retry is an hour.
  await db
    .updateTable('notice')
    .set((eb) => ({ next_time: now, create_time: eb.fn('least', ['create_time', eb.val(now)]) }))
    .where('next_time', '>', ahead + HOUR)
    .execute();
  await db
    .updateTable('appointmentCommandRecord')
    .set((eb) => ({
      deadline: eb(eb('deadline', '-', eb.ref('create_time')), '+', now),
      create_time: now,
    }))
    .where('state', 'in', OPEN_STATES)
    .where('create_time', '>', ahead)
    .execute();
  await db
    .updateTable('appointmentCommandRecord')
    .set((eb) => ({
      deadline: eb(eb('deadline', '-', eb.ref('send_time')), '+', now),
      send_time: now,
    }))
    .where('state', '=', lit('sent'))
    .where('send_time', '>', ahead)
    .execute();
  await db
    .updateTable('alertRecord')
    .set({ raise_time: now })
    .where('state', '=', 0)
    .where('raise_time', '>', ahead)
    .execute();
  await db
    .updateTable('job')
    .set({ beat: DATABASE_NOW })
    .where('beat', '>', sql<number>`${DATABASE_NOW} + ${TOLERANCE}`)
    .execute();
  await db
    .updateTable('server_beat')
    .set({ at: DATABASE_NOW })
    .where('at', '>', sql<number>`${DATABASE_NOW} + ${TOLERANCE}`)
    .execute();
};
