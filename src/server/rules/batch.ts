import type { AnyEntity, Console, Fields } from '../../config';
import { MAX_CHILD_LOCKS } from '../../domain/card';
import { textOf } from '../../domain/label';
import { parseNumbers } from '../../domain/text';
import { type CallValues, invalidInput, serverLabel } from '../calls/endpoint';
import {
  type EntityDependencies,
  type EntityRules,
  fieldsOf,
  importColumns,
  isValidRow,
  parseRows,
  readSpreadsheet,
  type SheetRow,
} from '../entities';
import type { JobHandler } from '../jobs';
import { type Batch, type BatchContext, batchHandler, rulesOfBatch } from './batchJob';
import { countChildLocks } from './cards';
import type { RuleDependencies } from './context';

export const batchRules = (
  dependencies: RuleDependencies,
): Readonly<Record<string, EntityRules>> => ({
  batchAddDevice: rulesOfBatch('batchAddDevice', deviceBatch(dependencies.config), dependencies),
  batchAddICCard: rulesOfBatch('batchAddICCard', cardBatch, dependencies),
});

export const batchHandlers = (
  dependencies: EntityDependencies,
): Readonly<Record<string, JobHandler>> => {
  const handler = batchHandler(dependencies);
  return { batchAddDevice: handler, batchAddICCard: handler };
};

const MAX_ROWS = 10_000;

const SOURCE = { spreadsheet: 1, range: 2, list: 3 } as const;

/** Fields that belong to one source only. */
const OWN: Readonly<Record<number, readonly string[]>> = {
  [SOURCE.spreadsheet]: ['path'],
  [SOURCE.range]: ['sn_from', 'amount'],
  [SOURCE.list]: ['sns'],
};

/** Target entity of each kind, the columns of its spreadsheet, and the form fields that apply to every row. */
const kinds = {
  1: {
    target: 'device',
    fields: ['sn', 'device_name', 'sim_card'],
    common: ['org_id', 'protocol', 'device_type_id', 'factory_id'],
  },
  2: { target: 'childLock', fields: ['child_sn', 'child_name'], common: ['device_id'] },
} as const;

const kindOf = ({ importType }: CallValues) => (importType === 2 ? kinds[2] : kinds[1]);

const pick = (values: CallValues, names: readonly string[]): CallValues =>
  Object.fromEntries(
    names.map((name) => [name, values[name]]).filter(([, value]) => (value ?? null) !== null),
  );

const sheetRows = async (
  entity: AnyEntity,
  names: readonly string[],
  path: unknown,
  { locale, ...context }: BatchContext,
): Promise<SheetRow[]> => {
  const { header, rows } = await readSpreadsheet(context, path, MAX_ROWS);
  const fields: Fields = Object.fromEntries(
    Object.entries(fieldsOf(entity)).filter(([name]) => names.includes(name)),
  );
  const { columns } = importColumns(Object.entries(fields), fields, header);
  return parseRows({ columns, locale }, rows);
};

const numberRows = (title: string, numbers: readonly string[], common = {}): SheetRow[] =>
  numbers.map((number, i) => ({ row: i + 1, values: { [title]: number, ...common }, wrong: {} }));

const rangeNumbers = (first: string, amount: number): string[] => {
  const left = remainingNumbers(first);
  if (left < amount) throw invalidInput({ amount: serverLabel('numbersLeft', { count: left }) });
  return consecutiveNumbers(first, amount);
};

const listNumbers = (list: string): string[] => {
  const numbers = [...new Set(parseNumbers(list))];
  if (numbers.length === 0) throw invalidInput({ sns: serverLabel('noRows') });
  if (numbers.length > MAX_ROWS)
    throw invalidInput({ sns: serverLabel('tooManyNumbers', { max: MAX_ROWS }) });
  return numbers;
};

