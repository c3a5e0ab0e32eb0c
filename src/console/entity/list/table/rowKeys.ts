import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type Identifier, useListContext } from 'react-admin';
import { ownValue } from '../../../../domain/ownValue';
import { useWhyNot } from '../../../app';
import { MasterDetailContext, useScreen } from '../../screen';
import { extendRange } from '../state/selection';
import { treeIntent } from '../state/tree';
import { useEntityList, useListRows } from '../state/useEntityList';
import { INLINE_PENCIL } from './InlineEdit';

/** Controls in a row that do not use the arrow keys. */
const QUIET = 'a, input[type=checkbox]';

const numberIn = (element: Element | null | undefined, name: string): number =>
  Number(element?.getAttribute(name) ?? -1);

/**
 * Moves the focus among rows by a roving tab stop: Tab reaches one row, the arrow keys move it, and the keys of
 * `rowIntent` act on the row. The arrow keys also focus cells, which can be copied.
 */
export const useRowKeys = (
  body: RefObject<HTMLTableSectionElement | null>,
  cells: number,
  selectable: boolean,
) => {
  const { selectedIds, onSelect, onToggleItem } = useListContext();
  const rows = useListRows();
  const { treeNodes, toggleBranch } = useEntityList();
  const { entity, may, url, askDelete } = useScreen();
  const isMasterDetail = useContext(MasterDetailContext) !== null;
  const whyNot = useWhyNot(entity);
  const [focusedId, setFocusedId] = useState<Identifier>();
  const goal = useRef<{ row: number; cell: number }>(undefined);
  const extension = useRef<{ start: number; before: readonly Identifier[] }>(undefined);
  const ids = rows.map(({ id }) => id);
  const focusedRow = Math.max(0, focusedId === undefined ? 0 : ids.indexOf(focusedId));

  const focusGoal = () => {
    if (!goal.current) return;
    const { row, cell } = goal.current;
    const element = body.current?.querySelector<HTMLElement>(`tr[data-index="${row}"]`);
    if (!element) return;
    goal.current = undefined;
    (element.querySelector<HTMLElement>(`[data-cell="${cell}"]`) ?? element).focus();
  };
  // The virtualised row may not be rendered yet.
  useEffect(focusGoal);

  const go = (row: number, cell: number) => {
    goal.current = { row, cell };
    setFocusedId(ids[row]);
    focusGoal();
  };

  const extend = (from: number, to: number) => {
    extension.current ??= { start: from, before: selectedIds };
    const { before, start } = extension.current;
    onSelect(extendRange(before, ids, start, to));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const place = target.closest<HTMLElement>('tr[data-index]');
    const row = numberIn(place, 'data-index');
    const record = rows[row];
    if (event.defaultPrevented || !place || !record) return;
    const itself = target === place || target.hasAttribute('data-cell');
    if (!itself && !target.matches(QUIET)) return;
    const cell = numberIn(target.closest('[data-cell]'), 'data-cell');
    const branch =
      cell < 0 && itself ? treeIntent(event.key, treeNodes?.get(record.id)) : undefined;
    if (branch) {
      const above = treeNodes?.get(record.id)?.parent;
      if (branch !== 'parent') toggleBranch(record.id);
      else if (above !== undefined) go(ids.indexOf(above), -1);
      event.preventDefault();
      return;
    }
    const intent = rowIntent(event, { row, cell, rows: ids.length, cells });
    if (!intent || (!itself && intent.do !== 'move')) return;
    if (intent.do !== 'move' || !intent.extend) extension.current = undefined;
    switch (intent.do) {
      case 'move':
        if (intent.extend && selectable) extend(row, intent.to);
        go(intent.to, cell);
        if (isMasterDetail) url.select(ids[intent.to] ?? null);
        break;
      case 'cell':
        go(row, intent.to);
        break;
      case 'toggle':
        if (selectable) onToggleItem(record.id);
        break;
      case 'selectAll':
        if (selectable) onSelect([...new Set([...selectedIds, ...ids])]);
        break;
      case 'open':
        url.show(record.id);
        break;
      case 'editCell':
        place.querySelector<HTMLElement>(`[data-cell="${cell}"] .${INLINE_PENCIL}`)?.click();
        break;
      case 'edit':
        if (may.update && !whyNot.reason({ verb: 'update' }, record)) url.edit(record.id);
        break;
      case 'delete':
        if (may.delete && !whyNot.reason({ verb: 'delete' }, record)) askDelete([record]);
        break;
    }
    event.preventDefault();
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = event.target.closest('tr[data-index]');
    const record = rows[numberIn(row, 'data-index')];
    if (record) setFocusedId(record.id);
  };

  return { focusedRow, onKeyDown, onFocus };
};

type RowIntent =
  | { readonly do: 'move'; readonly to: number; readonly extend: boolean }
  | { readonly do: 'cell'; readonly to: number }
  | { readonly do: 'toggle' | 'open' | 'edit' | 'editCell' | 'delete' | 'selectAll' };

type PressedKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

interface RowPosition {
  /** Index from 0. */
  readonly row: number;
  /** Cell index, from 0; -1 for the whole row. */
  readonly cell: number;
  readonly rows: number;
  readonly cells: number;
}

/** Rows that PageUp and PageDown move by. */
const LEAP = 10;

const clampIndex = (index: number, count: number) => Math.min(count - 1, Math.max(0, index));

/** Returns the row that each key moves to, before it is clamped. */
const moves = ({ row, rows }: RowPosition): Readonly<Record<string, number>> => ({
  ArrowDown: row + 1,
  ArrowUp: row - 1,
  PageDown: row + LEAP,
  PageUp: row - LEAP,
  Home: 0,
  End: rows - 1,
});

const ACTION_KEYS: Readonly<
  Record<string, Exclude<RowIntent['do'], 'move' | 'cell' | 'selectAll'>>
> = {
  ' ': 'toggle',
  Enter: 'open',
  e: 'edit',
  E: 'edit',
  F2: 'editCell',
  Delete: 'delete',
};

/**
 * Returns the intent of a key while a row or one of its cells has the focus; undefined if the browser handles the key.
 */
export const rowIntent = (pressed: PressedKey, place: RowPosition): RowIntent | undefined => {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = pressed;
  if (altKey) return undefined;
  if (ctrlKey || metaKey)
    return key.toLowerCase() === 'a' && !shiftKey ? { do: 'selectAll' } : undefined;
  const to = ownValue(moves(place), key);
  if (to !== undefined) return { do: 'move', to: clampIndex(to, place.rows), extend: shiftKey };
  if (key === 'ArrowRight') return { do: 'cell', to: clampIndex(place.cell + 1, place.cells) };
  if (key === 'ArrowLeft') return { do: 'cell', to: Math.max(-1, place.cell - 1) };
  const other = ACTION_KEYS[key];
  return other && { do: other };
};
