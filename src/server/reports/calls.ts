import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AnyEntity,
  type AnyField,
  type Console,
  type Field,
  f,
  measureField,
  type Report,
  type Row,
  reportGroups,
} from '../../config';
import { localTime } from '../../domain/figures';
import { DEFAULT_LOCALE, type Locale, NO_VALUE, textOf } from '../../domain/label';
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
import {
  type EntityDependencies,
  exportName,
  openWorkbook,
  scopeOf,
  writeWorkbookQueued,
} from '../entities';
import { withItems } from '../entities/dictionaries';
import { withPlaceNames } from '../entities/placeNames';
import { cellOf, sheetColumn } from '../entities/transfer/export';
import type { PlaceReader } from '../gazetteer/ownPlaces';
import { parseReportQuery, queryReport, type ReportQuery } from './runReport';

interface ReportDependencies {
  readonly db: Database;
  readonly config: Console;
  readonly places: PlaceReader;
  readonly rules: EntityDependencies['rules'];
}

/** Reader of a report, with their language. */
interface Reader {
  readonly caller: Caller;
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
    ([name, measure]) => [name, measureField(measure)] as const,
  );
  const [, english = group, chinese = group] =
    reportGroups(report).find(([name]) => name === group) ?? [];
  return [['group', f.text([english, chinese])], ...measures];
};

/** Formats the key of a group. */
const groupText = (
  { group, zone }: ReportQuery,
  field: AnyField | undefined,
  row: Row,
  locale: Locale,
): string => {
  const { key, title } = row;
  if (isTimeUnit(group)) return timeUnitText(group, Number(key), zone);
  if (group === 'sn') return title ? `${title} (${key})` : String(key);
  if (group === 'org_id') return String(title ?? key);
  if (!field || key === null) return field?.unset ? textOf(field.unset, locale) : NO_VALUE;
  if (title !== null) return String(title);
  return schemaOf(field).text?.(key, field as Field, locale, zone) ?? String(key);
};

/** Writes the sums of several currencies, each with its code. */
const withAmounts = ({ measures }: Report, row: Row, locale: Locale): Row => {
  const amounts = Object.entries(measures).flatMap(([name, { field, currencyIn }]) => {
    if (currencyIn === undefined) return [];
    const text = ([currency, total]: readonly [string, unknown]) =>
      schemaOf(field).text?.(total, field as Field, locale, undefined, { [currencyIn]: currency });
    const totals = Object.entries((row[name] ?? {}) as Row).sort();
    return [[name, totals.map(text).join(textOf(['; ', '；'], locale)) || null]];
  });
  return { ...row, ...Object.fromEntries(amounts) };
};

/** Reads a page of a report, with positions described in words and groups named. */
const readPage = async (
  { db, config, places, rules }: ReportDependencies,
  question: ReportQuery,
  { caller, locale }: Reader,
  range: { readonly skip: number; readonly limit: number },
) => {
  const scope = scopeOf({ rules }, caller);
  const { list, sums, ...rest } = await queryReport({ db, config, scope }, question, range);
  const { group, report } = question;
  if (group !== undefined) {
    const own = report.columns[group];
    const [[, field] = []] = own ? await withItems(db, [[group, own]]) : [];
    return {
      ...rest,
      sums: withAmounts(report, sums, locale),
      list: list.map((row) => ({
        ...withAmounts(report, row, locale),
        group: groupText(question, field, row, locale),
      })),
    };
  }
  const rows: Row[] = [];
  const { orgId } = scope;
  const entity = { fields: report.columns } as AnyEntity;
  for (let from = 0; from < list.length; from += NAMING_BATCH) {
    const batch = list.slice(from, from + NAMING_BATCH);
    rows.push(...(await withPlaceNames(entity, batch, { db, places, locale, orgId })));
    await nextTurn();
  }
  return { ...rest, sums, list: rows };
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
    caller: Caller,
  ) => {
    const question = parseReportQuery(reports, body);
    if (!(await permits(readPath(question.report)))) {
      throw new CallError('noPermission', serverLabel('noPermission'));
    }
    return { question, reader: { caller, locale } };
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
