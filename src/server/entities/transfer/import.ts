import { type AnyEntity, type AnyField, type Field, isBlank } from '../../../config';
import { type Label, type Locale, textOf } from '../../../domain/label';
import { importFields, isReference, isReferenceList, rule, schemaOf } from '../../../fields';
import { verbPath } from '../../../protocol';
import { importContract } from '../../../protocol/contracts/records';
import { answering } from '../../calls/answering';
import {
  type Caller,
  type FileAnswer,
  invalidInput,
  type RecordOutcome,
  ruleLabel,
  type SignedInEndpoint,
  serverLabel,
} from '../../calls/endpoint';
import { historyValues } from '../changes';
import { type EntityDependencies, type RuleSubject, ruleContext, scopeOf } from '../dependencies';
import { withItems } from '../dictionaries';
import { fieldsOf } from '../fieldsOf';
import { readerZone } from '../readerZone';
import { refusing } from '../refusalOf';
import { labelOfVerb, verbOptions } from '../verbCall';
import { addCheckedRows, checkRows, dryRun, type SheetImport } from './addSheetRows';
import { sheetColumn } from './export';
import {
  errorsByRow,
  exportedLines,
  importedLines,
  joinLines,
  sheetColumnsOf,
} from './lineColumns';
import {
  importColumns,
  isValidRow,
  parseRows,
  readCell,
  readSpreadsheet,
  rehearsedRow,
  type SheetRow,
  type Spreadsheet,
  type TitleIndex,
  titleIndex,
} from './sheetRows';
import { openWorkbook, temporaryFile } from './workbook';

const MAX_IMPORT_ROWS = 20_000;

/** True for a dry run. @throws CallError `invalid` for a value that is no boolean, which must not count as false */
const isDryRun = (dryRun: unknown): boolean => {
  if (dryRun === undefined || dryRun === null) return false;
  if (typeof dryRun === 'boolean') return dryRun;
  throw invalidInput({ dryRun: ruleLabel(rule('boolean')) });
};

const inLanguage = (wrong: Readonly<Record<string, Label>>, locale: Locale) =>
  Object.fromEntries(Object.entries(wrong).map(([name, label]) => [name, textOf(label, locale)]));

const parseSheet = async (
  { entity, dependencies }: RuleSubject,
  { header, rows }: Spreadsheet,
  { caller, locale, zone }: Pick<SheetImport, 'caller' | 'locale'> & { readonly zone: string },
) => {
  const importable = await withItems(dependencies.db, importFields(entity));
  const entries = Object.entries(fieldsOf(entity));
  const lines = await importedLines(dependencies.db, entries);
  const exported = sheetColumnsOf(await exportedLines(dependencies.db, entries));
  const { columns, ignored } = importColumns(
    [...importable, ...sheetColumnsOf(lines)],
    { ...fieldsOf(entity), ...Object.fromEntries(exported) },
    header,
  );
  const titles = new Map<string, TitleIndex>();
  for (const { name, field, index } of columns) {
    if (!isReference(field) && !isReferenceList(field)) continue;
    const read = rows.map((cells) => readCell(field, cells[index] ?? null, locale, zone));
    const texts = new Set(read.map((cell) => ('value' in cell ? cell.value : null)));
    titles.set(name, await titleIndex(dependencies, caller, field, texts));
  }
  const parsed = await parseRows({ columns, titles, locale, zone }, rows);
  // Without a column of lines each row is a record.
  const named = lines.filter(({ name }) =>
    columns.some((each) => each.name.startsWith(`${name}.`)),
  );
  return { parsed: joinLines(parsed, named), ignored };
};

