import { sql } from 'kysely';
import type { AnyEntity, Field } from '../../config';
import { type Label, type Locale, textOf } from '../../domain/label';
import { schemaOf } from '../../fields';
import type { PreviewAnswer } from '../../protocol';
import {
  type Caller,
  type CallValues,
  type FileAnswer,
  invalidInput,
  serverLabel,
} from '../calls/endpoint';
import { type Database, entityTable, type Row } from '../db';
import {
  type ActionWork,
  addCheckedRows,
  type Cell,
  checkRows,
  type EntityDependencies,
  type EntityRules,
  fieldsOf,
  isValidRow,
  openWorkbook,
  type RuleContext,
  rehearsedRow,
  rowIds,
  ruleContext,
  type SheetRow,
  temporaryFile,
} from '../entities';
import type { Files } from '../files/files';
import { type JobHandler, type StoredError, startPath } from '../jobs';
import type { RuleDependencies } from './context';

/** Rows to add, as requested by a form. */
interface BatchRows {
  /** Entity that gets the rows. */
  readonly target: string;
  /** Fields that differ from row to row; the first one identifies the row to people. */
  readonly fields: readonly string[];
  readonly rows: readonly SheetRow[];
}

export interface BatchContext {
  readonly db: Database;
  readonly files: Files;
  readonly locale: Locale;
  readonly caller: Caller;
}

export interface Batch {
  /**
   * Returns the rows for form values that passed the check of the fields.
   * @throws CallError `invalid`
   */
  rows(values: CallValues, context: BatchContext): Promise<BatchRows>;
  /** Removes values that do not belong to the form's choices, left over from another choice. */
  clean(values: CallValues): CallValues;
  /** Returns problems of the whole batch, beside those of single rows. */
  problems?(
    values: CallValues,
    rows: readonly SheetRow[],
    context: { readonly db: Database; readonly locale: Locale },
  ): Promise<readonly string[]>;
}

/** Returns the rules of a batch entity. Each of its records is a job that adds the rows its form describes. */
export const rulesOfBatch = (
  name: string,
  batch: Batch,
  dependencies: RuleDependencies,
): EntityRules => {
  const { config, db, files, queue } = dependencies;

  const errors = async ({ db, rows: [row], locale }: ActionWork) => {
    const id = Number(row?.id);
    const rows = await db
      .selectFrom('job')
      .select('args')
      .where('entity', '=', name)
      .where('record_id', '=', id)
      .execute();
    const { target, fields, rows: batchRows } = (rows[0]?.args ?? {}) as Partial<BatchRows>;
    const entity = config.entities.find((one) => one.name === target);
    if (!entity || !fields || !batchRows) throw new Error(`Batch ${id} has no rows`);
    const rowErrors = await queue.errors(db, name, id);
    const file = `${textOf(entity.label, locale)}-${textOf(serverLabel('errorFile'), locale)}-${id}.xlsx`;
    return errorFile(file, { entity, fields, rows: batchRows }, rowErrors, locale);
  };

  return {
    resolveInput: async ({ values }) => batch.clean(values),
    collect: async (values, context) => {
      const batchRows = await batch.rows(batch.clean(values), { db, files, ...context });
      if (batchRows.rows.length === 0) throw invalidInput({ path: serverLabel('noRows') });
      return batchRows;
    },
    afterOperation: async ({ db, row, caller, locale, collectedInput }) => {
      const args = collectedInput as BatchRows;
      const job = { entity: name, recordId: Number(row.id), caller, locale };
      await queue.add(db, { ...job, args: { ...args }, rows: args.rows.length });
    },
    beforeDelete: (work) => queue.remove(work.db, name, rowIds(work.rows)),
    // The total is stored after the record itself.
    resolveOutput: async (row, { db }) => {
      const { rows } = await sql<Row>`
        select total from ${sql.table(name)} where id = ${row.id}`.execute(db);
      return { ...row, ...rows[0] };
    },
    afterCommit: () => {
      queue.wake();
    },
    actions: {
      cancel: async (work) => ({ done: await queue.cancel(work.db, name, rowIds(work.rows)) }),
      retry: async (work) => ({ done: await queue.retry(work.db, name, rowIds(work.rows)) }),
      errors,
    },
    preview: (values, context) => previewBatch(batch, values, dependencies, context),
  };
};

/** Rows shown at the beginning of a preview's sample; the last row follows. */
const FIRST = 5;
const MAX_NAMES = 20;

const samplesOf = (names: readonly string[]): readonly string[] =>
  names.length <= FIRST + 1 ? names : [...names.slice(0, FIRST), '…', ...names.slice(-1)];

