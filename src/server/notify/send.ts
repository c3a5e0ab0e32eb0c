import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { alarmKind, MAX_SMS_PER_DAY } from '../../domain/alarm';
import { DAY, HOUR, MINUTE, SECOND } from '../../domain/duration';
import {
  choiceLabel,
  type Label,
  type Locale,
  langueOf,
  localeOf,
  locales,
  textOf,
} from '../../domain/label';
import { noticeText, withSignature } from '../../domain/notice';
import { truncate } from '../../domain/text';
import { minutesEastOf } from '../../domain/zone';
import type { Rights } from '../auth';
import { serverLabel } from '../calls/endpoint';
import { anyOf, type Database, inTransaction, lit, type NewRow } from '../db';
import { serverZone } from '../db/parameters';
import { toStorableText } from '../db/sql/storableText';
import { openPlaceReader } from '../gazetteer/ownPlaces';
import { describePosition } from '../gazetteer/placeCalls';
import type { Task, TaskRun } from '../work/worker';
import type { Channel } from './corrections';
import { type Mailer, MailFailure } from './mail';
import { composeInvitation } from './mails';
import { dropNotices, dropUndue, leaseNotices, type Notice, postponeNotices } from './outbox';
import { type SendSms, SmsFailure } from './sms';
import { WebhookFailure, type Webhooks } from './webhook';

export interface NoticeOptions {
  readonly db: Database;
  readonly mailer: Pick<Mailer, 'send'>;
  /** Undefined if no waiting mail needs the right to a call. */
  readonly rights?: Rights;
  /** Undefined if there is no gateway: text messages then fail, and their records give the reason. */
  readonly sms: SendSms | undefined;
  /** Undefined if no webhook may be called. */
  readonly webhooks?: Pick<Webhooks, 'call'>;
  /** True if attempts are recorded, which needs the entity `noticeRecord`. */
  readonly recorded?: boolean;
  /** Name of the installation, for subjects and signatures. */
  readonly title: string;
  readonly log: { warn(text: string): void };
}

interface Context extends NoticeOptions, Pick<TaskRun, 'now'> {
  readonly describe: ReturnType<typeof openDescriptions>;
}

const SEND_INTERVAL = 1_000;
/** Delays before further attempts, ms; the last one repeats until the notice is too old. */
const RETRY_DELAYS = [30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];
/** Notices older than this are dropped instead of sent, ms. */
const MAX_AGE: Readonly<Record<Channel, number>> = {
  mail: DAY,
  sms: HOUR,
  webhook: DAY,
};

/** Recipients at once, so that one that hangs delays no other. Text messages are counted one by one. */
const RECIPIENTS_AT_ONCE: Readonly<Record<Channel, number>> = { sms: 1, mail: 4, webhook: 16 };

/** Sends queued notices. Each channel has a task of its own, so a slow one does not delay the others. */
export const noticeTasks = (options: NoticeOptions): readonly Task[] => {
  const describe = openDescriptions(options.db);
  return (['sms', 'mail', 'webhook'] as const).map((channel) =>
    noticeTask({ ...options, describe }, channel),
  );
};

const noticeTask = (options: Omit<Context, 'now'>, channel: Channel): Task => {
  const { db, log } = options;
  const sendings = new Map<string, Promise<void>>();
  const send = async (leased: Notices, now: Context['now']) => {
    try {
      const due = await dropUndue(options, leased);
      const dropped = leased.filter((notice) => !due.includes(notice));
      if (dropped.length > 0) {
        log.warn(`${logText(dropped)} not sent: the recipient may no longer get it`);
      }
      const [first, ...others] = due;
      if (first) await createSender({ ...options, now })[channel]([first, ...others]);
    } catch (error) {
      log.warn(`${logText(leased)} failed: ${(error as Error).message}`);
    }
    sendings.delete(leased[0].recipient);
  };
  const isFull = () => sendings.size >= RECIPIENTS_AT_ONCE[channel];
  return {
    name: `notices by ${channel}`,
    every: SEND_INTERVAL,
    run: async ({ now }) => {
      let busy: string[] = [];
      while (!isFull()) {
        busy = [...sendings.keys()];
        const [first, ...more] = await leaseNotices(db, channel, now(), busy);
        if (!first) break;
        sendings.set(first.recipient, send([first, ...more], now));
      }
      // More may be due for those who became free meanwhile.
      if (sendings.size === 0) return busy.length > 0;
      // Waits no longer than for the next look at the queue: another recipient may be due by then.
      const pause = sleep(SEND_INTERVAL, undefined, { ref: false });
      await Promise.race([Promise.all(sendings.values()), pause]);
      return true;
    },
    release: async () => {
      await Promise.all(sendings.values());
    },
  };
};

