import type { AnyEntity, AnyField, Field, Row } from '../../config';
import type { Locale } from '../../domain/label';
import { textOf } from '../../domain/label';
import { lineInputs, linesIn } from '../lines';
import { emptyValue, schemaOf } from '../schemas';

/** Lines in a form, each with a key that stays with it. */
export interface EditedLines {
  readonly lines: readonly Row[];
  readonly keys: readonly number[];
}

let lastKey = 0;

const nextKey = (): number => {
  lastKey += 1;
  return lastKey;
};

/** Returns the lines of a value with their keys, new ones if the value has other lines. */
export const keyed = (value: unknown, keys: readonly number[] = []): EditedLines => {
  const lines = linesIn(value);
  return { lines, keys: keys.length === lines.length ? keys : lines.map(nextKey) };
};

export const newLine = (part: AnyEntity): Row =>
  Object.fromEntries(
    lineInputs(part).map(([name, field]) => [name, field.initial ?? emptyValue(field)]),
  );

/** Adds an empty line at the end. */
export const addLine = ({ lines, keys }: EditedLines, part: AnyEntity): EditedLines => ({
  lines: [...lines, newLine(part)],
  keys: [...keys, nextKey()],
});

/** Changes values of a line. Unknown lines are left alone. */
export const setValues = (edited: EditedLines, key: number, values: Row): EditedLines => {
  const { lines, keys } = edited;
  const i = keys.indexOf(key);
  return i < 0 ? edited : { keys, lines: lines.with(i, { ...lines[i], ...values }) };
};

export const removeLine = ({ lines, keys }: EditedLines, key: number): EditedLines => {
  const i = keys.indexOf(key);
  return { lines: lines.filter((_, at) => at !== i), keys: keys.filter((_, at) => at !== i) };
};

/** Moves a line up or down. The first and the last stay where they are. */
export const moveLine = (edited: EditedLines, key: number, step: -1 | 1): EditedLines => {
  const { lines, keys } = edited;
  const [from, to] = [keys.indexOf(key), keys.indexOf(key) + step];
  const [moved, other] = [lines[from], lines[to]];
  if (!moved || !other) return edited;
  return {
    lines: lines.with(to, moved).with(from, other),
    keys: keys.with(to, key).with(from, Number(keys[to])),
  };
};

/** Returns the cells of rows copied from a spreadsheet; undefined for a text of a single cell. */
export const pastedCells = (text: string): string[][] | undefined => {
  if (!/[\t\n]/.test(text.replace(/\r?\n$/, ''))) return undefined;
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()));
};

/** Parses a pasted cell. An unreadable text stays, and its error is shown. */
const parseCell = (text: string, field: AnyField, locale: Locale): unknown => {
  if (text === '') return null;
  const { parse } = schemaOf(field);
  return parse ? (parse(text, field as Field, locale) ?? text) : text;
};

/** True if a row has the labels of the columns. */
const isHeader = (cells: readonly string[], columns: readonly (readonly [string, AnyField])[]) =>
  cells.some((cell) => cell !== '') &&
  cells.every((cell, i) => {
    const label = columns[i]?.[1].label;
    return cell === '' || label?.some((text) => text.toLowerCase() === cell.toLowerCase());
  });

/**
 * Pastes cells from a line and a column on. Rows after the last line are added, and a row of labels is left out. Cells
 * beyond the last column are ignored.
 * @param at line; undefined to add all
 */
export const pasteCells = (
  edited: EditedLines,
  part: AnyEntity,
  cells: readonly (readonly string[])[],
  { key, column, locale }: { key?: number; column?: string; locale: Locale },
): EditedLines => {
  const inputs = lineInputs(part);
  const columns = inputs.slice(
    Math.max(
      0,
      inputs.findIndex(([name]) => name === column),
    ),
  );
  const [head = []] = cells;
  const rows = isHeader(head, columns) ? cells.slice(1) : cells;
  const lines = [...edited.lines];
  const keys = [...edited.keys];
  const first = key === undefined ? lines.length : edited.keys.indexOf(key);
  for (const [i, row] of rows.entries()) {
    const values = Object.fromEntries(
      columns.flatMap(([name, field], at) => {
        const text = row[at];
        return text === undefined ? [] : [[name, parseCell(text, field, locale)]];
      }),
    );
    lines[first + i] = { ...(lines[first + i] ?? newLine(part)), ...values };
    // Inputs that show a text of their own begin anew.
    keys[first + i] = nextKey();
  }
  return { lines, keys };
};

/** Label of a value of a line, for screen readers. Lines count from 0. */
export const cellLabel = ({ label }: AnyField, index: number): readonly [string, string] => [
  `${textOf(label, 'en')}, line ${index + 1}`,
  `第 ${index + 1} 行${textOf(label, 'zh')}`,
];