/** Call `import`: adds the rows of an uploaded spreadsheet, checks them in a dry run, or returns the template. */
export const importCall = (subject: RuleSubject): SignedInEndpoint => {
  const { entity, dependencies } = subject;
  const { config, db, files, rules } = dependencies;
  return answering(importContract(verbPath(entity, 'import'), labelOfVerb(entity, 'import')), {
    ...verbOptions(entity, 'import', config),
    // A path without a file has a message of its own.
    checkedByWork: ['template', 'path', 'dryRun', 'zone'],
    work: refusing(config, entity, async (context, caller) => {
      const { body, locale, permits } = context;
      const zone = await readerZone(db, body.zone);
      if (body.template === true) return templateFile(subject, caller, locale, zone);
      const isDry = isDryRun(body.dryRun);
      const sheet = await readSpreadsheet({ db, files, caller }, body.path, MAX_IMPORT_ROWS);
      const { parsed, ignored } = await parseSheet(subject, sheet, { caller, locale, zone });
      const adding = { caller, locale, permits, zone };
      const rowContext = ruleContext(dependencies, db, adding, caller);
      const checked = await checkRows(subject, parsed, rowContext);
      const toAnswer = (outcome: readonly SheetRow[]) => ({
        ...answerOf(outcome, locale),
        ...(ignored.length > 0 && { ignored: ignored.map((label) => textOf(label, locale)) }),
      });
      if (isDry) {
        const outcome = await dryRun(subject, checked, adding);
        return { ...toAnswer(outcome.map(rehearsedRow)), added: 0 };
      }
      const answer = await context.change(async (transaction) => {
        const outcome = await addCheckedRows(subject, checked, { ...adding, transaction });
        context.logRecords(addedRecords(entity, outcome));
        return toAnswer(outcome);
      });
      rules[entity.name]?.afterCommit?.();
      return answer;
    }),
  });
};

const addedRecords = (
  entity: AnyEntity,
  outcome: readonly SheetRow[],
): ReadonlyMap<number, RecordOutcome> =>
  new Map(
    outcome.flatMap(({ id, values }) => {
      const filled = Object.entries(values).filter(([, value]) => !isBlank(value));
      const changes = historyValues(entity, Object.fromEntries(filled));
      return id === undefined ? [] : [[id, { changes }]];
    }),
  );

const answerOf = (outcome: readonly SheetRow[], locale: Locale) => {
  const errors = outcome.filter((row) => !isValidRow(row));
  return {
    total: outcome.length,
    added: outcome.length - errors.length,
    errors: errors
      .flatMap(errorsByRow)
      .map(({ row, wrong }) => ({ row, fields: inLanguage(wrong, locale) })),
  };
};

/** Creates the template of an import: a sheet with the header, and one that describes the columns. */
const templateFile = async (
  { entity, dependencies }: RuleSubject,
  caller: Caller,
  locale: Locale,
  zone: string,
): Promise<FileAnswer> => {
  const words = (name: Parameters<typeof serverLabel>[0]) => textOf(serverLabel(name), locale);
  const { db } = dependencies;
  const lines = await importedLines(db, Object.entries(fieldsOf(entity)));
  const fields = [...importFields(entity), ...lines.flatMap(({ columns }) => columns)];
  const help: string[][] = [];
  for (const [, field] of await withItems(db, fields)) {
    const needed = field.required ? words('needed') : '';
    const allowed = await allowedValues(dependencies, caller, field, locale);
    help.push([textOf(field.label, locale), needed, allowed]);
  }
  return temporaryFile(`${textOf(entity.label, locale)}.xlsx`, async (path) => {
    const book = await openWorkbook(path);
    try {
      await book.sheet(
        words('templateData'),
        fields.map(([, field]) => sheetColumn(field, locale, zone)),
      );
      await book.sheet(words('templateHelp'), [
        { header: words('column'), width: 24 },
        { header: words('needed'), width: 12 },
        { header: words('allowed'), width: 80 },
      ]);
      await book.rows(help);
    } finally {
      await book.close();
    }
  });
};

/** Maximum titles listed as allowed values in a template. */
const MAX_NAMES = 50;

const titlesOf = async (
  dependencies: EntityDependencies,
  caller: Caller,
  of: string,
): Promise<string[]> => {
  const target = dependencies.config.entities.find(({ name }) => name === of);
  const table = dependencies.tables.get(of);
  if (!target || !table) return [];
  const query = { page: 1, pageSize: MAX_NAMES, filters: {} };
  const { list, total } = await table.list(query, scopeOf(dependencies, caller));
  const titles = list.map((row) => String(row[target.title] ?? ''));
  return total > MAX_NAMES ? [...titles, '…'] : titles;
};

const allowedValues = async (
  dependencies: EntityDependencies,
  caller: Caller,
  field: AnyField,
  locale: Locale,
): Promise<string> => {
  if (isReference(field))
    return (await titlesOf(dependencies, caller, String(field.of))).join(', ');
  const { choices, format } = schemaOf(field);
  const table = choices?.(field as Field);
  if (table) return table.map(([, ...label]) => textOf(label, locale)).join(', ');
  const { message } = field as { readonly message?: Label };
  const words = format ?? field.help ?? message;
  return words ? textOf(words, locale) : '';
};