const MAX_LOGGED = 10;

/** Names notices in the server's log: `2 by webhook (A1, trip.lodged of trip 7)`. */
const logText = (notices: readonly Notice[]): string => {
  const topics = new Set(
    notices.flatMap(({ sn, event }) =>
      'posted' in event ? `${event.posted} of ${event.entity} ${event.record}` : sn || [],
    ),
  );
  const more = topics.size > MAX_LOGGED ? ', …' : '';
  const about = [...topics].slice(0, MAX_LOGGED).join(', ') + more;
  return `${notices.length} by ${notices[0]?.channel}${about && ` (${about})`}`;
};

/** Notices for one recipient, or text messages. */
type Notices = readonly [Notice, ...Notice[]];

/**
 * Identifies a mail. If a server dies before it notes a sending, another one repeats it. Undefined for an invitation,
 * because each sending has a link of its own.
 */
const mailIdOf = (notices: Notices): string | undefined =>
  notices[0].invitation_id === null
    ? hash(
        'sha256',
        notices.map(({ id, create_time }) => `${id} ${create_time}`).join(),
        'base64url',
      )
    : undefined;

type Sender = Readonly<Record<Channel, (notices: Notices) => Promise<void>>>;

/** Facts of an attempt for its record. They contain no secrets. */
interface Facts {
  readonly recipient: string;
  readonly account: string | null;
  readonly subject: string;
}

/** 1 sent, 2 failed, 3 waiting to retry. */
interface Outcome {
  readonly state: 1 | 2 | 3;
  readonly reason?: string;
}

const insertRecord = async (
  on: Database,
  record: NewRow<'noticeRecord'> & Facts & Outcome,
): Promise<void> => {
  const { recipient, subject, reason } = record;
  await on
    .insertInto('noticeRecord')
    .values({
      ...record,
      recipient: truncate(recipient, 400),
      subject: truncate(subject, 400),
      reason: reason ? toStorableText(truncate(reason, 400)) : null,
    })
    .execute();
};

/** Records an attempt to send notices. Text messages have records of their own. */
const recordAttempt = async (
  on: Database,
  { recorded = true, now }: Pick<Context, 'recorded' | 'now'>,
  notices: Notices,
  attempt: Facts,
  result: Outcome,
): Promise<void> => {
  const [{ org_id, channel, tries, sn, recipient }] = notices;
  if (!recorded || channel === 'sms') return;
  await insertRecord(on, {
    ...{ org_id, channel, tries, events: notices.length, create_time: now() },
    // Lock that all of them concern.
    sn: notices.every((each) => each.sn === sn) ? sn || null : null,
    webhook_id: channel === 'webhook' ? Number(recipient) : null,
    ...attempt,
    ...result,
  });
};

/** Records a test call of a webhook. Its subject marks it as a test. */
export const recordWebhookTest = async (
  db: Database,
  { id, org_id }: { readonly id: number; readonly org_id: number },
  { now, ...result }: Outcome & { readonly subject: string; readonly now: number },
): Promise<void> => {
  const recipient = await webhookNameOf(db, String(id));
  const test = { channel: 'webhook', tries: 1, events: 1, sn: null, account: null } as const;
  await insertRecord(db, {
    ...test,
    webhook_id: id,
    org_id,
    recipient,
    create_time: now,
    ...result,
  });
};

