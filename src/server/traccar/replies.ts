import { BLIND_SPOT, type LockReport } from '../../domain/lock';
import { type Database, lit } from '../db';
import type { Inbox } from '../fleet/link';
import { TRACCAR_OPEN, TRACCAR_SEALED } from './position';

interface RepliesTo {
  readonly db: Database;
  readonly inbox: Pick<Inbox, 'reply'>;
}

/** Tolerance for a tracker's clock running behind, ms. */
const CLOCK_TOLERANCE_MS = 5_000;
/** Command that leads to a lock status. */
const COMMAND_OF: Readonly<Record<number, string>> = {
  [TRACCAR_OPEN]: 'unseal',
  [TRACCAR_SEALED]: 'seal',
};
const FOLLOWED = 'Told by the state that followed';

/**
 * Assigns an answer to the oldest sent command: Traccar does not name the command, but trackers work one at a time.
 * The answer does not state success, so it ends no command.
 */
export const passAnswer = async (
  { db, inbox }: RepliesTo,
  sn: string,
  result: string,
): Promise<void> => {
  const rows = await db
    .selectFrom('appointmentCommandRecord')
    .select('id')
    .where('sn', '=', sn)
    .where('state', '=', lit('sent'))
    .orderBy('id')
    .limit(lit(1))
    .execute();
  for (const { id } of rows) {
    await inbox.reply(sn, { id: String(id), msg: result });
  }
};

/**
 * Ends a seal or unseal command by the state that follows, whether the tracker answered or not. Blind-spot reports
 * are ignored because they describe an earlier time.
 */
export const endFollowed = async (
  { db, inbox }: RepliesTo,
  sn: string,
  { ts, lock_status, report_reson }: LockReport,
): Promise<void> => {
  const done = report_reson === BLIND_SPOT ? undefined : COMMAND_OF[Number(lock_status)];
  if (done === undefined) return;
  const rows = await db
    .selectFrom('appointmentCommandRecord')
    .select(['id', 'state'])
    .where('sn', '=', sn)
    .where('cmd', '=', done)
    .where('send_time', '<=', ts + CLOCK_TOLERANCE_MS)
    .where((eb) =>
      eb.or([
        eb('state', '=', lit('sent')),
        eb.and([eb('state', '=', lit('answered')), eb('deadline', '>=', Date.now())]),
      ]),
    )
    .orderBy('id')
    .execute();
  for (const { id, state } of rows) {
    const words = state === 'sent' ? { msg: FOLLOWED } : {};
    await inbox.reply(sn, { id: String(id), code: 0, ...words });
  }
};
