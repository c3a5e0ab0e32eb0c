import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '../sql/database';
import type { ColumnConditions, ColumnShape, IndexShape, TableShape } from './desiredTables';
import { placeOf, quoteIdentifier } from './identifier';
import type { DeclaredColumn } from './introspect';

/** Sentence about rows of a table. Table, key and condition are those of the database before the change. */
export interface RowCheck {
  readonly text: string;
  readonly table: string;
  readonly key: string;
  /** SQL condition. */
  readonly where: string;
  /** Holds even if there is no such row. */
  readonly always?: true;
  /** Further condition on the value of an expression, which SQL cannot judge. */
  readonly judge?: { readonly value: string; readonly refuses: (stored: unknown) => boolean };
}

/** Declared table that exists, as the checks see its rows before the change. */
export interface CheckedTable {
  readonly shape: TableShape;
  /** Name of the table before the change. */
  readonly current: string;
  /** Column declarations of the last start, by current names of the fields. */
  readonly declaredColumns: ReadonlyMap<string, DeclaredColumn>;
  /** Returns the value that a column will have, as an SQL expression of the row before the change. */
  readonly valueSql: (column: string) => string;
  /** True if the column exists before the change, with a type in which its values can be judged. */
  readonly exists: (column: string) => boolean;
}

export const keyColumn = ({ keyOf }: TableShape): string => keyOf?.column ?? 'id';

const checkOf =
  ({ shape, current }: CheckedTable) =>
  (text: string, where: string): RowCheck => ({
    text,
    table: current,
    key: keyColumn(shape),
    where,
  });

const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;

const hasText = ({ type }: ColumnShape): boolean =>
  /^(text|character varying)/.test(type) && !type.endsWith('[]');

/** Returns the refusal if rows share the values of a unique index that is to be created. */
export const duplicateCheck = (table: CheckedTable, index: IndexShape): RowCheck => {
  const values = index.columns.map((column) => {
    const value = table.valueSql(column);
    return index.caseless?.includes(column) ? `lower(${value})` : value;
  });
  const list = values.join(', ');
  const filled = values.map((value) => `${value} is not null`).join(' and ');
  const within = index.columns.length > 1 ? ` within ${index.columns[0]}` : '';
  return checkOf(table)(
    `${placeOf(table.shape, index.columns.at(-1))} is declared unique${within}, while rows share a value`,
    `(${list}) in (select ${list} from ${quoteIdentifier(table.current)} where ${filled} group by ${list} having count(*) > 1)`,
  );
};

/** Returns the refusal of values that a column of type `numeric(p,s)` would round or overflow. */
export const unfitCheck = (table: CheckedTable, column: string, type: string): RowCheck => {
  const [precision = 0, scale = 0] = (type.match(/\d+/g) ?? []).map(Number);
  const value = table.valueSql(column);
  return checkOf(table)(
    `${table.shape.name}.${column} has ${scale} decimal places and ${precision - scale} digits before them, while rows hold other values`,
    `(${value}) is not null and not (abs(${value}) < 1e${precision - scale} and round(${value}, ${scale}) = ${value})`,
  );
};

/** Returns the SQL of conditions on the columns of a row. As text, any value compares with any column. */
const conditionsOf = (
  { shape, valueSql }: CheckedTable,
  conditions: ColumnConditions = {},
): string[] =>
  Object.entries(conditions).map(([name, condition]) => {
    const value = `(${valueSql(name)})`;
    if (!('above' in condition)) {
      const texts = condition.map((each) => literal(String(each)));
      return `${value}::text in (${texts.join(', ')})`;
    }
    const isNumber = shape.columns.some(
      (each) =>
        each.name === name &&
        /^(smallint|integer|bigint|double precision|numeric.*)$/.test(each.type),
    );
    return isNumber ? `${value} > ${condition.above}` : 'false';
  });

/** Returns the notices of rows that keep a value which the declaration no longer accepts. */
export const noticesOf = (table: CheckedTable): RowCheck[] => {
  const { shape, declaredColumns } = table;
  const check = checkOf(table);
  return shape.columns.flatMap((column): RowCheck[] => {
    const { name, kind, required, requiredWhen, limits = [] } = column;
    if (table.exists(name) && kind === undefined) return [];
    const before = declaredColumns.get(name);
    const previous = before?.gone ? undefined : before;
    const value = table.valueSql(name);
    const place = placeOf(shape, name);
    const empty = `(${value}) is null${hasText(column) ? ` or (${value}) = ''` : ''}`;
    const isNews =
      !previous?.required &&
      (required ||
        (requiredWhen !== undefined && !isDeepStrictEqual(requiredWhen, previous?.requiredWhen)));
    return [
      ...(kind === 'series' && !table.exists(name)
        ? [check(`${place} is a series, and rows from before stay without a number`, 'true')]
        : []),
      ...(isNews
        ? [
            check(
              `${place} is required, and rows without a value stay until they are edited`,
              [`(${empty})`, ...conditionsOf(table, requiredWhen)].join(' and '),
            ),
          ]
        : []),
      ...limits
        .filter(
          ({ option, value: limit }) => table.exists(name) && previous?.limits?.[option] !== limit,
        )
        .map(({ option, value: limit, refuses }) => ({
          ...check(
            `${place}: ${option} ${limit} refuses values that stay until they are edited`,
            `(${value}) is not null`,
          ),
          judge: { value, refuses },
        })),
    ];
  });
};

