import { action, choices, command, defineConsole, entity, f, page } from '../../../../src/config';

const kinds = choices([
  [1, 'One', '一'],
  [2, 'Two', '二'],
]);

const org = entity('org', ['Organisation', '机构'], {
  fields: { org_name: f.text(['Name', '名称'], { required: true }) },
});

const lock = entity('lock', ['Lock', '锁'], {
  fields: {
    sn: f.text(['SN', '设备号'], { required: true, fixed: true }),
    name: f.text(['Name', '名称']),
    status: f.choice(['Kind', '类型'], kinds),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    report_time: f.datetime(['Reported', '上报时间']),
    due: f.date(['Due', '到期']),
    electric: f.battery(['Battery', '电量'], { on: ['list', 'show'] }),
    pin: f.password(['PIN', '密码'], { on: ['create', 'edit'] }),
  },
  live: 'sn',
  related: [{ entity: 'history', foreignField: 'sn', localField: 'sn' }],
  commands: {
    openingCode: command(['Opening code', '开锁密码'], {
      args: { code: f.password(['Code', '密码']), hours: f.number(['Hours', '小时']) },
    }),
  },
  actions: {
    reset: action(['Reset', '重置'], {
      args: { pin: f.password(['PIN', '密码']), note: f.text(['Note', '备注']) },
    }),
  },
});

const history = entity('history', ['History', '历史'], {
  fields: { sn: f.text(['SN', '设备号']) },
});

const card = entity('card', ['Card', '卡'], {
  fields: {
    ic_no: f.text(['Number', '卡号']),
    lock_id: f.ref(['Lock', '锁'], 'lock'),
    owner: f.ref(['Owner', '主卡'], 'card'),
    owners: f.refs(['Owners', '主卡'], 'card'),
  },
  key: 'ic_no',
  api: { list: '/card/findByPage', update: '/card/change' },
});

const spot = entity('spot', ['Spot', '地点'], {
  fields: {
    label: f.text(['Label', '标签']),
    place: f.lngLat(['Place', '位置'], { virtual: true, columns: ['lat', 'lon'] }),
    lat: f.number(['Latitude', '纬度']),
    lon: f.number(['Longitude', '经度']),
  },
});

const visit = entity('visit', ['Visit', '巡检'], {
  fields: { what: f.text(['What', '内容']), day: f.date(['Day', '日期']) },
  stamps: { day: '@today' },
  actions: {
    close: action(['Close', '结束'], { sets: { day: '@today' } }),
    open: action(['Open', '重开'], { sets: { what: null } }),
  },
});

/** Small console with one of every feature that the data folder handles specially. */
export const declared = defineConsole({
  entities: [org, lock, history, card, spot, visit],
  pages: {
    lock: 'lock',
    card: 'card',
    chart: page(() => Promise.resolve({ Page: null }), ['lock']),
  },
  menus: [{ code: 'locks', label: ['Locks', '锁列表'], icon: 'lock', url: 'lock' }],
});

/** Console of the same declarations for a customer's server. */
export const foreign = {
  ...declared,
  wire: {
    ...declared.wire,
    pageNum: 'page',
    pageSize: 'rows',
    firstPage: 0 as const,
    sortField: 'sidx',
    sortOrder: 'sord',
    descending: 'DESC',
    from: 'Start',
    to: 'End',
    list: 'records',
    total: 'count',
    id: 'pk',
    ids: 'pks',
    before: '',
    sortJoiner: '',
    exportJobs: false,
  },
};