const createSender = (context: Context): Sender => {
  const { db, mailer, sms, webhooks, title, log, describe, now } = context;

  const finish = (notices: Notices, attempt: Facts): Promise<void> =>
    inTransaction(db, async (trx) => {
      await recordAttempt(trx, context, notices, attempt, { state: 1 });
      await dropNotices(trx, notices);
    });

  const retryLater = async (notices: Notices, why: string, attempt?: Facts): Promise<void> => {
    const [first] = notices;
    const isOver = now() - first.create_time > MAX_AGE[first.channel];
    const wait = RETRY_DELAYS[Math.min(first.tries, RETRY_DELAYS.length) - 1] ?? SEND_INTERVAL;
    if (isOver) {
      log.warn(`${logText(notices)} not sent, and not tried again: ${why}`);
    }
    await inTransaction(db, async (trx) => {
      if (attempt)
        await recordAttempt(trx, context, notices, attempt, { state: isOver ? 2 : 3, reason: why });
      await (isOver ? dropNotices(trx, notices) : postponeNotices(trx, notices, now() + wait));
    });
  };

  /** Returns the content of a mail; undefined if it is no longer to be sent. */
  const composeMail = async (notices: Notices) => {
    const [first] = notices;
    const { invitation_id } = first;
    const mail = invitation_id === null ? first : await composeInvitation(db, invitation_id, title);
    if (!mail) return undefined;
    const { subject, body, file, file_name: name } = mail;
    if (body) {
      const attachment = file && name ? { attachment: { name, content: file } } : {};
      return { subject: subject ?? title, text: body, ...attachment };
    }
    const locale = localeOf(first.language);
    const lines = (await describe(notices)).map(({ line }) => line);
    const [line = ''] = lines;
    const head =
      lines.length === 1
        ? line
        : textOf(serverLabel('noticeMany', { count: lines.length }), locale);
    const more = lines.length - MAX_LINES;
    const rest = more > 0 ? [textOf(serverLabel('noticeMore', { count: more }), locale)] : [];
    return {
      subject: withSignature(title, head, locale),
      text: [...lines.slice(0, MAX_LINES), ...rest].join('\n'),
    };
  };

  const mail = async (notices: Notices): Promise<void> => {
    const [{ recipient, tries }] = notices;
    const content = await composeMail(notices);
    if (!content) return dropNotices(db, notices);
    const account = await accountFor(db, tries);
    const attempt = { recipient, account: account?.sender ?? null, subject: content.subject };
    if (!account) return retryLater(notices, 'there is no mail account in use', attempt);
    const id = mailIdOf(notices);
    try {
      await mailer.send(db, account.id, { to: recipient, id, ...content });
    } catch (error) {
      const why = error instanceof MailFailure ? error.trouble : String(error);
      return retryLater(notices, why, attempt);
    }
    await finish(notices, attempt);
  };

  const sendSms = async (notice: Notice, line: string): Promise<void> => {
    const locale = localeOf(notice.language);
    const content = withSignature(title, line, locale);
    const { sn, org_id, recipient: phone } = notice;
    const end = (state: 1 | 2, message: string) =>
      inTransaction(db, async (trx) => {
        await recordSms(trx, { sn, org_id, phone, content, state, message, now: now() });
        await dropNotices(trx, [notice]);
      });
    const refusal = await smsRefusal(db, notice);
    if (refusal) return end(2, textOf(refusal, locale));
    if (!sms) return end(2, textOf(serverLabel('smsNoGateway'), locale));
    try {
      await end(1, await sms({ phone, text: content }));
    } catch (error) {
      if (!(error instanceof SmsFailure)) throw error;
      if (now() - notice.create_time > MAX_AGE.sms) return end(2, error.message);
      await retryLater([notice], error.message);
    }
  };

  const webhook = async (notices: Notices): Promise<void> => {
    const [{ recipient }] = notices;
    const events = await describe(notices);
    const more = events.length === 1 ? '' : ` (+${events.length - 1})`;
    const subject = (events[0]?.line ?? '') + more;
    const body = webhookBody(
      events.map(({ event }) => event),
      now(),
    );
    const attempt = { recipient: await webhookNameOf(db, recipient), account: null, subject };
    if (!webhooks) return retryLater(notices, 'webhooks are off', attempt);
    try {
      await webhooks.call(db, Number(recipient), body);
    } catch (error) {
      const why = error instanceof WebhookFailure ? error.message : String(error);
      return retryLater(notices, why, attempt);
    }
    await finish(notices, attempt);
  };

  return {
    mail,
    sms: async (notices) => {
      const descriptions = await describe(notices);
      // One at a time, because each message counts towards the limits of the next.
      for (const [at, notice] of notices.entries())
        await sendSms(notice, descriptions[at]?.line ?? '');
    },
    webhook,
  };
};

/** Maximum lines of a mail; the console shows all events. */
const MAX_LINES = 200;

interface SmsTarget {
  readonly sn: string | null;
  readonly org_id: number;
  readonly phone: string;
}

/** Records a text message; the records are what the limits count. */
const recordSms = (
  trx: Database,
  {
    content,
    message,
    now,
    ...sms
  }: SmsTarget & {
    readonly content: string;
    /** 1 sent, 2 failed. */
    readonly state: 1 | 2;
    readonly message: string;
    readonly now: number;
  },
) =>
  trx
    .insertInto('smsRecord')
    .values({
      ...sms,
      create_time: now,
      content: truncate(content, 400),
      message: toStorableText(message) || null,
    })
    .execute();

/**
 * Sends a text message immediately, and records it with its outcome.
 * @param shown text for the record, which may not contain secrets
 * @returns the gateway's error, if the message was not sent
 */
export const sendSmsNow = async (
  db: Database,
  sms: SendSms,
  {
    text,
    shown = text,
    now,
    ...target
  }: SmsTarget & { readonly text: string; readonly shown?: string; readonly now: number },
): Promise<string | undefined> => {
  const sent = await sms({ phone: target.phone, text }).then(
    (message) => ({ state: 1, message }) as const,
    (error: unknown) => {
      if (!(error instanceof SmsFailure)) throw error;
      return { state: 2, message: error.message } as const;
    },
  );
  await inTransaction(db, (trx) => recordSms(trx, { ...target, ...sent, content: shown, now }));
  return sent.state === 1 ? undefined : sent.message;
};

