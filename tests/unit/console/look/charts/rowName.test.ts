import { expect, it } from 'vitest';
import { type AnyField, choices, entity, f } from '../../../../../src/config';
import { rowName } from '../../../../../src/console/look/charts/charts';

const state = choices([
  ['a', 'Open', '开'],
  ['b', 'Closed', '关'],
]);
const label = ['Title', '标题'] as const;
const items = [{ value: 'n', label: 'North' }];

it.each<[string, AnyField, object, string, string]>([
  ['a choice', f.choice(label, state), { title: 'a' }, 'Open', '开'],
  ['a boolean', f.boolean(label), { title: false }, 'No', '否'],
  [
    'a boolean without a value',
    f.boolean(label, { unset: ['Unknown', '未知'] }),
    {},
    'Unknown',
    '未知',
  ],
  ['an entry of a dictionary', f.dict(label, 'gate'), { title: 'n' }, 'North', 'North'],
  ['an entry that is gone', f.dict(label, 'gate'), { title: 'x' }, 'x', 'x'],
  ['a reference', f.ref(label, 'device', { via: 'sn' }), { title: 4, sn: 'H1' }, 'H1', 'H1'],
  ['nothing', f.text(label), {}, '7', '7'],
])('a bar is named by %s as its list shows it', (_, title, row, english, chinese) => {
  const thing = entity('thing', ['Thing', '物'], { fields: { title } });
  const names = (['en', 'zh'] as const).map((locale) =>
    rowName(thing, { id: 7, ...row }, locale, items),
  );
  expect(names).toEqual([english, chinese]);
});
