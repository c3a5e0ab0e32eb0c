import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { AnyField, Field } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
import { isReferenceList, joinTitles, schemaOf, titleColumn } from '../../../fields';
import { lineEntity } from '../../../fields/lines';
import { verbPath } from '../../../protocol';
import { exportContract } from '../../../protocol/contracts/records';
import { answering } from '../../calls/answering';
import {
  type CallContext,
  CallError,
  type Caller,
  type CallValues,
  type SignedInEndpoint,
  serverLabel,
} from '../../calls/endpoint';
import type { Row, Scope, TableQueries } from '../../db';
import type { JobHandler, JobRun } from '../../jobs';
import { type EntityDependencies, type RuleSubject, scopeOf } from '../dependencies';
import { withItems } from '../dictionaries';
import { withLineRows } from '../lineRows';
import { inReadersLanguage, withPlaceNames } from '../placeNames';
import { tableAsOf } from '../readerZone';
import { callErrorOf, refusing } from '../refusalOf';
import { labelOfVerb, selectionJson, verbOptions } from '../verbCall';
import { withVirtualFields } from '../virtualFields';
import {
  EXPORT_JOB,
  type ExportPlan,
  exportName,
  exportPlan,
  exportTitle,
  queueExport,
} from './exportPlan';
import { exportedLines, rowsWithLines } from './lineColumns';
import { exportPath, mailFile, sendList } from './mailedLists';
import { type Cell, openWorkbook, writeWorkbookQueued } from './workbook';

/** Maximum rows of a direct export; a job has no such limit. */
const MAX_EXPORT_ROWS = 200_000;

/** Queues the export as a job. @returns the id of its row, `job` */
const addJob = async (
  plan: ExportPlan,
  dependencies: EntityDependencies,
  { body, locale, change }: Pick<CallContext, 'body' | 'locale' | 'change'>,
  caller: Caller,
): Promise<{ readonly job: number }> => {
  const title = await exportTitle(plan, dependencies, caller, locale);
  const args = { entity: plan.entity.name, body };
  const job = { title, caller, locale, args, by: caller.oper.operName };
  const answer = await change(async (transaction) => ({
    job: await queueExport(transaction, dependencies, job),
  }));
  dependencies.queue.wake();
  return answer;
};

/** Call `export`: writes all rows of a list to a spreadsheet, directly or in a job, or mails it to other operators. */
export const exportCall = ({ entity, table, dependencies }: RuleSubject): SignedInEndpoint => {
  const { config, now, tables } = dependencies;
  return answering(exportContract(verbPath(entity, 'export'), labelOfVerb(entity, 'export')), {
    ...verbOptions(entity, 'export', config),
    declared: { properties: selectionJson(entity, config.wire) },
    // Unknown columns have a message of their own.
    checkedByWork: ['columns', 'job', 'zone', 'weekly'],
    work: refusing(config, entity, async (context, caller) => {
      const { body, locale, signal } = context;
      const plan = await exportPlan(entity, dependencies, body);
      if (body.to !== undefined) return sendList(plan, dependencies, context, caller);
      if (body.job === true && tables.has(EXPORT_JOB)) {
        return addJob(plan, dependencies, context, caller);
      }
      const dated = await tableAsOf({ entity, table, dependencies }, plan.zone);
      const scope = scopeOf(dependencies, caller);
      const counted = (rows: number) => {
        if (rows <= MAX_EXPORT_ROWS) return;
        throw new CallError('invalid', serverLabel('tooManyRows', { max: MAX_EXPORT_ROWS }));
      };
      const options = { table: dated, scope, locale, signal, counted };
      const name = exportName(textOf(entity.label, locale), now(), plan.zone);
      return writeWorkbookQueued(caller, name, (path) =>
        writeExport(path, plan, dependencies, options),
      );
    }),
  });
};

/** Rows read at a time. */
const BATCH = 1_000;
const NAMED_AT_A_TIME = 100;

interface ExportOptions {
  readonly table: TableQueries;
  readonly scope: Scope;
  readonly locale: Locale;
  readonly signal: AbortSignal;
  /** Receives the number of rows before the next batch is written. An error that it throws ends the export. */
  readonly counted: (rows: number) => void | Promise<void>;
}

