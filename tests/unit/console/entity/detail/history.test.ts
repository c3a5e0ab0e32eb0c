import { expect, test } from 'vitest';
import { action, defineConsole, entity, f, tab } from '../../../../../src/config';
import { historyChanges } from '../../../../../src/console/entity/detail/history';
import { detailTabs } from '../../../../../src/console/entity/detail/tabs';

const lock = entity('lock', ['Lock', '锁'], {
  fields: {
    sn: f.text(['SN', '设备号']),
    name: f.text(['Name', '名称'], { was: 'called' }),
  },
  actions: {
    rename: action(['Rename', '改名'], {
      args: { to: f.text(['To', '改为']), why: f.text(['Why', '原因']) },
      sets: { name: '@args.to' },
    }),
  },
  related: [{ entity: 'card', foreignField: 'lock_id', localField: 'id' }],
});
const card = entity('card', ['Card', '卡'], {
  fields: { no: f.text(['Number', '卡号']), lock_id: f.ref(['Lock', '锁'], 'lock') },
});
const operationLog = entity('operationLog', ['Log', '日志'], {
  fields: { at: f.datetime(['At', '时间']), title: f.text(['Title', '标题']) },
  record: { time: 'at' },
});
const declared = defineConsole({
  entities: [lock, card, operationLog],
  pages: {},
  tabs: { lock: { chart: tab(['Chart', '图表'], async () => ({ Tab: null })) } },
});

const changesOf = (row: object) =>
  historyChanges(lock, row as never).map(({ field, ...change }) => [field.label[0], change]);

test.each([
  [
    'a change with the old value',
    { operate_url: '/lock/update', request_body: { id: 1, name: 'b', before: { name: 'a' } } },
    [['Name', { name: 'name', value: 'b', before: 'a' }]],
  ],
  [
    'a change from a server without old values',
    { operate_url: '/lock/update', request_body: { id: 1, name: 'b' } },
    [['Name', { name: 'name', value: 'b' }]],
  ],
  [
    'a change of a field that was renamed since',
    { operate_url: '/lock/update', request_body: { called: 'b', before: { called: 'a' } } },
    [['Name', { name: 'name', value: 'b', before: 'a' }]],
  ],
  [
    'the arguments of an action',
    { operate_url: '/lock/rename', request_body: { ids: [1], to: 'c', name: 'x' } },
    [['To', { name: 'to', value: 'c' }]],
  ],
  [
    'what an action changed, and the arguments that are not stored',
    {
      operate_url: '/lock/rename',
      request_body: { ids: [1], to: 'b', why: 'worn' },
      changes: { called: 'b', sn: null, gone: 1, before: { called: 'a', sn: 'S', gone: 0 } },
    },
    [
      ['Name', { name: 'name', value: 'b', before: 'a' }],
      ['SN', { name: 'sn', value: null, before: 'S' }],
      ['Why', { name: 'why', value: 'worn' }],
    ],
  ],
  [
    'the values of an imported row',
    { operate_url: '/lock/import', request_body: { path: 'x', sn: 'no' }, changes: { name: 'b' } },
    [['Name', { name: 'name', value: 'b' }]],
  ],
  ['nothing if the body was not logged', { operate_url: '/lock/update', request_body: null }, []],
])('the history of a record shows %s', (_, row, changes) => {
  expect(changesOf(row)).toEqual(changes);
});

test.each([
  ['lock', ['operationLog', 'card'], ['chart', 'card', 'history']],
  ['lock', ['card'], ['chart', 'card']],
  ['lock', [], ['chart']],
  ['card', ['operationLog'], ['history']],
  ['operationLog', ['operationLog'], []],
])('the detail of %s for a role that reads %o has the tabs %o', (name, readable, keys) => {
  const of = declared.entities.find((each) => each.name === name) as typeof lock;
  expect(detailTabs(of, declared, new Set(readable)).map(({ key }) => key)).toEqual(keys);
});