const previewBatch = async (
  batch: Batch,
  input: CallValues,
  { db, config, files }: Pick<RuleDependencies, 'db' | 'files' | 'config'>,
  context: RuleContext,
): Promise<PreviewAnswer> => {
  const { caller, locale } = context;
  const values = batch.clean(input);
  const { target, fields, rows } = await batch.rows(values, { db, files, locale, caller });
  const entity = config.entities.find(({ name }) => name === target);
  const [title] = fields;
  if (!entity || title === undefined) throw new Error(`There is no entity ${target}`);
  const table = entityTable({ db }, entity, config);
  const checked = (await checkRows({ entity, table }, rows, context)).map(rehearsedRow);
  const invalidRows = checked.filter((row) => !isValidRow(row));
  const problems = invalidRows.slice(0, MAX_NAMES).map(({ row, values: rowValues, wrong }) => {
    const name = rowValues[title] ?? textOf(serverLabel('rowNumber', { row }), locale);
    return `${name}: ${wrongText(entity, wrong, locale)}`;
  });
  const more = invalidRows.length - MAX_NAMES;
  return {
    total: checked.length,
    samples: samplesOf(checked.map((row) => String(row.values[title] ?? ''))),
    problems: [
      ...((await batch.problems?.(values, checked, { db, locale })) ?? []),
      ...problems,
      ...(more > 0 ? [textOf(serverLabel('moreProblems', { count: more }), locale)] : []),
    ],
  };
};

const PART = 200;

/** Creates the job handler that adds the rows of a batch under the rules of their entity. */
export const batchHandler = (dependencies: EntityDependencies): JobHandler => ({
  callOf: ({ entity }) => startPath(dependencies.config, entity, 'add'),
  work: async ({ job, caller, permits, parts }) => {
    const { target, rows } = job.args as unknown as BatchRows;
    const entity = dependencies.config.entities.find(({ name }) => name === target);
    const table = dependencies.tables.get(target);
    if (!entity || !table) throw new Error(`There is no entity ${target}`);
    const { locale } = job;
    await parts(PART, async (places, transaction) => {
      const chunk = places.flatMap((place) => rows[place] ?? []);
      const on = { entity, table: table.on(transaction), dependencies };
      const call = { locale, permits };
      const context = ruleContext(dependencies, transaction, call, caller);
      const checked = await checkRows(on, chunk, context);
      const outcome = await addCheckedRows(on, checked, { ...call, transaction, caller });
      return outcome.flatMap((row, i) => {
        const place = places[i];
        if (place === undefined || isValidRow(row)) return [];
        return [{ place, values: row.values, why: row.wrong }];
      });
    });
    dependencies.rules[target]?.afterCommit?.();
  },
});

const cellOf = (entity: AnyEntity, name: string, value: unknown, locale: Locale): Cell => {
  const field = fieldsOf(entity)[name];
  if (!field || value === null || value === undefined) return null;
  return schemaOf(field).text?.(value, field as Field, locale) ?? String(value);
};

/** Formats errors as `SN: Already in use; Name: At most 60 characters`. */
const wrongText = (
  entity: AnyEntity,
  why: Readonly<Record<string, Label>>,
  locale: Locale,
): string =>
  Object.entries(why)
    .map(([name, label]) => {
      const field = fieldsOf(entity)[name];
      const message = textOf(label, locale);
      return field ? `${textOf(field.label, locale)}: ${message}` : message;
    })
    .join('; ');

/** Writes a workbook of the rows that could not be added: row number, values and errors. */
const errorFile = (
  name: string,
  { entity, fields, rows }: Omit<BatchRows, 'target'> & { readonly entity: AnyEntity },
  errors: readonly StoredError[],
  locale: Locale,
): Promise<FileAnswer> => {
  const labels = fields.map((field) => fieldsOf(entity)[field]?.label ?? [field, field]);
  const headers = [serverLabel('row'), ...labels, serverLabel('whatIsWrong')] as const;
  const cells = (values: CallValues) =>
    fields.map((field) => cellOf(entity, field, values[field], locale));
  return temporaryFile(name, async (path) => {
    const book = await openWorkbook(path);
    try {
      await book.sheet(
        textOf(serverLabel('errorFile'), locale),
        headers.map((label) => ({ header: textOf(label as Label, locale), width: 24 })),
      );
      await book.rows(
        errors.map(({ place, given, why }) => [
          rows[place]?.row ?? null,
          ...cells(given),
          wrongText(entity, why, locale),
        ]),
      );
    } finally {
      await book.close();
    }
  });
};
