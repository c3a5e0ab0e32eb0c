import config from '../../../resources.config';
import { type AnyEntity, action, type Console, choices, entity, f } from '../../../src/config';

const tripState = choices([
  ['draft', 'Draft', '草稿'],
  ['lodged', 'Lodged', '已申报'],
  ['released', 'Released', '已放行'],
  ['stopped', 'Stopped', '已终止'],
]);

/** A trip freezes fields, then everything; its actions have effects of every kind. */
export const trip = entity('trip', ['Trip', '运单'], {
  fields: {
    number: f.text(['Number', '编号'], { required: true, max: 20, inline: true }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    device_id: f.ref(['Lock', '锁'], 'device', { via: 'sn' }),
    papers: f.text(['Papers', '单证'], { max: 20 }),
    state: f.choice(['State', '状态'], tripState),
    lodged_by: f.ref(['Lodged by', '申报人'], 'oper', { via: 'operName', on: ['list', 'show'] }),
    lodged_on: f.date(['Lodged on', '申报日期'], { on: ['list', 'show'] }),
    why: f.text(['Why', '原因'], { max: 8, unique: true, on: ['list', 'show'] }),
    written_by: f.text(['Written by', '填写人']),
    made: f.datetime(['Made', '时间'], { on: ['list', 'show'] }),
  },
  stamps: { written_by: '@name', made: '@now' },
  states: {
    field: 'state',
    start: 'draft',
    moves: {
      lodge: ['draft', 'lodged'],
      release: ['lodged', 'released'],
      stop: [['draft', 'lodged'], 'stopped'],
    },
    frozen: { lodged: ['device_id', 'number'], released: 'all', stopped: 'all' },
  },
  check: ({ state, papers, written_by }) => {
    if (state === 'lodged' && papers === 'none')
      return { papers: ['The papers are missing', '缺少随附单证'] };
    return papers && papers === written_by
      ? { papers: ['The writer cannot be the paper', '填写人不能作为单证'] }
      : undefined;
  },
  actions: {
    lodge: action(['Lodge', '申报'], {
      sets: { lodged_by: '@me', lodged_on: '@today' },
      posts: 'trip.lodged',
      notifies: { to: 'org', text: ['%{number} is %{state}', '%{number}：%{state}'] },
    }),
    release: action(['Release', '放行'], { sends: { command: 'seal', lock: 'device_id' } }),
    stop: action(['Stop', '终止'], {
      args: { why: f.text(['Reason', '原因'], { required: true, max: 40 }) },
      sets: { why: '@args.why' },
      notifies: { to: { field: 'lodged_by' }, text: ['%{number} was stopped', '%{number} 已终止'] },
    }),
    open: action(['Open', '开锁'], { sends: { command: 'unseal', lock: 'device_id' } }),
    unlink: action(['Unlink', '解除'], { sets: { device_id: null } }),
    relock: action(['Open another lock', '换锁解封'], {
      args: { lock: f.ref(['Lock', '设备'], 'device', { required: true }) },
      sets: { device_id: '@args.lock' },
      sends: { command: 'unseal', lock: 'device_id' },
    }),
  },
});

const visitState = choices([
  [0, 'Planned', '已计划'],
  [1, 'Done', '已完成'],
]);

/** A visit has numbers as states, and one action that leaves it where it is. */
export const visit = entity('visit', ['Visit', '维护'], {
  fields: {
    place: f.text(['Place', '地点'], { required: true }),
    note: f.text(['Note', '备注']),
    calls: f.number(['Calls', '次数'], { on: ['list'] }),
    made_on: f.date(['Made on', '日期'], { on: ['list', 'show'] }),
    state: f.choice(['State', '状态'], visitState),
  },
  stamps: { made_on: '@today' },
  states: {
    field: 'state',
    start: 0,
    moves: { finish: [0, 1], call: [0, 0], reopen: [1, 0] },
    frozen: { 1: ['place'] },
  },
  actions: {
    finish: action(['Finish', '完成']),
    call: action(['Call', '致电'], {
      sets: { calls: 1 },
      notifies: { to: 'org', text: ['%{place}, %{note}, called', '%{place}，%{note}，已致电'] },
    }),
    reopen: action(['Reopen', '重开'], {
      sets: { place: 'again' },
      notifies: { to: { role: 'Foreman' }, text: ['%{place} reopened', '%{place} 已重开'] },
    }),
    rename: action(['Rename', '改名'], { sets: { place: 'renamed' } }),
  },
});

const permitState = choices([
  ['open', 'Open', '有效'],
  ['shut', 'Shut', '失效'],
]);

/** A permit is frozen from the start, until an action opens it. */
export const permit = entity('permit', ['Permit', '许可'], {
  fields: {
    holder: f.text(['Holder', '持有人'], { required: true }),
    state: f.choice(['State', '状态'], permitState),
  },
  states: {
    field: 'state',
    start: 'shut',
    moves: { open: ['shut', 'open'], shut: ['open', 'shut'] },
    frozen: { shut: 'all' },
  },
  // Fails for a record without a state.
  check: ({ state, holder }) =>
    state !== 'shut' && holder === 'nobody'
      ? { holder: ['A permit in use needs a holder', '有效的许可需要持有人'] }
      : undefined,
  actions: { open: action(['Open', '生效']), shut: action(['Shut', '失效']) },
});

export const invented: readonly AnyEntity[] = [trip, visit, permit];

/** The shipped console with the three entities. */
export const withInvented: Console = {
  ...config,
  entities: [...config.entities, ...invented],
  pages: {
    ...config.pages,
    ...Object.fromEntries(invented.map(({ name }) => [`${name}List`, name])),
  },
};
