import { expect, test } from 'vitest';
import { rowIntent } from '../../../../../../src/console/entity/list/table/rowKeys';

const place = { row: 5, cell: -1, rows: 20, cells: 3 };

/** Builds the key event of `Shift+ArrowDown`. */
const press = (text: string) => {
  const keys = text.split('+');
  return {
    key: keys.at(-1) === 'Space' ? ' ' : (keys.at(-1) ?? ''),
    shiftKey: keys.includes('Shift'),
    ctrlKey: keys.includes('Ctrl'),
    metaKey: keys.includes('Meta'),
    altKey: keys.includes('Alt'),
  };
};
const move = (to: number, extend = false) => ({ do: 'move', to, extend });

test.each([
  ['ArrowDown', place, move(6)],
  ['ArrowUp', place, move(4)],
  ['Shift+ArrowDown', place, move(6, true)],
  ['ArrowDown', { ...place, row: 19 }, move(19)],
  ['ArrowUp', { ...place, row: 0 }, move(0)],
  ['PageDown', place, move(15)],
  ['PageDown', { ...place, row: 15 }, move(19)],
  ['PageUp', place, move(0)],
  ['Home', place, move(0)],
  ['End', place, move(19)],
  ['Shift+End', place, move(19, true)],
  ['ArrowRight', place, { do: 'cell', to: 0 }],
  ['ArrowRight', { ...place, cell: 2 }, { do: 'cell', to: 2 }],
  ['ArrowLeft', { ...place, cell: 0 }, { do: 'cell', to: -1 }],
  ['ArrowLeft', place, { do: 'cell', to: -1 }],
  ['Space', place, { do: 'toggle' }],
  ['Enter', place, { do: 'open' }],
  ['e', place, { do: 'edit' }],
  ['E', place, { do: 'edit' }],
  ['F2', { ...place, cell: 1 }, { do: 'editCell' }],
  ['Delete', place, { do: 'delete' }],
  ['Ctrl+a', place, { do: 'selectAll' }],
  ['Meta+a', place, { do: 'selectAll' }],
  ['Ctrl+Shift+a', place, undefined],
  ['Ctrl+c', place, undefined],
  ['Ctrl+ArrowDown', place, undefined],
  ['Alt+ArrowLeft', place, undefined],
  ['x', place, undefined],
  ['Tab', place, undefined],
])('maps %s at %j to its action', (keys, at, intent) => {
  expect(rowIntent(press(keys), at)).toEqual(intent);
});
