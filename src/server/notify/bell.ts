import { DAY } from '../../domain/duration';
import { textOf } from '../../domain/label';
import { bellRead, bellUnread } from '../../protocol/contracts/session';
import { answering } from '../calls/answering';
import type { Caller, SignedInEndpoint } from '../calls/endpoint';
import { anyOf, type Database, idsFrom, lit } from '../db';

/** Messages of an answer. */
const LISTED = 50;

/** Time for which messages are kept, read or not, ms. */
const RETENTION = 90 * DAY;

/** Messages of a user that are not read. Who no longer sees the organisation of the records does not get them. */
const unreadOf = (db: Database, { oper }: Caller) =>
  db
    .selectFrom('bell_message')
    .where('oper_id', '=', oper.id)
    .where('read_at', 'is', null)
    .where('org_id', 'in', idsFrom('org_subtree', oper.org_id));

/** Calls by which users read their own messages. */
export const bellCalls = (db: Database, now: () => number): readonly SignedInEndpoint[] => [
  answering(bellUnread, {
    code: 'bell:unread',
    kind: 'get',
    access: 'signedIn',
    changes: false,
    work: async ({ locale }, caller) => {
      const rows = await unreadOf(db, caller)
        .select(['id', 'text', 'entity', 'record', 'at'])
        .orderBy('id', 'desc')
        .limit(lit(LISTED))
        .execute();
      const { total } = await unreadOf(db, caller)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const list = rows.map(({ text, ...row }) => ({ ...row, text: textOf(text, locale) }));
      return { total, list };
    },
  }),
  answering(bellRead, {
    code: 'bell:read',
    kind: 'update',
    access: 'signedIn',
    changes: true,
    work: async ({ body, change }, { oper }) =>
      change(async (trx) => {
        await trx
          .updateTable('bell_message')
          .set({ read_at: now() })
          .where('oper_id', '=', oper.id)
          .where('id', '=', anyOf(body.ids))
          .where('read_at', 'is', null)
          .execute();
        return null;
      }),
  }),
];

/** @param now epoch ms */
export const deleteOldMessages = async (db: Database, now: number): Promise<void> => {
  await db
    .deleteFrom('bell_message')
    .where('at', '<', now - RETENTION)
    .execute();
};