/** Names a webhook with its URL, without the query, which can contain secrets. Its id if it was deleted meanwhile. */
const webhookNameOf = async (db: Database, id: string): Promise<string> => {
  const row = await db
    .selectFrom('webhook')
    .select(['name', 'url'])
    .where('id', '=', Number(id))
    .executeTakeFirst();
  return row ? `${row.name} (${row.url.replace(/\?.*$/, '')})` : id;
};

/**
 * Returns the reason why a text message may not be sent: the lock's limit per day, or the quota of its organisation.
 */
export const smsRefusal = async (
  db: Database,
  { sn, org_id }: Pick<SmsTarget, 'sn' | 'org_id'>,
): Promise<Label | undefined> => {
  const row = await db
    .selectFrom('SmsStatistics as own')
    .leftJoin('smsDevice as lock', (join) =>
      join.on('lock.sn', '=', sn).onRef('lock.org_id', '=', 'own.org_id'),
    )
    .select(['lock.left_today', 'own.total', 'own.not_used as free'])
    .where('own.org_id', '=', org_id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { left_today, total, free } = row;
  if (left_today !== null && left_today <= 0)
    return serverLabel('smsDayOver', { most: MAX_SMS_PER_DAY });
  return total !== null && free !== null && free <= 0 ? serverLabel('smsNoneLeft') : undefined;
};

/**
 * Chooses the mail account of an attempt. The first attempt uses the first enabled account, each further one the next.
 */
export const accountFor = async (db: Database, tries: number) => {
  const rows = await db
    .selectFrom('emailKey')
    .select(['id', 'sender'])
    .where('enabled', '=', lit(true))
    .orderBy('id')
    .execute();
  return rows[(tries - 1) % Math.max(1, rows.length)];
};

/** Body of a webhook call; docs/webhooks.md. @param at epoch ms */
export const webhookBody = (events: readonly object[], at: number): string =>
  JSON.stringify({ sent: at, events });

/**
 * Creates a function that describes notices, both as a line of text in their language and as the event sent to
 * webhooks. Times in lines are in the server's time zone, which the line names.
 */
const openDescriptions = (db: Database) => {
  const places = openPlaceReader();
  return async (notices: readonly Notice[]) => {
    const sns = [...new Set(notices.map(({ sn }) => sn))];
    const rows = await db
      .selectFrom('device')
      .select(['sn', 'org_id', 'device_name'])
      .where('sn', '=', anyOf(sns))
      .execute();
    // The name that another organisation gave the lock since is not for this recipient.
    const names = new Map(rows.map((row) => [`${row.org_id} ${row.sn}`, row.device_name]));
    const zone = await serverZone(db);
    const descriptions: { readonly line: string; readonly event: object }[] = [];
    for (const { id, event, language, org_id } of notices) {
      if ('posted' in event) {
        const { posted: name, at: time, ...about } = event;
        descriptions.push({
          line: `${name}: ${event.title}`,
          event: { id, event: name, time, ...about },
        });
        continue;
      }
      const { lat, lon, sn, at } = event;
      const nameOf = await places.readFor(db, org_id);
      const placeIn = (locale: Locale) =>
        lat === undefined || lat === null || lon === undefined || lon === null
          ? undefined
          : describePosition({ lat, lon }, nameOf, locale);
      const locale = localeOf(language);
      const minutesEast = minutesEastOf(zone, at);
      const name = names.get(`${org_id} ${sn}`) ?? null;
      const line = noticeText(event, { name, place: placeIn(locale), minutesEast }, locale);
      const kind = choiceLabel(alarmKind, event.alarm);
      const payload = {
        id,
        kind: event.alarm,
        kind_name: byLanguage((each) => kind && textOf(kind, each)),
        severity: event.severity,
        sn,
        device_name: name ?? undefined,
        time: at,
        told_late: event.late === true,
        withdrawn: event.withdrawn,
        was: event.was,
        lock_status: event.status,
        lat: lat ?? undefined,
        lon: lon ?? undefined,
        place: byLanguage(placeIn),
        fence: event.fence ?? undefined,
      };
      descriptions.push({ line, event: payload });
    }
    return descriptions;
  };
};

/** A text in every language; undefined if there is none. */
const byLanguage = (write: (locale: Locale) => string | undefined) => {
  const texts = locales.flatMap((locale) => {
    const text = write(locale);
    return text === undefined ? [] : [[langueOf(locale), text]];
  });
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
};
