import { choices, entity, f } from '../../../../src/config';

const state = choices(
  [
    [0, 'Open', '开'],
    [1, 'Sealed', '施封'],
  ],
  { 1: 'success' },
);

/** Entity with every option from which a screen is derived. */
export const lock = entity('lock', ['Lock', '锁'], {
  fields: {
    sn: f.text(['SN', '设备号'], { required: true, fixed: true, max: 8 }),
    name: f.text(['Name', '名称'], { max: 5 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    state: f.choice(['State', '状态'], state, { on: ['list', 'filter', 'show'] }),
    charge: f.battery(['Battery', '电量'], { on: ['list', 'filter', 'show'] }),
    heard: f.datetime(['Heard', '最近上报'], { on: ['list', 'filter', 'show'] }),
    secret: f.password(['Password', '密码'], { required: true }),
    count: f.number(['Count', '数量'], { initial: 3 }),
    raw: f.json(['Raw', '原文'], { on: ['show'] }),
  },
  list: ['sn', 'name', 'org_id', 'state', 'charge', 'heard', 'count'],
  columns: ['sn', 'name', 'state', 'charge'],
  filter: ['sn', 'state', 'charge', 'heard'],
  form: ['sn', ['name', 'org_id'], 'secret', ['state'], 'count'],
  sort: ['heard', 'DESC'],
  check: ({ sn, name }) => (sn === name ? { name: ['Like the SN', '与设备号相同'] } : undefined),
});

/** Entity of records by time. */
export const move = entity('move', ['Move', '移动'], {
  fields: {
    sn: f.text(['SN', '设备号']),
    at: f.datetime(['At', '时间']),
    speed: f.number(['Speed', '速度']),
  },
  record: { time: 'at' },
  title: 'at',
  filter: ['sn', 'at'],
});
