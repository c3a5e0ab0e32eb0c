import { sql } from 'kysely';
import { MOST_SMS_PER_DAY } from '../../domain/alarm';
import { type Locale, localeOf, textOf } from '../../domain/label';
import { noticeLine } from '../../domain/notice';
import { type Database, inTransaction } from '../db';
import { text } from '../endpoint';
import { placeWords } from '../placeCalls';
import { openPlaces } from '../places';
import { type Mailer, MailFailure } from './mail';
import { dropNotices, type Notice, postpone, takeNotices } from './outbox';
import { type SendSms, SmsFailure } from './sms';

interface NoticeOptions {
  readonly db: Database;
  readonly mailer: Pick<Mailer, 'send'>;
  /** Without it no text message goes, and its record says why. */
  readonly sms: SendSms | undefined;
  /** What mails and messages are called. */
  readonly title: string;
  readonly log: { warn(text: string): void };
  /** ms since 1970. */
  readonly now?: () => number;
  /** How often to look, ms. */
  readonly every?: number;
}

const EVERY = 1_000;
/** ms before another attempt, by how many there were; the last is repeated until the notice is too old. */
const BACK_OFF = [30_000, 60_000, 300_000, 900_000, 3_600_000];
/** A mail of yesterday's alarm helps nobody; a text message of an hour ago neither. */
const TOO_OLD = { mail: 86_400_000, sms: 3_600_000 };

/** Sends what waits to be told until it is closed. */
export const startNotices = (options: NoticeOptions) => {
  const { db, log, now = Date.now, every = EVERY } = options;
  const sender = createSender(options);
  let closed = false;
  let working: Promise<void> | undefined;

  const work = async (): Promise<void> => {
    for (const channel of ['sms', 'mail'] as const) {
      for (;;) {
        if (closed) return;
        const notices = await takeNotices(db, channel, now());
        if (notices.length === 0) break;
        await sender[channel](notices);
      }
    }
  };
  const timer = setInterval(() => {
    working ??= work()
      .catch((error: Error) => log.warn(`Notices wait: ${error.message}`))
      .finally(() => {
        working = undefined;
      });
  }, every);
  return async (): Promise<void> => {
    closed = true;
    clearInterval(timer);
    await working;
  };
};

type Sender = Readonly<Record<Notice['channel'], (notices: readonly Notice[]) => Promise<void>>>;

const createSender = ({ db, mailer, sms, title, log, now = Date.now }: NoticeOptions): Sender => {
  const linesOf = openLines(db);

  const again = async (notices: readonly Notice[], why: string): Promise<void> => {
    const [first] = notices;
    if (!first) return;
    const isOver = now() - first.create_time > TOO_OLD[first.channel];
    if (isOver) {
      log.warn(`A ${first.channel} about ${first.sn} was not sent, and is not tried again: ${why}`);
      return dropNotices(db, notices);
    }
    const wait = BACK_OFF[Math.min(first.tries, BACK_OFF.length) - 1] ?? EVERY;
    await postpone(db, notices, now() + wait);
  };

  const mail = async (notices: readonly Notice[]): Promise<void> => {
    const [first] = notices;
    if (!first) return;
    const locale = localeOf(first.language);
    const lines = await linesOf(notices);
    const account = await accountFor(db, first.tries);
    if (account === undefined) return again(notices, 'there is no mail account in use');
    const [line = ''] = lines;
    const head =
      lines.length === 1 ? line : textOf(text('noticeMany', { count: lines.length }), locale);
    const mail = { to: first.recipient, subject: `[${title}] ${head}`, text: lines.join('\n') };
    try {
      await mailer.send(db, account, mail);
    } catch (error) {
      return again(notices, error instanceof MailFailure ? error.trouble : String(error));
    }
    await dropNotices(db, notices);
  };

  const record = (trx: Database, notice: Notice, content: string, state: 1 | 2, message: string) =>
    sql`
      insert into "smsRecord" (create_time, sn, org_id, phone, content, state, message)
      values (${now()}, ${notice.sn}, ${notice.org_id}, ${notice.recipient}, ${content.slice(0, 400)},
        ${state}, ${message || null})`.execute(trx);

  const sendSms = async (notice: Notice, line: string): Promise<void> => {
    const locale = localeOf(notice.language);
    const content = `[${title}] ${line}`;
    const refuse = async (why: string) =>
      inTransaction(db, async (trx) => {
        await record(trx, notice, content, 2, why);
        await dropNotices(trx, [notice]);
      });
    const barred = await barredBy(db, notice);
    if (barred) return refuse(textOf(text(barred, { most: MOST_SMS_PER_DAY }), locale));
    if (!sms) return refuse(textOf(text('smsNoGateway'), locale));
    try {
      const answer = await sms({ phone: notice.recipient, text: content });
      await inTransaction(db, async (trx) => {
        await record(trx, notice, content, 1, answer);
        await dropNotices(trx, [notice]);
      });
    } catch (error) {
      if (!(error instanceof SmsFailure)) throw error;
      if (now() - notice.create_time > TOO_OLD.sms) return refuse(error.message);
      await again([notice], error.message);
    }
  };

  return {
    mail,
    sms: async (notices) => {
      const lines = await linesOf(notices);
      // One after the other: each counts for the next one's limit.
      for (const [at, notice] of notices.entries()) await sendSms(notice, lines[at] ?? '');
    },
  };
};

/** What keeps a text message from going, as the message is called: the lock's day, or what its organisation bought. */
const barredBy = async (
  db: Database,
  { sn, org_id }: Notice,
): Promise<'smsDayOver' | 'smsNoneLeft' | undefined> => {
  const { rows } = await sql<{ left_today: number; not_used: number | null }>`
    select lock.left_today, case when own.total is null then null else own.not_used end as not_used
    from "smsDevice" as lock left join "SmsStatistics" as own on own.org_id = ${org_id}
    where lock.sn = ${sn}`.execute(db);
  const [found] = rows;
  if (found && found.left_today <= 0) return 'smsDayOver';
  return found?.not_used !== null && found?.not_used !== undefined && found.not_used <= 0
    ? 'smsNoneLeft'
    : undefined;
};

/** The account to send a mail from: the first in use, and at every further attempt the next. */
const accountFor = async (db: Database, tries: number): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select id from "emailKey" where enabled order by id`.execute(db);
  return rows[(tries - 1) % Math.max(1, rows.length)]?.id;
};

/** Notices as a line each, in their language; times are in the server's zone, and say so. */
const openLines = (db: Database) => {
  const places = openPlaces();
  return async (notices: readonly Notice[]): Promise<string[]> => {
    const sns = [...new Set(notices.map(({ sn }) => sn))];
    const { rows } = await sql<{ sn: string; device_name: string | null }>`
      select sn, device_name from device where sn = any(${sns})`.execute(db);
    const names = new Map(rows.map(({ sn, device_name }) => [sn, device_name]));
    const lines: string[] = [];
    for (const { event, language, org_id } of notices) {
      const locale: Locale = localeOf(language);
      const { lat, lon, sn, at } = event;
      const nameOf = await places.readFor(db, org_id);
      const place =
        lat === undefined || lon === undefined
          ? undefined
          : placeWords({ lat, lon }, nameOf, locale);
      const minutesEast = -new Date(at).getTimezoneOffset();
      lines.push(noticeLine(event, { name: names.get(sn) ?? null, place, minutesEast }, locale));
    }
    return lines;
  };
};
