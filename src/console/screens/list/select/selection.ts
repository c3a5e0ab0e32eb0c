import type { Identifier } from 'ra-core';

/**
 * The selection after a row's box was pressed. With `last`, the row pressed before while Shift was held, every row
 * between the two follows the pressed one.
 */
export const pressed = (
  selected: readonly Identifier[],
  rows: readonly Identifier[],
  id: Identifier,
  last?: Identifier,
): Identifier[] => {
  const [from, to] = [rows.indexOf(last ?? id), rows.indexOf(id)];
  const range = from < 0 || to < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  const others = selected.filter((each) => !range.includes(each));
  return selected.includes(id) ? others : [...others, ...range];
};

/** Whether all, some or none of the rows in view are selected. */
export const selectionOf = (
  selected: ReadonlySet<Identifier>,
  rows: readonly Identifier[],
): 'all' | 'some' | 'none' => {
  const count = rows.filter((id) => selected.has(id)).length;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
};

/** The selection after the box over all rows was pressed; rows of other pages stay selected. */
export const allPressed = (
  selected: readonly Identifier[],
  rows: readonly Identifier[],
): Identifier[] => {
  const onPage = new Set(rows);
  const others = selected.filter((id) => !onPage.has(id));
  return selectionOf(new Set(selected), rows) === 'all' ? others : [...others, ...rows];
};

/**
 * The selection while it is extended by the keyboard: what was selected before, and every row from where the
 * extension began to where it has come.
 */
export const extended = (
  before: readonly Identifier[],
  rows: readonly Identifier[],
  began: number,
  come: number,
): Identifier[] => {
  const range = rows.slice(Math.min(began, come), Math.max(began, come) + 1);
  return [...before.filter((id) => !range.includes(id)), ...range];
};
