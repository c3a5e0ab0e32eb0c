import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Console } from '../../config';
import { type Locale, localeOf, textOf } from '../../domain/label';
import { type Period, periodSpan } from '../../domain/period';
import { nextReportRun, REPORT_RESULT, type ReportSchedule } from '../../domain/report';
import { shiftStarts } from '../../domain/shift';
import { isGranted, operatorOf, type Rights } from '../auth';
import type { Database } from '../db';
import { CallError, type Operator, serverLabel } from '../endpoint';
import { exportName } from '../entities';
import { queueMail } from '../notify/outbox';
import { readParameters } from '../parameters';
import type { PlaceReader } from '../places';
import { runEvery } from '../repeat';
import { checkReader, reportTitle, writeReport } from './calls';
import { parseReportQuery, type ReportQuery } from './runReport';

interface ReportTaskOptions {
  readonly db: Database;
  readonly config: Console;
  readonly places: PlaceReader;
  readonly rights: Rights;
  readonly log: { error(text: string): void };
  /** ms since 1970. */
  readonly now: () => number;
}

/** How often saved reports are looked at whose time may have come, ms. */
const LOOK_INTERVAL = 5_000;

/** Sends the reports whose time has come, until it is closed. Several servers may do it at once. */
export const reportTask = (options: ReportTaskOptions) => {
  const { config, log } = options;
  if (!config.entities.some(({ name }) => name === 'savedReport')) return { close: async () => {} };
  const logError = (error: Error) => log.error(`Reports not sent: ${error.message}`);
  return { close: runEvery(LOOK_INTERVAL, () => sendDueReports(options), logError) };
};

/** A saved report as it is sent. */
interface SavedReport extends ReportSchedule {
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
export const sendDueReports = async (options: ReportTaskOptions): Promise<void> => {
  const { db, now, log } = options;
  const { rows } = await sql<SavedReport>`
    select * from "savedReport" where next_run <= ${now()} order by next_run, id limit 20`.execute(
    db,
  );
  for (const saved of rows) {
    await sendOne(options, saved).catch(async (error: Error) => {
      log.error(`Report ${saved.id} not sent: ${error.message}`);
      await claim(db, saved, now(), REPORT_RESULT.failed);
    });
  }
};

const sendOne = async (options: ReportTaskOptions, saved: SavedReport): Promise<void> => {
  const { db, now } = options;
  const mail = await makeMail(options, saved);
  await db.transaction().execute(async (trx) => {
    // Its mail and its next time are there together: whoever comes second finds that it is not due any more.
    const isOurs = await claim(
      trx,
      saved,
      now(),
      mail ? REPORT_RESULT.queued : REPORT_RESULT.notAllowed,
    );
    if (isOurs && mail) await queueMail(trx, mail, now());
  });
};

/** Notes that a report was sent, and when it is next; false where another server has, or it was changed meanwhile. */
const claim = async (
  db: Database,
  saved: SavedReport,
  now: number,
  result: (typeof REPORT_RESULT)[keyof typeof REPORT_RESULT],
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update "savedReport" set last_run = ${now}, last_note = ${result},
      next_run = ${nextReportRun(saved, now) ?? null}
    where id = ${saved.id} and next_run = ${saved.next_run}`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
};

/** What a saved report asks now. */
const queryOf = async (
  { config, db, now }: ReportTaskOptions,
  { report, period, group_by, orgs, devices, zone, next_run }: SavedReport,
): Promise<ReportQuery> => {
  const shifts = shiftStarts((await readParameters(db)).shift_hours) ?? [];
  // A server that was away tells what it would have told.
  const span = periodSpan(period, Math.min(next_run ?? now(), now()), { zone, shifts });
  return parseReportQuery(config.reports, {
    report,
    ...span,
    group: group_by,
    zone,
    orgs: orgs?.length ? orgs : undefined,
    devices: devices?.length ? devices : undefined,
  });
};

/** The mail with the report, as its owner may read it now; undefined where they may not any more. */
const makeMail = async (options: ReportTaskOptions, saved: SavedReport) => {
  const { db, rights } = options;
  const oper = await operatorOf(db, saved.oper_id);
  if (!oper) return undefined;
  const question = await queryOf(options, saved);
  const permits = async (path: string) => isGranted(await rights.get(oper.role_id), path);
  const isAllowed = await checkReader(question.report, permits).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallError) return false;
      throw error;
    },
  );
  if (!isAllowed) return undefined;
  return composeMail(options, question, { saved, oper, locale: localeOf(saved.language) });
};

interface MailInput {
  readonly saved: SavedReport;
  readonly oper: Operator;
  readonly locale: Locale;
}

const composeMail = async (
  { db, config, places, now }: ReportTaskOptions,
  question: ReportQuery,
  { saved, oper, locale }: MailInput,
) => {
  const path = join(tmpdir(), `sealdesk-${randomUUID()}.xlsx`);
  try {
    await writeReport({ db, config, places }, question, { orgId: oper.org_id, locale }, path);
    const title = reportTitle(question, locale);
    return {
      org_id: oper.org_id,
      to: saved.mail_box,
      subject: title,
      text: textOf(serverLabel('reportMail', { title, owner: oper.operName }), locale),
      attachment: {
        name: exportName(textOf(question.report.label, locale), now()),
        content: await readFile(path),
      },
    };
  } finally {
    await rm(path, { force: true });
  }
};
