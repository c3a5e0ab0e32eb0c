import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AnyEntity,
  type AnyField,
  type Console,
  type Field,
  f,
  type Report,
  type Row,
  reportGroups,
} from '../../config';
import { localTime } from '../../domain/figures';
import { DEFAULT_LOCALE, type Locale, textOf } from '../../domain/label';
import { isTimeUnit, timeUnitText } from '../../domain/period';
import { wallTime, zoneText } from '../../domain/zone';
import { schemaOf } from '../../fields';
import { actionPath, type ReportQuestion } from '../../protocol';
import { REPORT_ROWS, reportExport, reportRun } from '../../protocol/contracts/reports';
import { answering } from '../calls/answering';
import {
  type CallContext,
  CallError,
  type Caller,
  type SignedInEndpoint,
  serverLabel,
} from '../calls/endpoint';
import type { Database } from '../db';
import { exportName, openWorkbook, writeWorkbookQueued } from '../entities';
import { withPlaceNames } from '../entities/placeNames';
import { cellOf, sheetColumn } from '../entities/transfer/export';
import type { PlaceReader } from '../gazetteer/ownPlaces';
import { parseReportQuery, queryReport, type ReportQuery } from './runReport';

interface ReportDependencies {
  readonly db: Database;
  readonly config: Console;
  readonly places: PlaceReader;
}

/** Organisation and language of a report's reader. */
interface Reader {
  readonly orgId: number;
  readonly locale: Locale;
}

const MAX_FILE_ROWS = 50_000;
const BATCH = 5_000;
const NAMING_BATCH = 100;

/** Path of the call that lists the records of a report; its readers need the right to it. */
export const readPath = ({ reads }: Report): string => actionPath(reads, 'list');

const columnsOf = ({ report, group }: ReportQuery): readonly (readonly [string, AnyField])[] => {
  if (group === undefined) {
    return Object.entries(report.columns).filter(([name]) => name !== 'place');
  }
  const measures = Object.entries(report.measures).map(
    ([name, { field }]) => [name, field] as const,
  );
  const [, english = group, chinese = group] =
    reportGroups(report).find(([name]) => name === group) ?? [];
  return [['group', f.text([english, chinese])], ...measures];
};

/** Formats the key of a group. */
const groupText = ({ report, group, zone }: ReportQuery, row: Row, locale: Locale): string => {
  const { key, title } = row;
  if (isTimeUnit(group)) return timeUnitText(group, Number(key), zone);
  if (group === 'sn') return title ? `${title} (${key})` : String(key);
  if (group === 'org_id') return String(title ?? key);
  const field = report.columns[group ?? ''];
  if (!field || key === null) return '—';
  return schemaOf(field).text?.(key, field as Field, locale, zone) ?? String(key);
};

/** Reads a page of a report, with positions described in words and groups named. */
const readPage = async (
  { db, config, places }: ReportDependencies,
  question: ReportQuery,
  { orgId, locale }: Reader,
  range: { readonly skip: number; readonly limit: number },
) => {
  const { list, ...rest } = await queryReport({ db, config, orgId }, question, range);
  if (question.group !== undefined) {
    return {
      ...rest,
      list: list.map((row) => ({ ...row, group: groupText(question, row, locale) })),
    };
  }
  const rows: Row[] = [];
  const entity = { fields: question.report.columns } as AnyEntity;
  for (let from = 0; from < list.length; from += NAMING_BATCH) {
    const batch = list.slice(from, from + NAMING_BATCH);
    rows.push(...(await withPlaceNames(entity, batch, { db, places, locale, orgId })));
    await nextTurn();
  }
  return { ...rest, list: rows };
};

