import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { AnyEntity, AnyField, Field, Wire } from '../../../config';
import { localTime } from '../../../domain/figures';
import { filledText, type Locale, textOf } from '../../../domain/label';
import { ownValue } from '../../../domain/ownValue';
import { cutTitle } from '../../../domain/text';
import { isReferenceList, joinTitles, schemaOf, titleColumn } from '../../../fields';
import { verbPath } from '../../../protocol';
import { exportContract } from '../../../protocol/contracts/records';
import { answering } from '../../calls/answering';
import {
  type CallContext,
  CallError,
  type Caller,
  type CallValues,
  invalidInput,
  type SignedInEndpoint,
  serverLabel,
} from '../../calls/endpoint';
import type { Row, Scope, Selection, TableQueries } from '../../db';
import { type JobHandler, type JobRun, startPath } from '../../jobs';
import { type EntityDependencies, type RuleSubject, scopeOf } from '../dependencies';
import { withItems } from '../dictionaries';
import { fieldsIn, fieldsOf } from '../fieldsOf';
import { parseSelection } from '../listQuery';
import { inReadersLanguage, withPlaceNames } from '../placeNames';
import { readerZone, tableAsOf } from '../readerZone';
import { callErrorOf, refusing } from '../refusalOf';
import { labelOfVerb, selectionJson, verbOptions } from '../verbCall';
import { type Cell, openWorkbook, writeWorkbookQueued } from './workbook';

/** Maximum rows of a direct export; a job has no such limit. */
const MAX_EXPORT_ROWS = 200_000;

/** Name of the entity that lists an operator's exports. */
export const EXPORT_JOB = 'exportJob';

const titlesOf =
  (dependencies: EntityDependencies, caller: Caller): TitlesOf =>
  async ({ of }, ids) => {
    const target = dependencies.config.entities.find(({ name }) => name === of);
    const table = dependencies.tables.get(String(of));
    if (!target || !table) return [];
    const rows = await table.pick(ids.map(Number), scopeOf(dependencies, caller));
    return rows.map((row) => String(row[target.title] ?? ''));
  };

type TitlesOf = (field: AnyField, ids: readonly unknown[]) => Promise<readonly string[]>;

/** Queues the export as a job. @returns the id of its row, `job` */
const addJob = async (
  plan: ExportPlan,
  {
    dependencies,
    jobs,
  }: { readonly dependencies: EntityDependencies; readonly jobs: TableQueries },
  { body, locale, change }: Pick<CallContext, 'body' | 'locale' | 'change'>,
  caller: Caller,
): Promise<{ readonly job: number }> => {
  const { config, queue } = dependencies;
  const title = await exportTitle(plan, config.wire, locale, titlesOf(dependencies, caller));
  const answer = await change(async (transaction) => {
    const row = { title, oper: caller.oper.operName };
    const [added] = await jobs.on(transaction).add([row], { orgId: caller.oper.org_id });
    const recordId = Number(added?.id);
    const args = { entity: plan.entity.name, body };
    await queue.add(transaction, { entity: EXPORT_JOB, recordId, caller, locale, args });
    return { job: recordId };
  });
  queue.wake();
  return answer;
};

