import { action, choices, entity, f } from '../config';
import { communicateStatus, lockStatus, positionType, SWIPING } from '../domain/lock';
import { alarmArgs } from './alarmConfig';
import { seal, unseal, unsealPassword, upgrade, vibration } from './commands';

const stockStatus = choices([
  [0, 'In stock', '在库'],
  [1, 'In use', '使用中'],
  [2, 'Under repair', '维修中'],
  [3, 'Scrapped', '报废'],
]);

const reported = ['list', 'filter', 'show', 'export'] as const;

export const factory = entity('factory', ['Manufacturer', '厂家'], {
  fields: {
    factoryCode: f.text(['Code', '厂家编码'], { required: true, unique: true, max: 20 }),
    factoryName: f.text(['Manufacturer', '厂家名称'], { required: true, unique: true, max: 60 }),
  },
  title: 'factoryName',
  scope: 'shared',
  menu: { group: 'deviceBase', icon: 'factory' },
});

export const deviceType = entity('deviceType', ['Device type', '设备类型'], {
  fields: {
    device_type: f.text(['Code', '类型编码'], { required: true, unique: true, max: 20 }),
    device_type_name: f.text(['Device type', '类型名称'], { required: true, max: 60 }),
    category: f.dict(['Category', '设备类别'], 'deviceCategory'),
  },
  title: 'device_type_name',
  scope: 'shared',
  menu: { group: 'deviceBase', icon: 'category' },
});

export const device = entity('device', ['Device', '设备'], {
  fields: {
    sn: f.text(['SN', '设备号'], {
      required: true,
      unique: true,
      fixed: true,
      max: 32,
      pattern: /^[^+#/\s]+$/,
      message: ['Letters, digits and dashes, no spaces', '只能包含字母、数字和短横线，不能有空格'],
    }),
    device_name: f.text(['Name', '设备名称'], { max: 60, inline: true }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { required: true, via: 'org_name' }),
    status: f.choice(['Lock status', '锁状态'], lockStatus, { on: reported, initial: 255 }),
    communicate_status: f.choice(['Connection', '通讯状态'], communicateStatus, {
      on: reported,
      initial: 0,
      since: [0, 'report_time'],
    }),
    electric: f.battery(['Battery', '电量'], { on: reported, low: 20 }),
    report_time: f.datetime(['Last report', '最近上报'], { on: reported, relative: true }),
    position: f.text(['Position', '位置'], { on: ['list', 'show', 'export'], max: 60 }),
    position_type: f.choice(['Position type', '定位类型'], positionType, { on: reported }),
    device_type_id: f.ref(['Device type', '设备类型'], 'deviceType', { via: 'device_type_name' }),
    factory_id: f.ref(['Manufacturer', '厂家'], 'factory', { via: 'factoryName' }),
    subjectName: f.text(['User', '使用人'], { max: 60 }),
    device_no: f.text(['Device number', '设备编号'], { max: 40 }),
    sim_card: f.text(['SIM card (ICCID)', 'SIM卡号（ICCID）'], {
      max: 20,
      pattern: /^\d{19,20}$/,
      message: ['19 or 20 digits', '19 或 20 位数字'],
    }),
    packageTime: f.date(['SIM expiry', 'SIM卡到期']),
    stock_status: f.choice(['Stock status', '库存状态'], stockStatus, { initial: 1 }),
    version: f.text(['Firmware', '固件版本'], { on: ['list', 'show', 'export'], max: 40 }),
    warehousingTime: f.date(['Stored on', '入库日期']),
    create_time: f.datetime(['Created', '创建时间'], {
      on: ['list', 'show', 'export'],
      indexed: true,
    }),
  },
  list: [
    'sn',
    'device_name',
    'org_id',
    'status',
    'communicate_status',
    'electric',
    'report_time',
    'position',
    'position_type',
    'device_type_id',
    'factory_id',
    'subjectName',
    'device_no',
    'sim_card',
    'packageTime',
    'stock_status',
    'version',
    'warehousingTime',
    'create_time',
  ],
  columns: [
    'sn',
    'device_name',
    'org_id',
    'status',
    'communicate_status',
    'electric',
    'report_time',
  ],
  filter: [
    'sn',
    'device_name',
    'org_id',
    'status',
    'communicate_status',
    'electric',
    'report_time',
  ],
  form: [
    ['sn', 'device_name'],
    ['org_id', 'subjectName'],
    ['device_type_id', 'factory_id'],
    ['sim_card', 'packageTime'],
    ['device_no', 'stock_status'],
    'warehousingTime',
  ],
  sort: ['create_time', 'DESC'],
  live: 'sn',
  counts: ['status', 'communicate_status'],
  commands: { seal, unseal, vibration, unsealPassword, upgrade },
  actions: {
    setAlarms: action(['Alarm settings', '报警设置'], {
      on: 'bulk',
      args: alarmArgs,
      icon: 'alarm',
    }),
  },
  related: [
    {
      entity: 'appointmentCommandRecord',
      their: 'sn',
      our: 'sn',
      label: ['Commands', '指令'],
      empty: ['No command was sent to this lock yet.', '尚未向该设备发送过指令。'],
    },
    {
      entity: 'alertRecord',
      their: 'sn',
      our: 'sn',
      label: ['Alarms', '报警'],
      empty: ['This lock has raised no alarm.', '该设备没有报警。'],
    },
    {
      entity: 'lockHistory',
      their: 'sn',
      our: 'sn',
      empty: ['Nobody has locked or unlocked it yet.', '尚无开关锁记录。'],
    },
    {
      entity: 'icCard',
      their: 'id',
      our: 'id',
      label: ['Cards that open it', '可用IC卡'],
      empty: [
        'No enabled regional rule lets a card open this lock.',
        '没有已启用的区域刷卡规则允许刷卡开启该设备。',
      ],
      through: {
        entity: 'regionalRule',
        their: 'devices',
        takes: 'cards',
        only: { enabled: true },
      },
    },
    {
      entity: 'lockHistory',
      code: 'swipes',
      their: 'sn',
      our: 'sn',
      label: ['Cards swiped', '刷卡记录'],
      empty: ['No card was swiped at this lock yet.', '尚无刷卡记录。'],
      only: { lock_action: SWIPING },
    },
    {
      entity: 'childLock',
      their: 'device_id',
      our: 'id',
      label: ['Child locks', '子锁'],
      empty: ['This lock has no child locks.', '该设备没有子锁。'],
    },
    {
      entity: 'regionalRule',
      their: 'devices',
      our: 'id',
      label: ['Regional rules', '区域刷卡规则'],
      empty: ['No regional rule names this lock.', '没有区域刷卡规则包含该设备。'],
    },
    {
      entity: 'alarmConfig',
      their: 'device_id',
      our: 'id',
      one: true,
      empty: ['Nobody is told of the alarms of this lock yet.', '尚未设置该设备的报警接收人。'],
    },
    {
      entity: 'statusChangeRecord',
      their: 'sn',
      our: 'sn',
      label: ['Status changes', '状态变化'],
      empty: ['Its status has not changed yet.', '状态尚未变化过。'],
    },
    {
      entity: 'deviceLocationRecord',
      their: 'sn',
      our: 'sn',
      label: ['Location records', '位置记录'],
      empty: ['It has not told where it is yet.', '尚无位置记录。'],
    },
  ],
  menu: { group: 'operation', icon: 'lock' },
});
