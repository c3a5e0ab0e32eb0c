import { action, choices, defineConsole, entity, f } from '../../../src/config';
import { shipped } from '../db/declared';

const state = choices([
  [0, 'Packed', '已打包'],
  [1, 'Sent', '已发出'],
]);

/** Entity with a rule, an action, a preview and figures of every kind. */
export const parcel = entity('parcel', ['Parcel', '包裹'], {
  fields: {
    code: f.text(['Code', '编号'], { required: true, unique: true, max: 10 }),
    weight: f.number(['Weight', '重量']),
    state: f.choice(['State', '状态'], state, { initial: 0 }),
    packed: f.date(['Packed', '打包日期']),
    locks: f.refs(['Locks', '锁'], 'device'),
    greeting: f.text(['Greeting', '寄语'], { virtual: true }),
    place: f.lngLat(['Place', '位置'], { virtual: true, columns: ['lat', 'lon'] }),
    lat: f.number(['Latitude', '纬度'], { min: -90, max: 90 }),
    lon: f.number(['Longitude', '经度'], { min: -180, max: 180 }),
    charge: f.number(['Charge', '电量'], { on: ['list', 'show'] }),
    create_time: f.datetime(['Created', '创建时间'], { on: ['list', 'filter', 'show'] }),
    sender: f.text(['Sender', '寄件人'], { on: ['show'] }),
  },
  stamps: { sender: '@name' },
  check: ({ code, sender }) =>
    sender && sender !== code ? undefined : { code: ['Name another', '请另填'] },
  actions: {
    send: action(['Send', '发出'], {
      when: { state: [0] },
      args: { carrier: f.text(['Carrier', '承运商'], { required: true }) },
      max: 5,
    }),
    label: action(['Label', '面单'], { on: 'row' }),
    lose: action(['Lose', '丢失']),
    forgotten: action(['Forgotten', '未实现']),
  },
  preview: true,
  counts: ['state', 'create_time', 'packed'],
  filter: ['code', 'state', 'locks', 'create_time'],
  sort: ['code', 'ASC'],
});

export const declared = defineConsole({ entities: [...shipped, parcel], pages: {} });
