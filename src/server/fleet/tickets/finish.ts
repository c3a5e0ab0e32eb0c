import { type Kysely, sql } from 'kysely';
import type { LockReply } from '../../../domain/report';
import type { Scope, Tables } from '../../store';

/** A lock's reply ends its ticket, unless it ended before: a repeated or late reply changes nothing. */
export const finishByReply = async (
  db: Kysely<Tables>,
  sn: string,
  { id, code, msg }: LockReply,
): Promise<boolean> => {
  if (!/^\d{1,15}$/.test(id)) return false;
  const done = code === 0;
  const { numAffectedRows } = await sql`
    update "appointmentCommandRecord"
    set state = ${done ? 'success' : 'failure'}, result = ${done ? 1 : 2},
        message = ${msg?.slice(0, 400) ?? (done ? null : `#${code}`)}, end_time = ${Date.now()}
    where id = ${Number(id)} and sn = ${sn} and state = 'sent'`.execute(db);
  return Boolean(numAffectedRows);
};

/** Ends what got no reply in a minute, and what waited too long for its lock. */
export const finishByClock = async (db: Kysely<Tables>): Promise<boolean> => {
  const now = Date.now();
  const { numAffectedRows } = await sql`
    update "appointmentCommandRecord" set state = 'invalid', result = 3, end_time = ${now}
    where state in ('waiting', 'sent') and deadline <= ${now}`.execute(db);
  return Boolean(numAffectedRows);
};

/** Ends tickets that wait, before they are sent. Answers how many. */
export const cancelWaiting = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  scope: Scope,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update "appointmentCommandRecord" set state = 'cancelled', end_time = ${Date.now()}
    where id = any(${[...ids]}) and state = 'waiting'
      and org_id in (select org_subtree(${scope.orgId}))`.execute(db);
  return Number(numAffectedRows ?? 0);
};