/** Returns a title such as `Alarms, 2026-11-01 00:00 – 2026-11-07 23:59, Asia/Shanghai (UTC+8)`. */
export const reportTitle = ({ report, from, to, zone }: ReportQuery, locale: Locale): string => {
  const formatTime = (ms: number) =>
    new Date(wallTime(zone, ms)).toISOString().slice(0, 16).replace('T', ' ');
  const times = `${formatTime(from)} – ${formatTime(to)}, ${zoneText(zone, from, to)}`;
  return `${textOf(report.label, locale)}, ${times}`;
};

/**
 * Writes a report as a spreadsheet: the rows, their sums, and a sheet that describes the report.
 * @param path must not exist
 */
export const writeReport = async (
  dependencies: ReportDependencies,
  question: ReportQuery,
  reader: Reader,
  path: string,
): Promise<void> => {
  const { locale } = reader;
  const columns = columnsOf(question);
  const book = await openWorkbook(path);
  try {
    const { report, group, zone } = question;
    await book.sheet(
      textOf(report.label, locale),
      columns.map(([, field]) => sheetColumn(field, locale, zone)),
    );
    // A single query: rows added between several queries would appear twice, and each query would compute the sums
    // again.
    const range = { skip: 0, limit: MAX_FILE_ROWS };
    const { list, total, sums } = await readPage(dependencies, question, reader, range);
    const cells = (row: Row) =>
      columns.map(([name, field]) => cellOf(row, name, field, locale, zone));
    for (let from = 0; from < list.length; from += BATCH) {
      await book.rows(list.slice(from, from + BATCH).map(cells));
    }
    if (group !== undefined && total <= MAX_FILE_ROWS) {
      await book.rows([cells({ ...sums, group: textOf(serverLabel('sum'), locale) })]);
    }
    const lines = [
      textOf(report.about, locale),
      reportTitle(question, locale),
      `${localTime(Date.now(), zone)} (${zone})`,
    ];
    await book.sheet(textOf(serverLabel('reportAbout'), locale), [
      { header: textOf(report.label, locale), width: 80 },
    ]);
    await book.rows(lines.map((line) => [line]));
  } finally {
    await book.close();
  }
};

/** Calls that return a report page by page or as a file. */
export const reportCalls = (dependencies: ReportDependencies): readonly SignedInEndpoint[] => {
  const { reports } = dependencies.config;
  if (reports.length === 0) return [];
  const parseRequest = async (
    body: ReportQuestion,
    { permits, locale }: Pick<CallContext, 'permits' | 'locale'>,
    { oper }: Caller,
  ) => {
    const question = parseReportQuery(reports, body);
    if (!(await permits(readPath(question.report)))) {
      throw new CallError('noPermission', serverLabel('noPermission'));
    }
    return { question, reader: { orgId: oper.org_id, locale } };
  };
  const labels = reports.map(({ name, label }) => `${name}: ${textOf(label, DEFAULT_LOCALE)}`);
  const report = { enum: reports.map(({ name }) => name), description: labels.join('; ') };
  // An unknown report is `notFound`.
  const common = {
    access: 'signedIn',
    changes: false,
    declared: { properties: { report } },
    checkedByWork: ['report'],
  } as const;
  return [
    answering(reportRun, {
      ...common,
      code: 'report:run',
      kind: 'list',
      work: async (context, caller) => {
        const { pageNum = 1, pageSize: limit = REPORT_ROWS } = context.body;
        const { question, reader } = await parseRequest(context.body, context, caller);
        return readPage(dependencies, question, reader, { skip: (pageNum - 1) * limit, limit });
      },
    }),
    answering(reportExport, {
      ...common,
      code: 'report:export',
      kind: 'export',
      // Logged like any export of records.
      logged: () => true,
      work: async (context, caller) => {
        const { question, reader } = await parseRequest(context.body, context, caller);
        const name = textOf(question.report.label, reader.locale);
        return writeWorkbookQueued(caller, exportName(name, Date.now(), question.zone), (path) =>
          writeReport(dependencies, question, reader, path),
        );
      },
    }),
  ];
};
