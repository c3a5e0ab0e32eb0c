import { expect, it } from 'vitest';
import { entity, f } from '../../../../src/config';
import { fullName, panelStates, recordName } from '../../../../src/console/app/record';
import { choices } from '../../../../src/domain/label';

const lock = entity('lock', ['Lock', '锁'], {
  fields: {
    sn: f.text(['SN', '设备号']),
    called: f.text(['Name', '名称'], { labels: [['Gate', '门']] }),
  },
  nameField: 'called',
});
const raised = entity('raised', ['Alarm', '报警'], {
  fields: { sn: f.text(['SN', '设备号']), text: f.text(['Text', '文本']) },
});
const place = entity('place', ['Place', '位置'], { fields: { label: f.text(['Name', '名称']) } });

const liveNames = (sn: string) => (sn === 'A1' ? 'Live name' : undefined);

it.each([
  ['its own name', lock, { id: 1, sn: 'A1', called: 'Truck 7' }, { name: 'Truck 7', code: 'A1' }],
  ['a known name', lock, { id: 1, sn: 'A1', called: 'Gate / 门' }, { name: '门', code: 'A1' }],
  ['no name at all', lock, { id: 1, sn: 'B2' }, { name: 'B2' }],
  ['a name equal to the SN', lock, { id: 1, sn: 'A1', called: 'A1' }, { name: 'A1' }],
  ['the name of its lock', raised, { id: 4, sn: 'A1' }, { name: 'Live name', code: 'A1' }],
  ['an unnamed lock', raised, { id: 4, sn: 'B2', text: 'Open' }, { name: 'B2' }],
  ['a record without a lock', place, { id: 9, label: 'Port', sn: 'A1' }, { name: 'Port' }],
] as const)('names a record by %s', (_, declared, record, expected) => {
  expect(recordName(declared, record, 'zh', liveNames)).toEqual(expected);
});

const state = choices(
  [
    [0, 'Open', '未处理'],
    [1, 'Done', '已处理'],
  ],
  { 0: 'error', 1: 'success' },
);
const job = entity('job', ['Job', '任务'], {
  fields: { name: f.text(['Name', '名称']), state: f.choice(['State', '状态'], state) },
});

it.each([
  ['a state', { state: 1 }, ['state']],
  ['no state that is normal', { state: 0 }, []],
  ['no empty state', { state: null }, []],
])('shows %s in a panel', (_, record, names) => {
  const states = panelStates(job, { id: 1, name: 'x', ...record }, { state: [0] });
  expect(states.map(({ name }) => name)).toEqual(names);
});

it('shows every state in a panel if the field declares no normal values', () => {
  expect(panelStates(job, { id: 1, state: 0 }, undefined)).toHaveLength(1);
});

it('writes the name before the SN', () => {
  expect(fullName({ name: 'Truck 7', code: 'A1' })).toBe('Truck 7 · A1');
  expect(fullName({ name: 'A1' })).toBe('A1');
});
