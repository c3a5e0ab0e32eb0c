import { compareTypes } from '../tables/columns';
import { type ColumnShape, keyName, type TableShape } from './desiredTables';
import { quoteIdentifier } from './identifier';
import type { ActualColumns, DeclaredColumn } from './introspect';

/** Column that gets another type, in which each value keeps its meaning. */
export interface ColumnConversion {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** SQL expression of the new value. */
  readonly to: (value: string) => string;
  readonly text: string;
}

/** Number types; each holds all values of those before it. */
const NUMBERS = ['smallint', 'integer', 'bigint', 'double precision'];

/** Kinds of one value and those of several of the same. */
const LISTS: Readonly<Record<string, string>> = {
  choice: 'choices',
  file: 'files',
  image: 'files',
  ref: 'refs',
  refTree: 'refs',
};

type Conversion = Pick<ColumnConversion, 'type' | 'to' | 'text'>;

/** Returns how the values become those of the declared column; undefined if one could lose its meaning. */
const conversionOf = (
  actual: string,
  { kind, refers, type }: ColumnShape,
  previous: DeclaredColumn,
  zone: string,
): Conversion | undefined => {
  const cast = (to: string): Conversion => ({
    type: to,
    to: (value) => `(${value})::${to}`,
    text: `becomes ${to}`,
  });
  const [from, to] = [NUMBERS.indexOf(actual), NUMBERS.indexOf(type)];
  if (from >= 0 && to > from) return cast(type);
  const isNumeric = from >= 0 || actual.startsWith('numeric');
  // Text has all digits of a double. `unfitCheck` judges them before the column rounds.
  if (isNumeric && type.startsWith('numeric'))
    return { ...cast(type), to: (value) => `(${value})::text::numeric` };
  // A limit of the column would cut. The limit of the field is judged apart.
  const isAmount = /^(number|decimal|money)$/.test(previous.kind ?? '');
  if (isNumeric && isAmount && kind === 'text') return cast('text');
  if (actual === 'date' && kind === 'datetime')
    return {
      type,
      to: (value) =>
        `(extract(epoch from (${value})::timestamp at time zone '${zone.replaceAll("'", "''")}') * 1000)::${type}`,
      text: `becomes ${type}: each day its midnight in ${zone}`,
    };
  const isList = kind !== undefined && LISTS[previous.kind ?? ''] === kind;
  if (!isList || !type.endsWith('[]') || previous.refers !== refers) return undefined;
  return {
    type,
    to: (value) => `case when (${value}) is not null then array[${value}]::${type} end`,
    text: `becomes ${type}: each value a list of one`,
  };
};

/**
 * Converts columns whose values keep their meaning in the declared type.
 * @returns the conversions, the statements, and the schema after them
 */
export const convertColumns = (shapes: readonly TableShape[], actual: ActualColumns) => {
  const conversions: ColumnConversion[] = [];
  const statements: string[] = [];
  const tables = new Map(actual.tables);
  const indexes = new Set(actual.indexes);
  const foreignKeys = new Map(actual.foreignKeys);
  for (const { name: table, columns } of shapes) {
    for (const shape of columns) {
      const there = tables.get(table);
      const type = there?.columns.get(shape.name);
      if (!there || type === undefined || compareTypes(type, shape.type) !== 'clash') continue;
      const previous = actual.declaredColumns.get(table)?.get(shape.name) ?? {};
      const conversion = conversionOf(type, shape, previous, actual.zone);
      if (!conversion) continue;
      conversions.push({ table, column: shape.name, ...conversion });
      tables.set(table, {
        ...there,
        columns: new Map([...there.columns, [shape.name, conversion.type]]),
      });
      const alter = `alter table ${quoteIdentifier(table)}`;
      const column = quoteIdentifier(shape.name);
      const key = keyName(table, shape.name);
      if (foreignKeys.delete(key))
        statements.push(`${alter} drop constraint ${quoteIdentifier(key)}`);
      // An index of the former type may not suit the new one; those that are declared are created afterwards.
      for (const [index, source] of actual.indexSources) {
        const isOurs = source.table === table && source.columns.includes(shape.name);
        const isExclusion = actual.exclusions.has(index);
        if (!isOurs || (actual.constraints.has(index) && !isExclusion)) continue;
        if (indexes.delete(index))
          statements.push(
            `${isExclusion ? `${alter} drop constraint` : 'drop index'} ${quoteIdentifier(index)}`,
          );
      }
      statements.push(
        `${alter} alter column ${column} drop default`,
        `${alter} alter column ${column} type ${conversion.type} using ${conversion.to(column)}`,
        ...(shape.initial === undefined
          ? []
          : [`${alter} alter column ${column} set default ${shape.initial}`]),
      );
    }
  }
  return { conversions, statements, actual: { ...actual, tables, indexes, foreignKeys } };
};
