import { expect, it } from 'vitest';
import { f } from '../../../../../src/config';
import { saveWarnings } from '../../../../../src/console/entity/form/values';
import { schemaOf } from '../../../../../src/fields';

const grants = f.grants(['Permissions', '权限']);
const rows = [
  [{ name: 'title', field: f.text(['Title', '标题']) }],
  [{ name: 'grants', field: grants }],
];

it.each([null, undefined, { menus: [], buttons: [] }])(
  'warns before saving a role with %j',
  (value) => {
    expect(saveWarnings(rows, { title: 'Gate', grants: value })).toEqual([
      schemaOf(grants).saveWarning?.(value),
    ]);
  },
);

it.each([
  { menus: [1], buttons: [] },
  { menus: [], buttons: [2] },
])('saves a role with %j without a warning', (value) => {
  expect(saveWarnings(rows, { title: '', grants: value })).toEqual([]);
});

it('does not warn about an input that the form hides', () => {
  const hidden = [[{ name: 'grants', field: { ...grants, when: { title: ['Gate'] } } }]];
  expect(saveWarnings(hidden, { title: 'Yard', grants: null })).toEqual([]);
  expect(saveWarnings(hidden, { title: 'Gate', grants: null })).toHaveLength(1);
});