/** Writes all rows of a list to a spreadsheet. @param path must not exist */
const writeExport = async (
  path: string,
  { entity, columns, selection, zone }: ExportPlan,
  { config, db, places, rules: { [entity.name]: rules = {} }, now }: EntityDependencies,
  { table, scope, locale, signal, counted }: ExportOptions,
): Promise<void> => {
  const cells = await withItems(
    db,
    columns.filter(([, field]) => !lineEntity(field)),
  );
  const lines = await exportedLines(db, columns);
  const book = await openWorkbook(path);
  const headers = [...cells, ...lines.flatMap((each) => each.columns)].map(([, field]) =>
    sheetColumn(field, locale, zone),
  );
  const inWords = columns.some(([, field]) => schemaOf(field).names);
  const reader = { db, places, locale, orgId: scope.orgId };
  const isRead = (name: string) => columns.some(([column]) => column === name);
  const localize = async (rows: readonly Row[]) => {
    const namedRows = inWords ? await withPlaceNames(entity, rows, reader) : rows;
    const context = { db, scope, locale, now: now() };
    const filledRows = await withVirtualFields(entity, rules, namedRows, context, isRead);
    return inReadersLanguage(rules, filledRows, locale);
  };
  let count = 0;
  try {
    await book.sheet(textOf(entity.label, locale), headers);
    await table.each(selection, scope, BATCH, async (rows) => {
      signal.throwIfAborted();
      count += rows.length;
      await counted(count);
      // Small portions, because naming the places of 1,000 rows at once would hold up other calls.
      for (let from = 0; from < rows.length; from += NAMED_AT_A_TIME) {
        const some = await localize(rows.slice(from, from + NAMED_AT_A_TIME));
        const filled =
          lines.length > 0 ? await withLineRows(entity, config, some, { db, scope }) : some;
        await book.rows(
          filled.flatMap((row) => {
            const cellIn = (of: Row, [name, field]: readonly [string, AnyField]) =>
              cellOf(of, name, field, locale, zone);
            const own = cells.map((column) => cellIn(row, column));
            return rowsWithLines(row, own, lines, cellIn);
          }),
        );
        await setImmediate();
      }
    });
  } finally {
    await book.close();
  }
};

/** Column of a field. Its format applies to values typed into it. The header of times names their zone. */
export const sheetColumn = (field: AnyField, locale: Locale, zone: string) => {
  const form = schemaOf(field).cell?.(field as Field, zone);
  const label = textOf(field.label, locale);
  return { header: form?.zoned ? `${label} (${zone})` : label, width: 20, format: form?.format };
};

/** Formats a value for a cell. Numbers, dates, times and durations become the spreadsheet's own types. */
export const cellOf = (
  row: Row,
  name: string,
  field: AnyField,
  locale: Locale,
  zone?: string,
): Cell => {
  const titles = titleColumn(field, name);
  if (titles !== undefined) {
    const title = row[titles] ?? (isReferenceList(field) ? [] : null);
    return title === null ? null : joinTitles([title].flat().map(String));
  }
  const value = row[name];
  if (value === null || value === undefined) return null;
  const { text, cell, cellText } = schemaOf(field);
  const { format, write } = cell?.(field as Field, zone) ?? {};
  const number = write?.(value);
  if (number !== undefined && format !== undefined) return { number, format };
  if (cellText) return cellText(value, field as Field, locale, zone, row);
  if (text) return text(value, field as Field, locale, zone, row);
  if (typeof value === 'number') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const write = async (
  dependencies: EntityDependencies,
  run: JobRun,
  path: string,
): Promise<void> => {
  const { job, caller, signal, reportProgress } = run;
  const { config, tables } = dependencies;
  const entity = config.entities.find(({ name }) => name === job.args.entity);
  const storedTable = entity && tables.get(entity.name);
  if (!entity || !storedTable) throw new CallError('notFound', serverLabel('notFound'));
  try {
    const plan = await exportPlan(entity, dependencies, job.args.body as CallValues);
    const table = await tableAsOf({ entity, table: storedTable, dependencies }, plan.zone);
    const scope = scopeOf(dependencies, caller);
    const total = await table.total(plan.selection, scope);
    let done = 0;
    await reportProgress({ done, total });
    const counted = (rows: number) => {
      done = rows;
      return reportProgress({ done, total });
    };
    const { locale } = job;
    await writeExport(path, plan, dependencies, { table, scope, locale, signal, counted });
    // The total may have changed since it was counted.
    await reportProgress({ done, total: done }, true);
  } catch (error) {
    throw callErrorOf(error, config, entity);
  }
};

/** Writes exports in the background. An interrupted one starts again, on any server. */
export const exportHandler = (dependencies: EntityDependencies): JobHandler => {
  const { config, files } = dependencies;
  return {
    callOf: ({ args }) => exportPath(config, args),
    work: async (run) => {
      const { id } = run.job;
      await files.removeOfJob(id);
      const path = await files.incoming();
      try {
        await write(dependencies, run, path);
        await run.whileHeld((transaction) => files.keepForJob(transaction, id, path));
        return await mailFile(dependencies, run, path);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
};
