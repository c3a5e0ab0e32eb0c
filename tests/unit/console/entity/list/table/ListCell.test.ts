import { expect, it } from 'vitest';
import type { Field } from '../../../../../../src/config';
import { f } from '../../../../../../src/config';
import { sameCell } from '../../../../../../src/console/entity/list/table/ListCell';
import { choices } from '../../../../../../src/domain/label';

const state = choices([[1, 'One', '一']]);
const attended = { by: 'taken_by', done: ['state', 1] } as const;
const choice = f.choice(['State', '状态'], state, { attended });
const since = f.choice(['State', '状态'], state, { since: [1, 'since_time'] });
const place = f.placeName(['Place', '地点'], { names: 'position' });
const file = f.file(['File', '文件'], { nameIn: 'file_name' });
const ref = f.ref(['Lock', '设备'], 'device', { via: 'sn' });
const inline = f.text(['Name', '名称'], { inline: true });

it.each<[string, object, Record<string, unknown>, boolean]>([
  ['a choice after its alarm is taken', choice, { taken_by: 'Lin' }, false],
  ['a choice after its alarm is processed', choice, { state: 1 }, false],
  ['a choice that depends on another time', since, { since_time: 5 }, false],
  ['a place with another position', place, { position: { lat: 1, lon: 2 } }, false],
  ['a file with another name', file, { file_name: 'b.pdf' }, false],
  ['a reference with another title', ref, { sn: '2' }, false],
  ['an editable cell after its record changed', inline, { locked: true }, false],
  ['a changed value', choice, { value: 2 }, false],
  ['a choice after an unrelated change', choice, { battery: 40 }, true],
])('renders %s again only if the cell reads it', (_title, field, change, same) => {
  const record = { id: 1, value: 1 };
  const cell = { name: 'value', field: field as unknown as Field, lead: false };
  expect(sameCell({ ...cell, record }, { ...cell, record: { ...record, ...change } })).toBe(same);
});