const rowsFrom = async (
  entity: AnyEntity,
  fields: readonly [string, ...string[]],
  values: CallValues,
  context: BatchContext,
): Promise<SheetRow[]> => {
  const { source, path, sns, sn_from, amount } = values;
  if (source === SOURCE.spreadsheet) return sheetRows(entity, fields, path, context);
  const isList = source === SOURCE.list;
  return numberRows(
    fields[0],
    isList ? listNumbers(String(sns)) : rangeNumbers(String(sn_from), Number(amount)),
  );
};

/** Adds locks, or child locks of one lock, from a spreadsheet, a range or a list of serial numbers. */
const deviceBatch = ({ entities }: Console): Batch => ({
  clean: (values) => {
    const own = OWN[Number(values.source)] ?? [];
    const unused = [
      ...Object.values(OWN)
        .flat()
        .filter((name) => !own.includes(name)),
      ...(values.importType === 2 ? ['protocol', 'device_type_id', 'factory_id'] : ['device_id']),
    ];
    const used = Object.fromEntries(
      Object.entries(values).filter(([name]) => !unused.includes(name)),
    );
    // The record shows the numbers as they are added.
    return used.sns ? { ...used, sns: parseNumbers(String(used.sns)).join('\n') } : used;
  },
  rows: async (values, context) => {
    const { target, fields, common } = kindOf(values);
    const entity = entities.find(({ name }) => name === target);
    if (!entity) throw new Error(`There is no entity ${target}`);
    const rows = await rowsFrom(entity, fields, values, context);
    const shared = pick(values, common);
    return {
      target,
      fields,
      rows: rows.map((row) => ({ ...row, values: { ...row.values, ...shared } })),
    };
  },
  problems: async (values, rows, { db, locale }) => {
    if (kindOf(values) !== kinds[2]) return [];
    const count = await countChildLocks(db, Number(values.device_id));
    const remaining = Math.max(0, MAX_CHILD_LOCKS - count);
    if (rows.filter(isValidRow).length <= remaining) return [];
    const limit = serverLabel('childLocks', { max: MAX_CHILD_LOCKS });
    const there = serverLabel('childLocksThere', { count, room: remaining });
    return [limit, there].map((label) => textOf(label, locale));
  },
});

/** Digits of a card number. */
const LENGTH = 10;
/** `card_type` of a single card. Groups are made by hand. */
const SINGLE = 1;

/** Adds cards of consecutive numbers: the segment is fixed, the digits behind it count up. */
const cardBatch: Batch = {
  clean: (values) => values,
  rows: async ({ segment, first, amount, org_id }) => {
    const start = String(segment) + String(first).padStart(LENGTH - String(segment).length, '0');
    const numbers = consecutiveNumbers(start, Number(amount));
    const rows = numberRows('ic_no', numbers, { org_id, card_type: SINGLE });
    return { target: 'icCard', fields: ['ic_no'], rows };
  },
};

/** Splits a text that ends in digits into prefix and digits. */
const NUMBERED = /^(.*?)(\d+)$/s;

const partsOf = (first: string): [before: string, digits: string] => {
  const [, before, digits] = NUMBERED.exec(first) ?? [];
  if (before === undefined || digits === undefined)
    throw new TypeError(`${first} ends in no digit`);
  return [before, digits];
};

/** Returns how many numbers there are, from this one to the last with the same number of digits. */
export const remainingNumbers = (first: string): bigint => {
  const [, digits] = partsOf(first);
  return 10n ** BigInt(digits.length) - BigInt(digits);
};

/**
 * Returns consecutive numbers. The trailing digits count up and keep their leading zeros.
 * @param first ends in a digit; at least `amount` numbers must be left from it on
 */
export const consecutiveNumbers = (first: string, amount: number): string[] => {
  const [before, digits] = partsOf(first);
  const start = BigInt(digits);
  return Array.from(
    { length: amount },
    (_, i) => before + String(start + BigInt(i)).padStart(digits.length, '0'),
  );
};
