import { setImmediate } from 'node:timers/promises';
import type { AnyField, Field, Fields } from '../../../config';
import { DAY, SECOND } from '../../../domain/duration';
import { joinedLabels, type Label, type Locale, locales, textOf } from '../../../domain/label';
import { isCellError } from '../../../domain/spreadsheet';
import { isZone } from '../../../domain/zone';
import { equalTexts, rule, schemaOf } from '../../../fields';
import {
  CallError,
  type Caller,
  invalidInput,
  ruleLabel,
  serverLabel,
  type TextName,
} from '../../calls/endpoint';
import type { Database, Row } from '../../db';
import type { Files } from '../../files/files';
import { findOwnSheet } from '../../files/uploads';
import { limitConcurrency } from '../../work/concurrency';
import { type EntityDependencies, scopeOf } from '../dependencies';
import type { ParseResult } from '../values';
import {
  type ReadCell,
  type ReadRow,
  readRows,
  type SheetLimit,
  SheetTooLarge,
  UnreadableSheet,
} from './readRows';

export interface SheetRow {
  /** Row number in the spreadsheet: the header is 1. */
  readonly row: number;
  readonly values: Row;
  readonly wrong: Readonly<Record<string, Label>>;
  /** Fields whose only error is that a record has the value which the caller does not see. */
  readonly taken?: readonly string[];
  /** Id of the record, once it is added. */
  readonly id?: number;
  /** Row numbers of its lines, by the field that has them. */
  readonly lineRows?: Readonly<Record<string, readonly number[]>>;
}

export const isValidRow = ({ wrong }: SheetRow): boolean => Object.keys(wrong).length === 0;

/**
 * Returns a row for an answer that stores nothing, without the errors about records of other organisations. It would
 * tell of thousands of numbers at once which of them others have; a row that was really to be added tells of itself.
 */
export const rehearsedRow = ({ taken = [], wrong, ...row }: SheetRow): SheetRow => ({
  ...row,
  wrong: Object.fromEntries(Object.entries(wrong).filter(([name]) => !taken.includes(name))),
});

export interface Spreadsheet {
  readonly header: ReadRow;
  readonly rows: readonly ReadRow[];
}

const unreadableLabel = (error: UnreadableSheet): Label =>
  error instanceof SheetTooLarge
    ? serverLabel(TOO_LARGE[error.limit], { max: error.max })
    : serverLabel('noSpreadsheet');

const TOO_LARGE: Readonly<Record<SheetLimit, TextName>> = {
  rows: 'sheetTooLarge',
  columns: 'sheetTooWide',
  megabytes: 'sheetTooFull',
  memory: 'sheetTooHeavy',
  seconds: 'sheetTooSlow',
};

/** Each operator's files are read one at a time, so many slow ones do not hold up other operators. */
const byOperator = limitConcurrency(1);

/** Limits the files read in parallel. Each may take a CPU core and its share of the memory. */
const ofAll = limitConcurrency(2);

/** Maximum wait for the files before, ms: long enough for one that exceeds the limit of time. */
const MAX_WAIT = 3.5 * SECOND;

/** Maximum time until the caller has the rows, ms. The browser waits for the answer for 10 s. */
const MAX_ELAPSED = 8 * SECOND;

/**
 * Reads an uploaded spreadsheet. It may take long, so the caller must hold no database connection.
 * @param path path returned by the upload
 * @param maxRows limit of rows below the header
 * @throws CallError `invalid` about `path`, or `throttled` while other files are read or the machine is busy
 */
export const readSpreadsheet = async (
  { db, files, caller }: { readonly db: Database; readonly files: Files; readonly caller: Caller },
  path: unknown,
  maxRows: number,
): Promise<Spreadsheet> => {
  if (typeof path !== 'string') throw invalidInput({ path: ruleLabel(rule('required')) });
  const file = await findOwnSheet(db, files, path, caller);
  if (!file) throw invalidInput({ path: serverLabel('noSuchFile') });
  const patience = AbortSignal.timeout(MAX_WAIT);
  const end = AbortSignal.timeout(MAX_ELAPSED);
  const read = () => files.withCopy(file, (copy) => readRows(copy, { rows: maxRows }, end));
  const all = await byOperator(
    String(caller.oper.id),
    () => ofAll('', read, patience),
    patience,
  ).catch((error) => {
    if (error === patience.reason) throw new CallError('throttled', serverLabel('sheetsBusy'));
    if (error === end.reason) throw new CallError('throttled', serverLabel('readingLate'));
    throw error instanceof UnreadableSheet ? invalidInput({ path: unreadableLabel(error) }) : error;
  });
  const [header = [], ...rows] = all;
  return { header, rows };
};

interface ImportColumn {
  readonly name: string;
  readonly field: AnyField;
  /** Counted from 0. */
  readonly index: number;
  /** Time zone that the header names. */
  readonly zone?: string;
}