/** Finds values that would lose their meaning: removed choices, references to another table. */
export const lossesOf = (
  table: CheckedTable,
  referredBefore: (column: string) => string | undefined,
): RowCheck[] => {
  const { shape, declaredColumns } = table;
  const check = checkOf(table);
  return shape.columns.flatMap(({ name, type, choices, refers }): RowCheck[] => {
    if (!table.exists(name)) return [];
    const previous = declaredColumns.get(name);
    const value = table.valueSql(name);
    const place = placeOf(shape, name);
    const referred = referredBefore(name) ?? previous?.refers;
    return [
      ...(choices
        ? choiceLosses({ place, value, isList: type.endsWith('[]') }, choices, previous)
        : []
      ).map(([text, where]) => check(text, where)),
      ...(refers !== undefined && referred !== undefined && refers !== referred
        ? [
            check(
              `${place} refers to ${referred} and is declared to refer to ${refers}, while rows hold a value`,
              `(${value}) is not null`,
            ),
          ]
        : []),
    ];
  });
};

/** Returns the sentence and the condition of each removed choice, or of all values if the field was no choice. */
const choiceLosses = (
  { place, value, isList }: { place: string; value: string; isList: boolean },
  choices: readonly (string | number)[],
  previous: DeclaredColumn | undefined,
): [text: string, where: string][] => {
  if (previous?.choices)
    return previous.choices
      .filter((choice) => !choices.includes(choice))
      .map((choice) => [
        `${place}: ${JSON.stringify(choice)} is no choice any more, while rows hold it`,
        isList ? `${literal(choice)} = any(${value})` : `(${value}) = ${literal(choice)}`,
      ]);
  if (previous?.kind === undefined || isList) return [];
  return [
    [
      `${place} is declared a choice, while rows hold other values`,
      `(${value}) not in (${choices.map(literal).join(', ')})`,
    ],
  ];
};

/** Limit of counting rows; beyond it the text says "more than". */
const COUNT_LIMIT = 100_000;

/** Number of rows that a sentence names. */
const NAMED_ROWS = 5;

interface FoundRows {
  readonly count: number;
  /** Keys of the first rows. */
  readonly keys: readonly number[];
}

/** Returns the sentence with the rows that it is about; undefined if there are none. */
export const describeCheck = async (db: Database, check: RowCheck): Promise<string | undefined> => {
  const { count, keys } = check.judge
    ? await judgeRows(db, check, check.judge)
    : await findRows(db, check);
  if (count === 0 && !check.always) return undefined;
  const rest = count > keys.length ? ' …' : '';
  return `${check.text} (${rowsText(count)}${keys.length > 0 ? `: ${check.key} ${keys.join(', ')}${rest}` : ''})`;
};

export const rowsText = (count: number): string => {
  if (count > COUNT_LIMIT) return `more than ${COUNT_LIMIT} rows`;
  return count === 1 ? '1 row' : `${count} rows`;
};

export const countRows = async (db: Database, table: string, where = 'true'): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${sql.table(table)} where ${sql.raw(where)} limit ${COUNT_LIMIT + 1}
    ) as found`.execute(db);
  return rows[0]?.count ?? 0;
};

const findRows = async (db: Database, { table, key, where }: RowCheck): Promise<FoundRows> => {
  const count = await countRows(db, table, where);
  if (count === 0) return { count, keys: [] };
  const { rows } = await sql<{ key: number }>`
    select ${sql.ref(key)} as key from ${sql.table(table)} where ${sql.raw(where)}
    order by 1 limit ${NAMED_ROWS}`.execute(db);
  return { count, keys: rows.map((row) => row.key) };
};

/** Rows that are read at once. */
const BATCH = 5_000;

const judgeRows = async (
  db: Database,
  { table, key, where }: RowCheck,
  { value, refuses }: NonNullable<RowCheck['judge']>,
): Promise<FoundRows> => {
  let count = 0;
  const keys: number[] = [];
  for (let last = Number.MIN_SAFE_INTEGER; ; ) {
    const { rows } = await sql<{ key: number; value: unknown }>`
      select ${sql.ref(key)} as key, ${sql.raw(value)} as value from ${sql.table(table)}
      where (${sql.raw(where)}) and ${sql.ref(key)} > ${last} order by 1 limit ${BATCH}`.execute(
      db,
    );
    for (const row of rows) {
      if (row.value === '' || !refuses(row.value)) continue;
      count += 1;
      if (keys.length < NAMED_ROWS) keys.push(row.key);
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH) return { count, keys };
    last = end.key;
  }
};
