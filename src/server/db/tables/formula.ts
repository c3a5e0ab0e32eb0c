import type { Expression } from '../../../config';

export interface ReadColumn {
  readonly sql: string;
  /** Canonical type. */
  readonly type: string;
}

/** Returns a field of the record or, with `of`, of the record that this reference names. */
export type ColumnOf = (name: string, of?: string) => ReadColumn;

/** Quotient to the places of `domain/exact`, because `numeric` itself keeps 16 digits; null if the divisor is zero. */
export const QUOTIENT_FUNCTION = `
  create or replace function formula_quotient(dividend numeric, divisor numeric) returns numeric
  immutable parallel safe language sql as $$
    select sign(dividend) * sign(divisor)
      * div(2 * abs(dividend) * 1e10 + abs(nullif(divisor, 0)), 2 * abs(nullif(divisor, 0)))
      * 1e-10
  $$`;

/** Returns the rows of the lines of a record as `line`, and the columns of one. */
export type LinesSource = (name: string) => { readonly rows: string; readonly column: ColumnOf };

/** True if a statement uses the function that a migration, after the tables, adds. */
export const dividesExactly = (statement: string): boolean =>
  statement.includes('formula_quotient(');

const DAY = '86400000';

const NOW = '(extract(epoch from now()) * 1000)::bigint::numeric';

const literal = (value: string | number | boolean | null): string => {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return typeof value === 'number' ? `${value}::numeric` : String(value);
};

const NUMBERS = ['smallint', 'integer', 'bigint', 'real', 'double precision'];

/** Reads numbers as exact ones. The shortest text of a double is its exact value in JavaScript too. */
const readSql = ({ sql, type }: ReadColumn): string => {
  if (type === 'real' || type === 'double precision') return `${sql}::text::numeric`;
  return NUMBERS.includes(type) ? `${sql}::numeric` : sql;
};

const isDay = (tree: Expression | undefined, column: ColumnOf, line?: ColumnOf): boolean => {
  if (!tree || 'value' in tree || 'lines' in tree) return false;
  if ('line' in tree) return line?.(tree.line).type === 'date';
  if ('field' in tree)
    return column(tree.field, 'of' in tree ? tree.of : undefined).type === 'date';
  return (
    tree.fn === 'today' ||
    (['plusDays', 'orElse'].includes(tree.fn) && isDay(tree.args[0], column, line))
  );
};

/** SQL of the current day and of epoch ms. */
interface ClockSql {
  readonly today: string;
  readonly now: string;
}

const SERVER_CLOCK: ClockSql = { today: 'server_today()', now: NOW };

/** Returns the clock of a task. @param today `yyyy-MM-dd` @param now epoch ms */
export const clockSql = (today: string, now: number): ClockSql => ({
  today: `date '${today}'`,
  now: `${now}::numeric`,
});

/**
 * Translates a formula to SQL of the same answer. The result is null if it is unknown.
 * @param lines returns the lines of the record, if the formula may read them
 * @param line returns a column of the line, within a value of lines
 */
export const formulaSql = (
  tree: Expression,
  column: ColumnOf,
  clock = SERVER_CLOCK,
  lines?: LinesSource,
  line?: ColumnOf,
): string => {
  if ('value' in tree) return literal(tree.value);
  if ('line' in tree) return line ? readSql(line(tree.line)) : 'null';
  if ('lines' in tree) return linesSql(tree, column, clock, lines);
  if ('field' in tree) return readSql(column(tree.field, 'of' in tree ? tree.of : undefined));
  const [one = 'null', ...others] = tree.args.map((part) =>
    formulaSql(part, column, clock, lines, line),
  );
  const [other = 'null'] = others;
  const ofDays = isDay(tree.args[0], column, line);
  switch (tree.fn) {
    case 'today':
      return clock.today;
    case 'now':
      return clock.now;
    case 'filled':
      return `(${one} is not null)`;
    case 'not':
      return `(not ${one})`;
    case 'is':
      return `(${one} in (${others.join(', ')}))`;
    case 'orElse':
      return `coalesce(${one}, ${other})`;
    case 'rounded':
      return `round(${one}, (${other})::integer)`;
    case '/':
      return `formula_quotient(${one}, ${other})`;
    case 'daysTo':
      return ofDays ? `(${other} - ${one})::numeric` : `floor((${other} - ${one}) / ${DAY})`;
    case 'plusDays':
      return ofDays ? `(${one} + round(${other})::integer)` : `(${one} + round(${other}) * ${DAY})`;
    default:
      return `(${one} ${tree.fn} ${other})`;
  }
};

const linesSql = (
  { lines: name, take, each }: Extract<Expression, { readonly lines: string }>,
  column: ColumnOf,
  clock: ClockSql,
  lines: LinesSource | undefined,
): string => {
  if (!lines) return 'null';
  const source = lines(name);
  const value = each && formulaSql(each, column, clock, lines, source.column);
  const answers: Readonly<Record<typeof take, string>> = {
    sum: `coalesce(sum(${value}), 0)`,
    min: `min(${value})`,
    max: `max(${value})`,
    count: `count(*)${value ? ` filter (where ${value})` : ''}::numeric`,
  };
  return `(select ${answers[take]} from ${source.rows})`;
};

/** Casts the answer of a formula to the type of its column. */
export const answerSql = (
  tree: Expression,
  column: ColumnOf,
  type: string,
  lines?: LinesSource,
): string => `(${formulaSql(tree, column, SERVER_CLOCK, lines)})::${type}`;
