import type { AnyEntity, Fields } from '../../../config';
import { formulaOf, isRecomputed } from '../../../fields/formulas';
import { lineEntity } from '../../../fields/lines';
import { columnType, LINE_COLUMNS, ownColumns } from '../tables/columns';
import { answerSql, type LinesSource } from '../tables/formula';
import { quoteIdentifier } from './identifier';

/** Returns the lines of a row for its formulas. @param base alias of the row */
export const linesSource =
  ({ fields }: AnyEntity, base: string): LinesSource =>
  (name) => {
    const part = lineEntity(fields[name]) as AnyEntity;
    const parent = `line.${quoteIdentifier(LINE_COLUMNS.parent)} = ${base}."id"`;
    return {
      rows: `${quoteIdentifier(part.table)} as line where ${parent}`,
      column: ownColumns(part, (column) => `line.${quoteIdentifier(column)}`),
    };
  };

/** Returns the computed columns that depend on lines. */
export const recomputedColumns = (entity: AnyEntity): string[] =>
  Object.keys(entity.fields as Fields).filter((name) => isRecomputed(entity, name));

/** Returns the statement that computes columns anew, of all rows or of those of a condition on `base`. */
export const recomputeSql = (entity: AnyEntity, names: readonly string[]): string => {
  const own = ownColumns(entity, (column) => `base.${quoteIdentifier(column)}`);
  const set = names.map((name) => {
    const type = columnType(entity.fields[name]);
    const value = answerSql(formulaOf(entity, name), own, type, linesSource(entity, 'base'));
    return `${quoteIdentifier(name)} = ${value}`;
  });
  return `update ${quoteIdentifier(entity.table)} as base set ${set.join(', ')}`;
};
