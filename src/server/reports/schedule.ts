import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Console } from '../../config';
import { localeOf, textOf } from '../../domain/label';
import { type Period, periodSpan } from '../../domain/period';
import { nextReportRun, type ReportSchedule } from '../../domain/report';
import { shiftStarts } from '../../domain/shift';
import { isGranted, operatorOf, type Rights } from '../auth';
import type { Database } from '../db';
import { readParameters } from '../db/parameters';
import { type EntityDependencies, exportName } from '../entities';
import type { PlaceReader } from '../gazetteer/ownPlaces';
import { dueMailTasks, queueMail, sheetMail } from '../notify/mails';
import type { DueRow } from '../work/claims';
import type { Task, TaskRun } from '../work/worker';
import { readPath, reportTitle, writeReport } from './calls';
import { parseReportQuery, type ReportQuery } from './runReport';

interface ReportTaskOptions {
  readonly db: Database;
  readonly config: Console;
  readonly places: PlaceReader;
  readonly rights: Rights;
  readonly rules: EntityDependencies['rules'];
  readonly consoleUrl: () => string | undefined;
  /** Name of the installation. */
  readonly title: string;
  readonly log: { error(text: string): void };
}

type Context = ReportTaskOptions & Pick<TaskRun, 'now'>;

export const reportTasks = (options: ReportTaskOptions): readonly Task[] => {
  const { config, db, log } = options;
  if (!config.entities.some(({ name }) => name === 'savedReport')) return [];
  return dueMailTasks<SavedReport>(db, {
    ...{ table: 'savedReport', name: 'reports', log, nextRun: nextReportRun },
    compose: (saved, now) => composeReport({ ...options, now }, saved),
  });
};

interface SavedReport extends ReportSchedule, DueRow {
  readonly org_id: number;
  readonly oper_id: number;
  readonly report: string;
  readonly period: Period;
  readonly group_by: string | null;
  readonly time_field: string | null;
  readonly orgs: readonly number[] | null;
  readonly devices: readonly number[] | null;
  readonly language: string;
  readonly mail_box: string;
}

const queryOf = async (
  { config, db, now }: Context,
  { report, period, group_by, time_field, orgs, devices, zone, next_run }: SavedReport,
): Promise<ReportQuery> => {
  const shifts = shiftStarts((await readParameters(db)).shift_hours) ?? [];
  // After an outage the report covers the period of the missed time.
  const span = periodSpan(period, Math.min(next_run, now()), { zone, shifts });
  return parseReportQuery(config.reports, {
    report,
    ...span,
    group: group_by ?? undefined,
    time: time_field ?? undefined,
    zone,
    orgs: orgs?.length ? orgs : undefined,
    devices: devices?.length ? devices : undefined,
  });
};

/**
 * Writes the mail under the owner's permissions, which are judged again when it goes out.
 * @returns the step that queues it; undefined if the owner may no longer read the report
 */
const composeReport = async (options: Context, saved: SavedReport) => {
  const { db, config, places, rights, rules, now } = options;
  const oper = await operatorOf(db, saved.oper_id, saved.org_id);
  if (!oper) return undefined;
  const question = await queryOf(options, saved);
  const { report } = question;
  const need = readPath(report);
  if (!isGranted(await rights.get(oper.role_id), need)) return undefined;
  const { org_id, operName: owner, role_id } = oper;
  const locale = localeOf(saved.language);
  const path = join(tmpdir(), `sealdesk-${randomUUID()}.xlsx`);
  try {
    const reader = { caller: { oper, token: '' }, locale };
    await writeReport({ db, config, places, rules }, question, reader, path);
    const content = await sheetMail(options, 'reportMail', {
      ...{ path, locale, role_id, owner, pages: ['report'] },
      name: exportName(textOf(report.label, locale), now(), question.zone),
      title: reportTitle(question, locale),
    });
    const needs = [{ id: saved.oper_id, org_id: saved.org_id, path: need }];
    const mail = { ...content, org_id, recipient: saved.mail_box, needs };
    return (transaction: Database) => queueMail(transaction, mail, now());
  } finally {
    await rm(path, { force: true });
  }
};
