import { expect, test } from 'vitest';
import {
  addView,
  initialViewState,
  isNameAvailable,
  isViewModified,
  NO_VIEWS,
  removeView,
  type SavedViews,
  stateOfView,
  toggleDefaultView,
  updateView,
  type ViewContent,
} from '../../../../../../src/console/entity/list/state/savedViews';
import { lock } from '../../entities';

const content: ViewContent = {
  filter: { state: [1], heard_last: '7d' },
  sort: [{ field: 'charge', order: 'ASC' }],
  columns: ['sn', 'charge'],
};
const first = addView(NO_VIEWS, 'Sealed', { ...content, page: 4 } as ViewContent);
const two = addView(first.saved, 'All', { ...content, filter: {} });

test('adds a view with its own id, and only the view’s content', () => {
  expect([first.id, two.id]).toEqual(['1', '2']);
  expect(first.saved.views).toEqual([{ id: '1', name: 'Sealed', ...content }]);
  const afterRemoval = removeView(two.saved, '1');
  expect(addView(afterRemoval, 'Third', content).id).toBe('3');
});

test('changes and renames one view', () => {
  const renamed = updateView(two.saved, '2', { name: 'Everything' });
  const updated = updateView(renamed, '1', { columns: ['sn'] });
  expect(updated.views).toEqual([
    { id: '1', name: 'Sealed', ...content, columns: ['sn'] },
    { id: '2', name: 'Everything', ...content, filter: {} },
  ]);
});

test('opens the list with one view at most, and with none once it is deleted', () => {
  const opens = toggleDefaultView(two.saved, '1');
  expect(opens.opens).toBe('1');
  expect(toggleDefaultView(opens, '2').opens).toBe('2');
  expect(toggleDefaultView(opens, '1')).not.toHaveProperty('opens');
  expect(removeView(opens, '1')).not.toHaveProperty('opens');
  expect(removeView(opens, '2').opens).toBe('1');
  expect(initialViewState(lock, opens)).toEqual({ ...content, page: 1, view: '1' });
  expect(initialViewState(lock, two.saved)).toBeUndefined();
});

test.each([
  ['All', undefined, false],
  ['All', '2', true],
  ['New', undefined, true],
])('name %s for view %s is available: %s', (name, own, free) => {
  expect(isNameAvailable(two.saved, name, own)).toBe(free);
});

test('removes fields from a view that the entity no longer has', () => {
  const old: SavedViews['views'][number] = {
    id: '7',
    name: 'Old',
    filter: { gone: 1, state: [1], heard_last: '24h', heard_from: 5, charge_to: 20, id: [1, 2] },
    sort: [
      { field: 'gone', order: 'ASC' },
      { field: 'sn', order: 'DESC' },
    ],
    columns: ['gone', 'sn'],
  };
  expect(stateOfView(lock, old)).toEqual({
    filter: { state: [1], heard_last: '24h', heard_from: 5, charge_to: 20, id: [1, 2] },
    sort: [{ field: 'sn', order: 'DESC' }],
    columns: ['gone', 'sn'],
    page: 1,
    view: '7',
  });
  expect(stateOfView(lock, { ...old, sort: [{ field: 'gone', order: 'ASC' }] }).sort).toEqual([
    { field: 'id', order: 'DESC' },
  ]);
});

test.each([
  [{}, false],
  [{ filter: {} }, true],
  [{ sort: [{ field: 'charge', order: 'DESC' }] as const }, true],
  [{ columns: ['charge', 'sn'] }, true],
])('%j modifies the view: %s', (patch, different) => {
  expect(isViewModified(content, { ...content, ...patch })).toBe(different);
});
