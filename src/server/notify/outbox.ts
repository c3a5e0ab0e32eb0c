import { sql } from 'kysely';
import type { ReceiveType } from '../../domain/alarm';
import { isTold, type LockEvent } from '../../domain/notice';
import type { Database } from '../db';

/** What is to be told to one receiver of one event. */
export interface Notice {
  readonly id: number;
  readonly sn: string;
  readonly org_id: number;
  readonly channel: 'mail' | 'sms';
  readonly recipient: string;
  /** The wire's name of a language: `zh_CN`. */
  readonly language: string;
  readonly event: LockEvent;
  /** Attempts so far, this one among them. */
  readonly tries: number;
  /** When it was queued, ms since 1970. */
  readonly create_time: number;
}

interface Receiver {
  readonly sn: string;
  readonly org_id: number;
  readonly receive_type: ReceiveType;
  readonly language: string;
  readonly is_mail_config: boolean;
  readonly mail_box: string | null;
  readonly is_phone_config: boolean;
  readonly phone: string | null;
}

/** Mails wait this long for others to the same mailbox, ms: a burst is one mail. */
const GATHER = 10_000;

/**
 * Queues what is to be told of some events, in the transaction that stores them: who is to be told of an alarm is told,
 * or the alarm is not stored.
 */
export const queueNotices = async (
  trx: Database,
  events: readonly LockEvent[],
  now = Date.now(),
): Promise<void> => {
  if (events.length === 0) return;
  const sns = [...new Set(events.map(({ sn }) => sn))];
  const { rows } = await sql<Receiver>`
    select device.sn, device.org_id, config.receive_type, config.language, config.is_mail_config,
      config.mail_box, config.is_phone_config, config.phone
    from "alarmConfig" as config join device on device.id = config.device_id
    where device.sn = any(${sns}) and (config.is_mail_config or config.is_phone_config)`.execute(
    trx,
  );
  const receivers = new Map(rows.map((receiver) => [receiver.sn, receiver]));
  const notices = events.flatMap((event) => {
    const receiver = receivers.get(event.sn);
    if (!receiver || !isTold(receiver.receive_type, event)) return [];
    const { sn, org_id, language } = receiver;
    return recipientsOf(receiver).map(([channel, recipient]) => ({
      sn,
      org_id,
      channel,
      recipient,
      language,
      event: JSON.stringify(event),
      tries: 0,
      create_time: now,
      next_time: channel === 'mail' ? now + GATHER : now,
    }));
  });
  if (notices.length > 0) await trx.insertInto('notice').values(notices).execute();
};

const recipientsOf = (receiver: Receiver): ['mail' | 'sms', string][] => {
  const { is_mail_config, mail_box, is_phone_config, phone } = receiver;
  return [
    ...(is_mail_config && mail_box ? [['mail', mail_box] as ['mail', string]] : []),
    ...(is_phone_config && phone
      ? phone.split(',').map((each): ['sms', string] => ['sms', each.trim()])
      : []),
  ];
};

/** How long a notice that was taken is nobody else's, ms: a server that dies meanwhile leaves it to be sent again. */
const HELD = 60_000;
/** Notices of one mail, and text messages at a time. */
const AT_ONCE = 50;

/**
 * Takes the next notices to send: the text messages that are due, or all that wait for one mailbox in one language as
 * soon as one of them is due. Of several servers each gets others.
 */
export const takeNotices = async (
  db: Database,
  channel: Notice['channel'],
  now: number,
): Promise<Notice[]> => {
  const due = sql`channel = ${channel} and next_time <= ${now}`;
  const chosen =
    channel === 'sms'
      ? sql`select id from notice where ${due} order by id limit ${AT_ONCE} for update skip locked`
      : sql`
        select id from notice
        where channel = 'mail' and (recipient, language) = (
            select recipient, language from notice where ${due} order by next_time, id limit 1
          ) and (next_time <= ${now} or tries = 0)
        order by id limit ${AT_ONCE} for update skip locked`;
  const { rows } = await sql<Notice>`
    update notice set tries = tries + 1, next_time = ${now + HELD}
    where id in (${chosen})
    returning id, sn, org_id, channel, recipient, language, event, tries, create_time`.execute(db);
  return [...rows].sort((a, b) => a.id - b.id);
};

export const dropNotices = async (db: Database, notices: readonly Notice[]): Promise<void> => {
  await sql`delete from notice where id = any(${notices.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );
};

/** Leaves notices for another attempt. */
export const postpone = async (
  db: Database,
  notices: readonly Notice[],
  next_time: number,
): Promise<void> => {
  await sql`
    update notice set next_time = ${next_time}
    where id = any(${notices.map(({ id }) => id)}::bigint[])`.execute(db);
};
