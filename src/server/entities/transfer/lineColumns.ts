import type { AnyEntity, AnyField } from '../../../config';
import { labelWith } from '../../../domain/label';
import { lineEntity, lineInputs, linePath, linesIn } from '../../../fields/lines';
import type { Database, Row } from '../../db';
import { withItems } from '../dictionaries';
import { fieldsIn } from '../fieldsOf';
import type { SheetRow } from './sheetRows';
import type { Cell } from './workbook';

type Column = readonly [string, AnyField];

/** Field with lines, whose columns follow those of the record. */
export interface LineColumns {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** Returns a column of lines under the label of both: "Seals: Prefix". */
const headed = (lines: AnyField, [name, field]: Column): Column => [
  name,
  { ...field, label: labelWith(lines.label, field.label) },
];

const columnsOf = async (
  db: Database,
  columns: readonly Column[],
  columnsIn: (part: AnyEntity) => readonly Column[],
): Promise<LineColumns[]> => {
  const heads: LineColumns[] = [];
  for (const [name, field] of columns) {
    const part = lineEntity(field);
    if (!part) continue;
    const own = await withItems(db, columnsIn(part));
    heads.push({ name, columns: own.map((column) => headed(field, column)) });
  }
  return heads;
};

export const exportedLines = (db: Database, columns: readonly Column[]): Promise<LineColumns[]> =>
  columnsOf(db, columns, (part) => fieldsIn(part, 'export'));

/** Returns the columns of lines that an import can have. */
export const importedLines = (db: Database, columns: readonly Column[]): Promise<LineColumns[]> =>
  columnsOf(db, columns, lineInputs);

/**
 * Returns the rows of a record in a sheet: its own cells with those of its first lines, then a row for each further line
 * without cells of the record.
 */
export const rowsWithLines = (
  row: Row,
  own: readonly Cell[],
  lines: readonly LineColumns[],
  cellOf: (line: Row, column: Column) => Cell,
): Cell[][] => {
  const height = Math.max(1, ...lines.map(({ name }) => linesIn(row[name]).length));
  return Array.from({ length: height }, (_, i) => [
    ...(i === 0 ? own : own.map(() => null)),
    ...lines.flatMap(({ name, columns }) => {
      const line = linesIn(row[name])[i];
      return columns.map((column) => (line ? cellOf(line, column) : null));
    }),
  ]);
};

/** Returns the columns of lines as columns of a sheet, each named after both: `seals.prefix`. */
export const sheetColumnsOf = (lines: readonly LineColumns[]): Column[] =>
  lines.flatMap(({ name, columns }) =>
    columns.map(([inner, field]): Column => [`${name}.${inner}`, { ...field, required: false }]),
  );

/** Splits the values of a row into those of the record and those of its lines, by the field that has them. */
const splitRow = (values: Row, lines: readonly LineColumns[]) => {
  const own: Row = {};
  const byLines = new Map<string, Row>(lines.map(({ name }) => [name, {}]));
  for (const [path, value] of Object.entries(values)) {
    const [name = '', inner] = path.split('.');
    const line = byLines.get(name);
    if (line && inner !== undefined) line[inner] = value;
    else own[path] = value;
  }
  return { own, byLines };
};

/**
 * Joins the rows of a sheet to records with lines. A row belongs to the record above it if its cells of the record are
 * empty or equal.
 */
export const joinLines = (
  rows: readonly SheetRow[],
  lines: readonly LineColumns[],
): readonly SheetRow[] => {
  if (lines.length === 0) return rows;
  const records: { row: number; own: Row; values: Row; wrong: Row; lineRows: Row }[] = [];
  for (const { row, values, wrong } of rows) {
    const split = splitRow(values, lines);
    const errors = splitRow(wrong, lines);
    const above = records.at(-1);
    const isOwn = Object.keys(split.own).length + Object.keys(errors.own).length > 0;
    const isEqual = above && JSON.stringify(above.own) === JSON.stringify(split.own);
    const record =
      above && (!isOwn || isEqual)
        ? above
        : { row, own: split.own, values: { ...split.own }, wrong: { ...errors.own }, lineRows: {} };
    if (record !== above) records.push(record);
    for (const { name } of lines) {
      const line = split.byLines.get(name) ?? {};
      const lineErrors = errors.byLines.get(name) ?? {};
      if (Object.keys(line).length + Object.keys(lineErrors).length === 0) continue;
      const before = linesIn(record.values[name]);
      for (const [inner, why] of Object.entries(lineErrors))
        record.wrong[linePath(name, before.length, inner)] = why;
      record.values[name] = [...before, line];
      record.lineRows[name] = [...((record.lineRows[name] as number[]) ?? []), row];
    }
  }
  return records.map(({ own: _, ...record }) => record as SheetRow);
};

/** Returns the errors of a record by the rows in which they are. */
export const errorsByRow = ({ row, wrong, lineRows = {} }: SheetRow) => {
  const errors = new Map<number, Record<string, SheetRow['wrong'][string]>>();
  for (const [path, why] of Object.entries(wrong)) {
    const [name = '', index] = path.split('.');
    const at = lineRows[name]?.[Number(index ?? Number.NaN)] ?? row;
    errors.set(at, { ...errors.get(at), [path]: why });
  }
  return [...errors].map(([at, fields]) => ({ row: at, wrong: fields }));
};
