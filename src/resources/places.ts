import { entity, f, readViews } from '../config';
import { fenceType, POINT_RADIUS, shapeError } from '../domain/fence';

const PLACED = { integer: false, on: ['filter'] } as const;

/** Bounding box of a fence, degrees. The server computes it; maps filter by it to load the visible fences. */
const box = {
  south: f.number(['South', '南'], PLACED),
  west: f.number(['West', '西'], PLACED),
  north: f.number(['North', '北'], PLACED),
  east: f.number(['East', '东'], PLACED),
};

export const fence = entity('fence', ['Geofence', '围栏'], {
  noun: ['geofence |||| geofences', '围栏'],
  fields: {
    fence_name: f.text(['Geofence', '围栏名称'], {
      required: true,
      unique: 'org',
      max: 60,
    }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { required: true, via: 'org_name' }),
    fence_type: f.choice(['Type', '围栏类型'], fenceType, { required: true }),
    fence_context: f.geometry(['Shape', '围栏范围'], {
      required: true,
      kindIn: 'fence_type',
      radius: 'radius',
      color: 'color',
    }),
    radius: f.radius(['Radius', '半径'], {
      required: true,
      when: { fence_type: ['circle', 'line'] },
      help: ['The width on each side of the line', '线路两侧各自的宽度'],
      helpWhen: { fence_type: ['line'] },
    }),
    is_show: f.boolean(['Shown on maps', '地图显示'], { initial: true }),
    is_enter: f.boolean(['Alarm on entering', '进入报警'], { initial: true }),
    is_leave: f.boolean(['Alarm on leaving', '离开报警'], { initial: false }),
    color: f.color(['Colour', '颜色']),
    devices: f.refs(['Devices', '设备'], 'device', {
      max: 500,
      help: [
        'Applies to all devices unless you choose devices or organisations',
        '设备和机构均不选时对全部设备生效',
      ],
    }),
    orgs: f.refs(['Organisations', '适用机构'], 'org', { max: 100 }),
    alarm_time: f.weekTimes(['Days and hours', '报警时段'], {
      help: ['Leave empty for all times', '留空则始终生效'],
    }),
    remark: f.text(['Remark', '备注'], { max: 200 }),
    ...box,
    create_time: f.datetime(['Created', '创建时间'], { on: readViews }),
  },
  list: [
    'fence_name',
    'org_id',
    'fence_type',
    'is_enter',
    'is_leave',
    'is_show',
    'fence_context',
    'radius',
    'color',
    'devices',
    'orgs',
    'alarm_time',
    'remark',
    'create_time',
  ],
  columns: ['fence_name', 'fence_type', 'is_enter', 'is_leave', 'is_show', 'org_id'],
  filter: ['fence_name', 'fence_type', 'org_id', 'devices'],
  form: [
    ['fence_name', 'org_id'],
    ['fence_type', 'radius'],
    'fence_context',
    ['is_enter', 'is_leave'],
    ['is_show', 'color'],
    'devices',
    'orgs',
    'alarm_time',
    'remark',
  ],
  check: shapeError,
  sort: ['create_time', 'DESC'],
  related: [
    {
      entity: 'alertRecord',
      foreignField: 'fence_id',
      localField: 'id',
      label: ['Alarms', '报警'],
      empty: ['No alarms at this geofence.', '该围栏没有报警。'],
      granted: true,
    },
  ],
  empty: [
    'Draw a geofence on the map, or import some. Locks that enter or leave it raise an alarm.',
    '在地图上绘制围栏或批量导入：设备进入或离开时将触发报警。',
  ],
  menu: { group: 'operation', icon: 'fence' },
});

const coordinate = {
  required: true,
  on: ['filter', 'create', 'edit', 'export', 'import'],
} as const;

export const interestPoint = entity('interestPoint', ['Point of interest', '兴趣点'], {
  noun: ['point of interest |||| points of interest', '兴趣点'],
  fields: {
    interest_name: f.text(['Name', '名称'], {
      required: true,
      unique: 'org',
      max: 60,
    }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { required: true, via: 'org_name' }),
    place_name: f.placeName(['Place', '位置'], { names: 'place', virtual: true, on: readViews }),
    place: f.lngLat(['Coordinates', '坐标'], {
      virtual: true,
      columns: ['lat', 'lng'],
      on: ['create', 'edit', 'list', 'show'],
      required: true,
    }),
    lng: f.number(['Longitude', '经度'], { ...coordinate, min: -180, max: 180, indexed: true }),
    lat: f.number(['Latitude', '纬度'], { ...coordinate, min: -90, max: 90 }),
    radius: f.radius(['Arrival radius', '到达范围'], { initial: POINT_RADIUS }),
    isShowMap: f.boolean(['Shown on maps', '地图显示'], { initial: true }),
    remark: f.text(['Remark', '备注'], { max: 200 }),
    create_time: f.datetime(['Created', '创建时间'], { on: readViews }),
  },
  columns: ['interest_name', 'isShowMap', 'radius', 'place_name', 'org_id'],
  filter: ['interest_name', 'org_id', 'isShowMap'],
  form: [['interest_name', 'org_id'], 'place', ['radius', 'isShowMap'], 'remark'],
  sort: ['create_time', 'DESC'],
  empty: [
    'Name a place. Positions near it are then shown by that name.',
    '为地点命名后，其附近的位置都会以该名称显示。',
  ],
  menu: { group: 'operation', icon: 'place' },
});
