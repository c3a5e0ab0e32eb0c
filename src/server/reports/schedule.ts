import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Console } from '../../config';
import { SECOND } from '../../domain/duration';
import { localeOf, textOf } from '../../domain/label';
import { type Period, periodSpan } from '../../domain/period';
import { nextReportRun, REPORT_RESULT, type ReportSchedule } from '../../domain/report';
import { shiftStarts } from '../../domain/shift';
import { isGranted, operatorOf, type Rights } from '../auth';
import { serverLabel } from '../calls/endpoint';
import type { Database } from '../db';
import { readParameters } from '../db/parameters';
import { exportName } from '../entities';
import type { PlaceReader } from '../gazetteer/ownPlaces';
import { queueMail } from '../notify/outbox';
import { type DueRow, dueRowsTasks, markRun } from '../work/claims';
import type { Task, TaskRun } from '../work/worker';
import { mayRead, reportTitle, writeReport } from './calls';
import { parseReportQuery, type ReportQuery } from './runReport';

interface ReportTaskOptions {
  readonly db: Database;
  readonly config: Console;
  readonly places: PlaceReader;
  readonly rights: Rights;
  readonly log: { error(text: string): void };
}

type Context = ReportTaskOptions & Pick<TaskRun, 'now'>;

export const reportTasks = (options: ReportTaskOptions): readonly Task[] => {
  const { config, db, log } = options;
  if (!config.entities.some(({ name }) => name === 'savedReport')) return [];
  return dueRowsTasks<SavedReport>(db, {
    nextRun: nextReportRun,
    ...{ table: TABLE, name: 'reports', every: 5 * SECOND, log },
    perform: (saved, now) => sendReport({ ...options, now }, saved),
    fail: (saved, now) => claim(db, saved, now, REPORT_RESULT.failed),
  });
};

interface SavedReport extends ReportSchedule, DueRow {
  readonly org_id: number;
  readonly oper_id: number;
  readonly report: string;
  readonly period: Period;
  readonly group_by: string | null;
  readonly orgs: readonly number[] | null;
  readonly devices: readonly number[] | null;
  readonly language: string;
  readonly mail_box: string;
}

const sendReport = async (options: Context, saved: SavedReport): Promise<void> => {
  const { db, now } = options;
  const mail = await makeMail(options, saved);
  await db.transaction().execute(async (trx) => {
    // The mail and the next time commit together, so a parallel server finds the report no longer due.
    const result = mail ? REPORT_RESULT.queued : REPORT_RESULT.notAllowed;
    const isOurs = await claim(trx, saved, now(), result);
    if (isOurs && mail) await queueMail(trx, mail, now());
  });
};

const TABLE = 'savedReport';

type ReportResult = (typeof REPORT_RESULT)[keyof typeof REPORT_RESULT];

/** Records a run and sets the next one. @returns see markRun */
const claim = (db: Database, saved: SavedReport, now: number, result: ReportResult) => {
  const next_run = nextReportRun(saved, now) ?? null;
  return markRun(db, { table: TABLE }, saved, { last_run: now, last_note: result, next_run });
};

const queryOf = async (
  { config, db, now }: Context,
  { report, period, group_by, orgs, devices, zone, next_run }: SavedReport,
): Promise<ReportQuery> => {
  const shifts = shiftStarts((await readParameters(db)).shift_hours) ?? [];
  // After an outage the report covers the period of the missed time.
  const span = periodSpan(period, Math.min(next_run, now()), { zone, shifts });
  return parseReportQuery(config.reports, {
    report,
    ...span,
    group: group_by ?? undefined,
    zone,
    orgs: orgs?.length ? orgs : undefined,
    devices: devices?.length ? devices : undefined,
  });
};

/** Composes the mail under the owner's current permissions; undefined if the owner may no longer read the report. */
const makeMail = async (options: Context, saved: SavedReport) => {
  const { db, config, places, rights, now } = options;
  const oper = await operatorOf(db, saved.oper_id, saved.org_id);
  if (!oper) return undefined;
  const question = await queryOf(options, saved);
  const { report } = question;
  const permits = async (path: string) => isGranted(await rights.get(oper.role_id), path);
  if (!(await mayRead(report, permits))) return undefined;
  const locale = localeOf(saved.language);
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
        name: exportName(textOf(report.label, locale), now(), question.zone),
        content: await readFile(path),
      },
    };
  } finally {
    await rm(path, { force: true });
  }
};
