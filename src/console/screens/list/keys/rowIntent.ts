/** What a key asks of the rows. */
export type RowIntent =
  | { readonly do: 'move'; readonly to: number; readonly extend: boolean }
  | { readonly do: 'cell'; readonly to: number }
  | { readonly do: 'toggle' | 'open' | 'edit' | 'delete' | 'selectAll' };

export interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Where the keyboard is among the rows. */
export interface RowPlace {
  /** From 0. */
  readonly row: number;
  /** The cell, from 0; -1 for the row as a whole. */
  readonly cell: number;
  readonly rows: number;
  readonly cells: number;
}

/** Rows that PageUp and PageDown pass over. */
const LEAP = 10;

const within = (wished: number, count: number) => Math.min(count - 1, Math.max(0, wished));

const rowAfter = (key: string, { row, rows }: RowPlace): number | undefined => {
  switch (key) {
    case 'ArrowDown':
      return within(row + 1, rows);
    case 'ArrowUp':
      return within(row - 1, rows);
    case 'PageDown':
      return within(row + LEAP, rows);
    case 'PageUp':
      return within(row - LEAP, rows);
    case 'Home':
      return 0;
    case 'End':
      return rows - 1;
    default:
      return undefined;
  }
};

const OTHERS: Readonly<Record<string, Exclude<RowIntent['do'], 'move' | 'cell' | 'selectAll'>>> = {
  ' ': 'toggle',
  Enter: 'open',
  e: 'edit',
  E: 'edit',
  Delete: 'delete',
};

/** What a key means while a row or one of its cells has the focus; undefined when it is the browser's. */
export const rowIntent = (pressed: PressedKey, place: RowPlace): RowIntent | undefined => {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = pressed;
  if (altKey) return undefined;
  if (ctrlKey || metaKey)
    return key.toLowerCase() === 'a' && !shiftKey ? { do: 'selectAll' } : undefined;
  const to = rowAfter(key, place);
  if (to !== undefined) return { do: 'move', to, extend: shiftKey };
  if (key === 'ArrowRight') return { do: 'cell', to: within(place.cell + 1, place.cells) };
  if (key === 'ArrowLeft') return { do: 'cell', to: Math.max(-1, place.cell - 1) };
  const other = OTHERS[key];
  return other && { do: other };
};