/** Call `export`: writes all rows of a list to a spreadsheet, directly or in a job. */
export const exportCall = ({ entity, table, dependencies }: RuleSubject): SignedInEndpoint => {
  const { config, now, tables } = dependencies;
  return answering(exportContract(verbPath(entity, 'export'), labelOfVerb(entity, 'export')), {
    ...verbOptions(entity, 'export', config),
    declared: { properties: selectionJson(entity, config.wire) },
    // Unknown columns have a message of their own.
    checkedByWork: ['columns', 'job', 'zone'],
    work: refusing(config, entity, async (context, caller) => {
      const { body, locale, signal } = context;
      const plan = await exportPlan(entity, dependencies, body);
      const jobs = tables.get(EXPORT_JOB);
      if (body.job === true && jobs) {
        return addJob(plan, { dependencies, jobs }, context, caller);
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

interface ExportPlan {
  readonly entity: AnyEntity;
  readonly columns: readonly (readonly [string, AnyField])[];
  readonly selection: Selection;
  /** Time zone of its times. */
  readonly zone: string;
}

const columnsOf = (entity: AnyEntity, value: unknown): ExportPlan['columns'] => {
  const all = fieldsIn(entity, 'export');
  if (value === undefined || value === null) return all;
  const names: readonly unknown[] = Array.isArray(value) ? value : [];
  const columns = names.map((name) => all.find(([candidate]) => candidate === name));
  const validColumns = columns.filter((column) => column !== undefined);
  if (validColumns.length !== columns.length || validColumns.length === 0) {
    const strange = names.filter((_, i) => columns[i] === undefined);
    throw invalidInput({ columns: serverLabel('noColumn', { names: strange.join(', ') }) });
  }
  return validColumns;
};

/** Parses the body of an export. @throws CallError `invalid` */
const exportPlan = async (
  entity: AnyEntity,
  { db, config }: Pick<EntityDependencies, 'db' | 'config'>,
  body: CallValues,
): Promise<ExportPlan> => {
  const { columns, job: _, zone, ...filters } = body;
  return {
    entity,
    columns: columnsOf(entity, columns),
    selection: parseSelection(entity, config.wire, filters),
    zone: await readerZone(db, zone),
  };
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
  { db, places, rules }: EntityDependencies,
  { table, scope, locale, signal, counted }: ExportOptions,
): Promise<void> => {
  const cells = await withItems(db, columns);
  const book = await openWorkbook(path);
  const headers = columns.map(([, field]) => sheetColumn(field, locale, zone));
  const inWords = columns.some(([, field]) => schemaOf(field).names);
  const reader = { db, places, locale, orgId: scope.orgId };
  const localize = async (rows: readonly Row[]) => {
    const namedRows = inWords ? await withPlaceNames(entity, rows, reader) : rows;
    return inReadersLanguage(rules[entity.name] ?? {}, namedRows, locale);
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
        await book.rows(
          some.map((row) => cells.map(([name, field]) => cellOf(row, name, field, locale, zone))),
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
  if (cellText) return cellText(value, field as Field, locale, zone);
  if (text) return text(value, field as Field, locale, zone);
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
    callOf: ({ args }) => startPath(config, args.entity, 'export'),
    work: async (run) => {
      const { id } = run.job;
      await files.removeOfJob(id);
      const path = await files.incoming();
      try {
        await write(dependencies, run, path);
        await run.whileHeld((transaction) => files.keepForJob(transaction, id, path));
      } finally {
        await rm(path, { force: true });
      }
    },
  };
};

/** Limit of the title field. */
const TITLE_LENGTH = 120;
/** Values of a filter that a title names; it counts the others. */
const MAX_NAMED = 2;

const valueText = (field: AnyField, value: unknown, locale: Locale, zone: string): string =>
  schemaOf(field).text?.(value, field as Field, locale, zone) ?? String(value);

/** Returns texts such as `Lock status: Sealed` and `Time ≥ 2026-11-01 00:00:00`. */
const filterTexts = async (
  { entity, selection, zone }: ExportPlan,
  { from, to }: Wire,
  locale: Locale,
  titlesOf: TitlesOf,
): Promise<string[]> => {
  const fields = fieldsOf(entity);
  const texts: string[] = [];
  for (const [name, value] of Object.entries(selection.filters)) {
    if (value === undefined || value === null) continue;
    const end = [from, to].find((suffix) => !Object.hasOwn(fields, name) && name.endsWith(suffix));
    const field = ownValue(fields, end ? name.slice(0, -end.length) : name);
    if (!field) continue;
    const label = textOf(field.label, locale);
    const values = [value].flat();
    const sought = schemaOf(field).references
      ? await titlesOf(field, values)
      : values.map((one) => valueText(field, one, locale, zone));
    const sign = end === undefined ? textOf([': ', '：'], locale) : end === from ? ' ≥ ' : ' ≤ ';
    // Values with the same label are one option of the filter.
    const names = [...new Set(sought)];
    const named = names.length > MAX_NAMED ? `${names[0]} +${names.length - 1}` : names.join(' / ');
    texts.push(label + sign + named);
  }
  return texts;
};

const exportTitle = async (
  plan: ExportPlan,
  wire: Wire,
  locale: Locale,
  titlesOf: TitlesOf,
): Promise<string> => {
  const label = textOf(plan.entity.label, locale);
  const texts = await filterTexts(plan, wire, locale, titlesOf);
  if (texts.length === 0) return label;
  const filters = texts.join(textOf([', ', '，'], locale));
  const title = filledText(textOf(['%{label} (%{filters})', '%{label}（%{filters}）'], locale), {
    label,
    filters,
  });
  return cutTitle(title, TITLE_LENGTH);
};

/** Limit of the title in a file name of 80 characters. */
const NAME_LENGTH = 66;

/** Returns a file name such as `设备-20261120.xlsx`, with the day in a time zone. */
export const exportName = (title: string, now: number, zone?: string): string =>
  `${cutTitle(title, NAME_LENGTH)}-${localTime(now, zone).slice(0, 10).replaceAll('-', '')}.xlsx`;