const plain = (text: string) => text.trim().toLowerCase();

/** Accepted headers of a field: its name, and its label in any language. */
const namesOf = (name: string, { label }: AnyField): string[] =>
  [name, ...locales.map((locale) => textOf(label, locale))].map(plain);

/** Title of a column and the time zone at its end: `Seen (Asia/Shanghai)`. */
const ZONED_TITLE = /^(.*?)\s*[(（]([^()（）]*)[)）]\s*$/;

/**
 * Reads a header. Only a field that an export writes with its time zone has one; the parentheses of any other title
 * belong to it.
 * @throws CallError `invalid` for an unknown zone
 */
const parseHeader = (fields: Fields, cell: ReadCell): { title: string; zone?: string } => {
  const text = String(cell ?? '');
  const [, name = '', zone = ''] = ZONED_TITLE.exec(text) ?? [];
  const entries = Object.entries(fields);
  const isWhole = entries.some(([key, field]) => namesOf(key, field).includes(plain(text)));
  const isZoned = entries.some(
    ([key, field]) =>
      schemaOf(field).cell?.(field as Field).zoned && namesOf(key, field).includes(plain(name)),
  );
  if (isWhole || !isZoned) return { title: plain(text) };
  if (!isZone(zone)) throw invalidInput({ path: serverLabel('unknownZone', { zone }) });
  return { title: plain(name), zone };
};

const refuse = (why: 'unknownHeader' | 'missingHeader' | 'doubleHeader', names: unknown) =>
  invalidInput({ path: serverLabel(why, { names }) });

/**
 * Finds the imported columns by the header row. Columns that an export writes but an import cannot set, such as a lock's
 * status, are ignored.
 * @param importable fields that can be imported
 * @param fields all fields whose headers are known
 * @returns the columns, and the labels of the ignored ones
 * @throws CallError `invalid` for unknown, missing or repeated headers
 */
export const importColumns = (
  importable: readonly (readonly [string, AnyField])[],
  fields: Fields,
  header: ReadRow,
): { columns: ImportColumn[]; ignored: Label[] } => {
  const columns: ImportColumn[] = [];
  const ignored: Label[] = [];
  const unknown: ReadCell[] = [];
  for (const [index, cell] of header.entries()) {
    const { title, zone } = parseHeader(fields, cell);
    if (title === '') continue;
    const hasTitle = ([name, field]: readonly [string, AnyField]) =>
      namesOf(name, field).includes(title);
    const column = importable.find(hasTitle);
    const other = Object.entries(fields).find(hasTitle);
    if (column) columns.push({ name: column[0], field: column[1], index, zone });
    else if (other) ignored.push(other[1].label);
    else unknown.push(cell);
  }
  if (unknown.length > 0) throw refuse('unknownHeader', unknown.join(', '));
  const names = columns.map(({ name }) => name);
  const twice = columns.flatMap(({ name, field }, i) =>
    names.indexOf(name) === i ? [] : [field.label],
  );
  const missing = importable.flatMap(([name, { required, label }]) =>
    required && !names.includes(name) ? [label] : [],
  );
  if (twice.length > 0) throw refuse('doubleHeader', joinedLabels(twice, ', '));
  if (missing.length > 0) throw refuse('missingHeader', joinedLabels(missing, ', '));
  return { columns, ignored };
};

interface ReadOptions {
  readonly columns: readonly ImportColumn[];
  /** Indexes of the columns that refer to other records, by column name. */
  readonly titles?: ReadonlyMap<string, TitleIndex>;
  readonly locale: Locale;
  /** Time zone of the columns whose header names none; that of this machine by default. */
  readonly zone?: string;
}

/** Parses the rows below the header into values. Skips empty rows. */
export const parseRows = async (
  { columns, titles, locale, zone }: ReadOptions,
  rows: readonly ReadRow[],
): Promise<SheetRow[]> => {
  const othersTurn = createYield();
  const parsed: SheetRow[] = [];
  for (const [i, cells] of rows.entries()) {
    await othersTurn();
    if (cells.every((cell) => cell === null || cell === '')) continue;
    const values: Record<string, unknown> = {};
    const wrong: Record<string, Label> = {};
    for (const { name, field, index, zone: ownZone = zone } of columns) {
      const read = readCell(field, cells[index] ?? null, locale, ownZone);
      const title = titles?.get(name);
      const understood = 'value' in read && title ? title(read.value) : read;
      if ('wrong' in understood) wrong[name] = understood.wrong;
      else if (understood.value !== null) values[name] = understood.value;
    }
    parsed.push({ row: i + 2, values, wrong });
  }
  return parsed;
};

/** Time after which a long loop yields to other calls, ms. */
const TURN = 4;

/** Creates a function that yields to the event loop at most every `TURN` ms. Await it between the rows of long work. */
export const createYield = (): (() => Promise<void>) => {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN) return;
    await setImmediate();
    began = performance.now();
  };
};

