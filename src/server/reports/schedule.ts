import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Console } from '../../config';
import { type Locale, localeOf, textOf } from '../../domain/label';
import { type Period, periodSpan } from '../../domain/period';
import { nextSending, SENT, type Sending } from '../../domain/report';
import { shiftStarts } from '../../domain/shift';
import { covers, operatorOf, type Rights } from '../auth';
import type { Database } from '../db';
import { CallError, type Operator, text } from '../endpoint';
import { exportName } from '../entities';
import { queueMail } from '../notify/outbox';
import { readParameters } from '../parameters';
import type { Places } from '../places';
import { repeat } from '../repeat';
import { checkReader, titleOf, writeReport } from './calls';
import { type Question, questionOf } from './runReport';

interface Scheduling {
  readonly db: Database;
  readonly config: Console;
  readonly places: Places;
  readonly rights: Rights;
  readonly log: { error(text: string): void };
  /** ms since 1970. */
  readonly now: () => number;
}

/** How often saved reports are looked at whose time may have come, ms. */
const LOOK = 5_000;

/** Sends the reports whose time has come, until it is closed. Several servers may do it at once. */
export const startReports = (scheduling: Scheduling) => {
  const { config, log } = scheduling;
  if (!config.entities.some(({ name }) => name === 'savedReport')) return { close: async () => {} };
  const failed = (error: Error) => log.error(`Reports not sent: ${error.message}`);
  return { close: repeat(LOOK, () => sendDue(scheduling), failed) };
};

/** A saved report as it is sent. */
interface SavedReport extends Sending {
  readonly id: number;
  readonly org_id: number;
  readonly oper_id: number;
  readonly report: string;
  readonly period: Period;
  readonly group_by: string | null;
  readonly orgs: readonly number[] | null;
  readonly devices: readonly number[] | null;
  readonly language: string;
  readonly mail_box: string;
  readonly next_run: number;
}

/** Sends every report whose time has come. */
export const sendDue = async (scheduling: Scheduling): Promise<void> => {
  const { db, now, log } = scheduling;
  const { rows } = await sql<SavedReport>`
    select * from "savedReport" where next_run <= ${now()} order by next_run, id limit 20`.execute(
    db,
  );
  for (const saved of rows) {
    await sendOne(scheduling, saved).catch(async (error: Error) => {
      log.error(`Report ${saved.id} not sent: ${error.message}`);
      await claim(db, saved, now(), SENT.failed);
    });
  }
};

const sendOne = async (scheduling: Scheduling, saved: SavedReport): Promise<void> => {
  const { db, now } = scheduling;
  const made = await makeMail(scheduling, saved);
  await db.transaction().execute(async (trx) => {
    // Its mail and its next time are there together: whoever comes second finds that it is not due any more.
    const isOurs = await claim(trx, saved, now(), made ? SENT.queued : SENT.notAllowed);
    if (isOurs && made) await queueMail(trx, made, now());
  });
};

/** Notes that a report was sent, and when it is next; false where another server has, or it was changed meanwhile. */
const claim = async (
  db: Database,
  saved: SavedReport,
  now: number,
  note: (typeof SENT)[keyof typeof SENT],
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update "savedReport" set last_run = ${now}, last_note = ${note},
      next_run = ${nextSending(saved, now) ?? null}
    where id = ${saved.id} and next_run = ${saved.next_run}`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
};

/** What a saved report asks now. */
const askedBy = async (
  { config, db, now }: Scheduling,
  { report, period, group_by, orgs, devices, zone, next_run }: SavedReport,
): Promise<Question> => {
  const shifts = shiftStarts((await readParameters(db)).shift_hours) ?? [];
  // A server that was away tells what it would have told.
  const span = periodSpan(period, Math.min(next_run ?? now(), now()), { zone, shifts });
  return questionOf(config.reports, {
    report,
    ...span,
    group: group_by,
    zone,
    orgs: orgs?.length ? orgs : undefined,
    devices: devices?.length ? devices : undefined,
  });
};

/** The mail with the report, as its owner may read it now; undefined where they may not any more. */
const makeMail = async (scheduling: Scheduling, saved: SavedReport) => {
  const { db, rights } = scheduling;
  const oper = await operatorOf(db, saved.oper_id);
  if (!oper) return undefined;
  const question = await askedBy(scheduling, saved);
  const permits = async (path: string) => covers(await rights.get(oper.role_id), path);
  const isAllowed = await checkReader(question.report, permits).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallError) return false;
      throw error;
    },
  );
  if (!isAllowed) return undefined;
  return mailOf(scheduling, question, { saved, oper, locale: localeOf(saved.language) });
};

interface Letter {
  readonly saved: SavedReport;
  readonly oper: Operator;
  readonly locale: Locale;
}

const mailOf = async (
  { db, config, places, now }: Scheduling,
  question: Question,
  { saved, oper, locale }: Letter,
) => {
  const path = join(tmpdir(), `sealdesk-${randomUUID()}.xlsx`);
  try {
    await writeReport({ db, config, places }, question, { orgId: oper.org_id, locale }, path);
    const title = titleOf(question, locale);
    return {
      org_id: oper.org_id,
      to: saved.mail_box,
      subject: title,
      text: textOf(text('reportMail', { title, owner: oper.operName }), locale),
      file: {
        name: exportName(textOf(question.report.label, locale), now()),
        content: await readFile(path),
      },
    };
  } finally {
    await rm(path, { force: true });
  }
};
