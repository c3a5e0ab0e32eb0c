import { useTheme } from '@mui/material';
import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useDeferredValue } from 'react';
import { cellPadding, type RowDensity } from '../state/columns';
import { VIRTUALISE_ABOVE } from '../state/paging';

/** Extra rows above and below the viewport, so that fast scrolling shows no gaps. The first paint has fewer. */
const OVERSCAN = 12;
const FIRST_OVERSCAN = 6;

/** Estimated height of a row without its padding, px; each rendered row is measured. */
const LINE = 29;

interface Options {
  readonly count: number;
  /** Index of the focused row; -1 for none. */
  readonly focusedRow: number;
  readonly density: RowDensity;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Virtualises a long page; shorter ones are rendered as a whole. */
export const useRowWindow = ({ count, focusedRow, density, scroller }: Options) => {
  const windowed = count > VIRTUALISE_ABOVE;
  const size = useTheme().density.cell;
  const virtualizer = useVirtualizer({
    enabled: windowed,
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE + 2 * cellPadding(density, size),
    overscan: useDeferredValue(OVERSCAN, FIRST_OVERSCAN),
    rangeExtractor: useCallback(
      (range: Range) => withFocusedRow(defaultRangeExtractor(range), focusedRow),
      [focusedRow],
    ),
  });
  if (!windowed) {
    const rows = Array.from({ length: count }, (_, index) => ({ index, gap: 0 }));
    return { windowed, rows, after: 0, measure: undefined };
  }
  const rendered = renderedRows(virtualizer.getVirtualItems(), virtualizer.getTotalSize());
  return { windowed, ...rendered, measure: virtualizer.measureElement };
};

/**
 * Returns the rows to render with the gaps before each, px, and the gap after the last one.
 * @param whole height of all rows, px
 */
export const renderedRows = (
  items: readonly Pick<VirtualItem, 'index' | 'start' | 'end'>[],
  whole: number,
) => {
  const rows = items.map(({ index, start }, i) => ({
    index,
    gap: start - (items[i - 1]?.end ?? 0),
  }));
  return { rows, after: whole - (items.at(-1)?.end ?? 0) };
};

/** Returns the indexes to render: the rows in view and the focused one, in order. */
export const withFocusedRow = (inView: readonly number[], focusedRow: number): number[] =>
  focusedRow < 0 || inView.includes(focusedRow)
    ? [...inView]
    : [...inView, focusedRow].sort((a, b) => a - b);