const SERIAL_OF_1970 = 25_569;

/**
 * Converts a date to the day count of spreadsheets. Spreadsheets round times down by a fraction of a millisecond, which
 * is corrected here.
 */
const serialOf = (date: Date): number => {
  const ms = date.getTime();
  const isRoundedDown = ((ms % 1000) + 1000) % 1000 === 999;
  return (isRoundedDown ? ms + 1 : ms) / DAY + SERIAL_OF_1970;
};

/** Formats the wall clock time of a date cell; at midnight only the day. */
const dateText = (date: Date): string => {
  const [day, time] = date.toISOString().slice(0, 19).split('T');
  return time === '00:00:00' ? String(day) : `${day} ${time}`;
};

const textOfCell = (cell: Exclude<ReadCell, null>): string =>
  cell instanceof Date ? dateText(cell) : String(cell).trim();

const isText = (field: AnyField): boolean =>
  /^(text|varchar)/.test(schemaOf(field).sql(field as Field));

/** Parses a cell for a field. For a reference the result is the title in the cell. */
export const readCell = (
  field: AnyField,
  cell: ReadCell,
  locale: Locale,
  zone?: string,
): ParseResult => {
  if (cell === null || cell === '') return { value: null };
  // Spreadsheets store 15 digits of a number, so a longer number, such as an ICCID, has lost digits.
  if (typeof cell === 'number' && isText(field) && !Number.isSafeInteger(cell)) {
    return Number.isInteger(cell)
      ? { wrong: serverLabel('numberForText') }
      : { value: String(cell) };
  }
  const { parse, bound, cell: form } = schemaOf(field);
  if (typeof cell === 'number' && bound && bound(cell) === undefined)
    return { wrong: serverLabel('numberForText') };
  const read = cell instanceof Date ? form?.(field as Field, zone).read : undefined;
  if (read && cell instanceof Date) {
    const value = read(serialOf(cell));
    return value === undefined ? { wrong: serverLabel('unreadable') } : { value };
  }
  const content = textOfCell(cell);
  if (isCellError(content)) return { wrong: serverLabel('errorCell', { error: content }) };
  const value = parse ? parse(content, field as Field, locale, zone) : content;
  return value === undefined ? { wrong: serverLabel('unreadable') } : { value };
};

const BATCH = 1_000;

/** Finds the id of a record by its title, or several ids by their titles, among the records visible to the importer. */
export type TitleIndex = (title: unknown) => ParseResult;

/** @param titles in the cells of the reference */
export const titleIndex = async (
  dependencies: EntityDependencies,
  caller: Caller,
  { of }: AnyField,
  titles: ReadonlySet<unknown>,
): Promise<TitleIndex> => {
  const { config, tables } = dependencies;
  const target = config.entities.find(({ name }) => name === of);
  const table = tables.get(String(of));
  if (!target || !table) throw new Error(`There is no entity ${String(of)}`);
  const ids = new Map<unknown, unknown[]>();
  const { labels } = (target.fields[target.title] ?? {}) as { labels?: unknown };
  const sameTitles = (title: unknown): readonly unknown[] =>
    typeof title === 'string' ? equalTexts(title, labels) : [title];
  const filters = {
    [target.title]: [...new Set([...titles].flat())].flatMap((title) =>
      title === null ? [] : sameTitles(title),
    ),
  };
  await table.each({ filters }, scopeOf(dependencies, caller), BATCH, (rows) => {
    for (const { id, [target.title]: title } of rows) {
      for (const name of sameTitles(title)) ids.set(name, [...(ids.get(name) ?? []), id]);
    }
  });
  return (title) => {
    if (title === null) return { value: null };
    if (Array.isArray(title)) return idsOf(title, ids);
    const matches = ids.get(title) ?? [];
    if (matches.length > 1) return { wrong: serverLabel('ambiguous') };
    return matches.length === 1 ? { value: matches[0] } : { wrong: ruleLabel(rule('reference')) };
  };
};

/** Finds the ids of several titles. The error names the titles that are missing or ambiguous. */
const idsOf = (
  titles: readonly unknown[],
  idsByTitle: ReadonlyMap<unknown, readonly unknown[]>,
): ParseResult => {
  const matches = titles.map((title) => ({ title, ids: idsByTitle.get(title) ?? [] }));
  const joinTitles = (entries: typeof matches) => entries.map(({ title }) => title).join(', ');
  const missing = matches.filter(({ ids }) => ids.length === 0);
  if (missing.length > 0)
    return { wrong: serverLabel('notFoundNamed', { names: joinTitles(missing) }) };
  const several = matches.filter(({ ids }) => ids.length > 1);
  if (several.length > 0)
    return { wrong: serverLabel('ambiguousNamed', { names: joinTitles(several) }) };
  return { value: matches.map(({ ids: [id] }) => id) };
};
