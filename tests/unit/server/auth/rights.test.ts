import { describe, expect, it } from 'vitest';
import { command, defineConsole, entity, f, page } from '../../../../src/config';
import { actionsOf, isGranted, resolveGrants } from '../../../../src/server/auth';
import { buttonsOf } from '../../../../src/server/auth/actions';
import { ALL_GRANTS } from '../../../../src/server/auth/rights';

const maker = entity('maker', ['Maker', '厂家'], { fields: { name: f.text(['Name', '名称']) } });
const history = entity('history', ['History', '历史'], {
  fields: {
    at: f.datetime(['Time', '时间']),
    who: f.ref(['Who', '谁'], 'person'),
  },
  record: { time: 'at' },
});
const person = entity('person', ['Person', '人员'], {
  fields: { name: f.text(['Name', '姓名']) },
  api: { list: '/people' },
});
const device = entity('device', ['Device', '设备'], {
  fields: {
    sn: f.text(['SN', '设备号']),
    maker_id: f.ref(['Maker', '厂家'], 'maker'),
    parent_id: f.refTree(['Parent', '上级'], 'device'),
  },
  commands: {
    seal: command(['Seal', '施封']),
    upgrade: command(['Upgrade', '升级'], {
      args: { version_id: f.ref(['Version', '版本'], 'version', { required: true }) },
    }),
  },
  related: [
    { entity: 'history', foreignField: 'at', localField: 'sn' },
    { entity: 'deviceLocationRecord', foreignField: 'at', localField: 'sn', granted: true },
  ],
});
const version = entity('version', ['Version', '版本'], {
  fields: { name: f.text(['Name', '名称']) },
});
const tickets = entity('appointmentCommandRecord', ['Command', '指令'], {
  fields: { at: f.datetime(['Time', '时间']) },
  record: { time: 'at', updated: true },
});
const places = entity('deviceLocationRecord', ['Place', '位置'], {
  fields: { at: f.datetime(['Time', '时间']) },
  record: { time: 'at' },
});
const load = async () => ({ Page: null });
const plant = entity('plant', ['Plant', '工厂'], {
  fields: { device_id: f.ref(['Lock', '锁'], 'device') },
});
const config = defineConsole({
  entities: [maker, plant, history, person, device, version, tickets, places],
  pages: {
    device: 'device',
    person: 'person',
    tickets: 'appointmentCommandRecord',
    places: 'deviceLocationRecord',
    map: page(load, ['device']),
    people: page(load, ['history']),
    about: load,
    live: page(load, [], [], { live: true }),
    makers: 'plant',
  },
});

describe('isGranted', () => {
  it.each([
    [[], [], '/device/list', false],
    [['device'], [], '/device/list', true],
    [['device'], [], '/device/get', true],
    [['device'], [], '/maker/list', true],
    [['device'], [], '/history/list', true],
    [['device'], [], '/version/list', false],
    [['device'], ['/command/upgrade'], '/version/list', true],
    [['person'], [], '/version/list', false],
    [['device'], [], '/people', false],
    [['device'], [], '/device/add', false],
    [['device'], [], '/device/export', false],
    [['device'], [], '/command/seal', false],
    [['device'], [], '/live/snapshot', true],
    [['device'], [], '/live/changes', true],
    [['device'], [], '/track/get', false],
    [['device'], [], '/deviceLocationRecord/list', false],
    [['places'], [], '/deviceLocationRecord/list', true],
    [['places'], [], '/track/get', true],
    [['places'], [], '/track/limits', true],
    [['device'], [], '/track/outline', false],
    [['places'], [], '/track/outline', true],
    [['device'], [], '/track/sums', false],
    [['places'], [], '/track/sums', true],
    [['device'], [], '/file/upload', false],
    [['map'], [], '/device/list', true],
    [['map'], [], '/maker/get', false],
    [['map'], [], '/history/list', false],
    [['map'], [], '/live/changes', true],
    [['people'], [], '/history/list', true],
    [['people'], [], '/people', false],
    [['person'], [], '/people', true],
    [['person'], [], '/person/list', false],
    [['person'], [], '/person/get', true],
    [['person'], [], '/live/snapshot', false],
    [['about'], [], '/device/list', false],
    [['live'], [], '/live/snapshot', true],
    [['live'], [], '/device/list', false],
    [['makers'], [], '/device/list', true],
    [['makers'], [], '/live/snapshot', false],
    [['nothing', '0'], [], '/device/list', false],
    [[], ['/device/add'], '/device/add', true],
    [[], ['/device/add'], '/device/list', false],
    [[], ['/device/add'], '/file/upload', false],
    [[], ['/device/import'], '/file/upload', true],
    [[], ['/command/seal'], '/command/seal', true],
    [[], ['/command/seal'], '/command/unseal', false],
    [[], ['/device/add'], '/device/add/', false],
  ])(
    'with the menus %j and buttons %j decides on %s: %s',
    (menuUrls, actionUrls, path, expected) => {
      expect(isGranted(resolveGrants(config, { menuUrls, actionUrls }), path)).toBe(expected);
    },
  );

  it('allows the system administrator everything', () => {
    expect(isGranted(ALL_GRANTS, '/anything/at/all')).toBe(true);
  });
});

describe('grantable actions', () => {
  it.each([
    [
      device,
      [
        'device:add',
        'device:update',
        'device:delete',
        'device:export',
        'device:import',
        'device:seal',
        'device:upgrade',
      ],
    ],
    [history, ['history:export']],
    [
      tickets,
      [
        'appointmentCommandRecord:export',
        'appointmentCommandRecord:cancel',
        'appointmentCommandRecord:resend',
      ],
    ],
  ])('exclude reading', (declared, codes) => {
    expect(actionsOf(declared).map(({ code }) => code)).toEqual(codes);
  });

  it('name their entity if it has no page of its own', () => {
    expect(buttonsOf(config, device)[0]?.label).toEqual(['Add', '新增']);
    expect(buttonsOf(config, maker)[0]?.label).toEqual(['Maker: Add', '厂家：新增']);
  });

  it('name the path of their call', () => {
    expect(actionsOf(device).find(({ code }) => code === 'device:seal')?.path).toBe(
      '/command/seal',
    );
    expect(actionsOf(device).find(({ code }) => code === 'device:add')?.path).toBe('/device/add');
  });
});
