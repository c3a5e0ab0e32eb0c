import { action, choices, entity, f, readViews, reportedViews } from '../config';
import { settingSource } from '../domain/command';
import { DAY } from '../domain/duration';
import { lockProtocol, notSupported, PROTOCOL } from '../domain/family';
import { MINUTES } from '../domain/figures';
import type { Label } from '../domain/label';
import {
  COMMUNICATE_STATUS,
  communicateStatus,
  LOCK,
  lockStatus,
  positionType,
  SWIPING,
  serialNumber,
  serialNumberError,
} from '../domain/lock';
import { ticketState } from '../domain/ticket';
import { alarmArgs, inheritArgs } from './alarms';
import { byProtocol, commands, settingCode } from './commands';
import { bySn, connectionSource, lockTimeline } from './records';

const stockStatus = choices([
  [0, 'In stock', '在库'],
  [1, 'In use', '使用中'],
  [2, 'Under repair', '维修中'],
  [3, 'Scrapped', '报废'],
]);

/** Group heading in the menu. */
const access: Label = ['Access', '接入'];

/** Values that locks report are read and filtered, but never entered. */
const reportedValue = { reported: true, on: reportedViews } as const;
const reportedDetail = { reported: true, on: readViews } as const;

export const factory = entity('factory', ['Manufacturer', '厂家'], {
  noun: ['manufacturer |||| manufacturers', '厂家'],
  fields: {
    factoryCode: f.text(['Code', '厂家编码'], { required: true, unique: true, max: 20 }),
    factoryName: f.text(['Manufacturer', '厂家名称'], {
      required: true,
      unique: true,
      max: 60,
    }),
  },
  title: 'factoryName',
  scope: 'shared',
  empty: [
    'Add the manufacturers of your locks here, then choose them in device forms.',
    '在此添加设备厂家，之后可在设备表单中选择。',
  ],
  menu: { group: 'device', icon: 'factory' },
});

export const deviceType = entity('deviceType', ['Device type', '设备类型'], {
  noun: ['device type |||| device types', '设备类型'],
  fields: {
    device_type: f.text(['Code', '类型编码'], { required: true, unique: true, max: 20 }),
    device_type_name: f.text(['Device type', '类型名称'], {
      required: true,
      max: 60,
    }),
    category: f.dict(['Category', '设备类别'], 'deviceCategory'),
    silence_minutes: f.number(['Silence limit', '静默时限'], {
      unit: MINUTES,
      integer: true,
      min: 1,
      max: 525_600,
      help: [
        'A lock without a report for this long counts as offline. Leave empty for no limit',
        '超过该时长未收到任何消息的设备视为离线，不论网络状态；留空则不限',
      ],
    }),
    sleeps: f.boolean(['Sleeps between reports', '上报间隙休眠'], {
      initial: false,
      help: [
        'A lock that disconnects counts as asleep, not offline, within the silence limit',
        '在静默时限内断开的设备视为休眠，而非离线',
      ],
    }),
    seal_words: f.text(['Traccar seal command', 'Traccar 施封指令'], {
      max: 200,
      on: ['create', 'edit', 'show', 'export'],
      help: [
        'The tracker’s own seal command. Traccar sends it as a custom command',
        '设备自身协议的施封指令内容，由 Traccar 作为自定义指令下发',
      ],
    }),
    unseal_words: f.text(['Traccar unseal command', 'Traccar 解封指令'], {
      max: 200,
      on: ['create', 'edit', 'show', 'export'],
      help: ['The tracker’s own unseal command', '同上，用于解封'],
    }),
  },
  check: ({ sleeps, silence_minutes }) =>
    sleeps && typeof silence_minutes !== 'number'
      ? {
          silence_minutes: ['Sleeping locks need a silence limit', '休眠型设备必须设置静默时限'],
        }
      : undefined,
  title: 'device_type_name',
  scope: 'shared',
  empty: [
    'A device type decides when a silent lock counts as offline and which firmware fits. Add one before your first lock.',
    '设备类型决定静默多久视为离线以及适用的固件。请在添加设备之前先建一个。',
  ],
  menu: { group: 'device', icon: 'category' },
});

/** A battery up to this percentage is shown as low. */
const LOW_CHARGE = 20;

const lockViews = {
  lowBattery: {
    label: ['Low battery', '低电量'],
    synonyms: [
      ['flat battery', 'weak battery', 'battery low'],
      ['电量低', '电量不足', '缺电'],
    ],
    filter: { electric_to: LOW_CHARGE },
    sort: ['electric', 'ASC'],
  },
  offlineLong: {
    label: ['Offline over 24 h', '离线超过 24 小时'],
    synonyms: [
      ['offline', 'lost', 'silent'],
      ['离线', '失联', '长时间离线'],
    ],
    filter: { communicate_status: [COMMUNICATE_STATUS.offline], report_time_to: 'now-24h' },
    sort: ['report_time', 'ASC'],
  },
  unsealedNow: {
    label: ['Unsealed now', '当前已解封'],
    synonyms: [
      ['unsealed', 'open', 'not sealed'],
      ['未施封', '已解封', '已开锁'],
    ],
    filter: { status: [LOCK.open, LOCK.closed] },
  },
} as const;

export const device = entity('device', ['Device', '设备'], {
  noun: ['device |||| devices', '设备'],
  fields: {
    sn: f.text(['SN', '设备号'], {
      required: true,
      unique: true,
      fixed: true,
      indexed: true,
      ...serialNumber,
      takenMessage: serialNumberError,
    }),
    device_name: f.text(['Name', '设备名称'], {
      max: 60,
      inline: true,
      indexed: true,
    }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { required: true, via: 'org_name' }),
    status: f.choice(['Lock status', '锁状态'], lockStatus, {
      ...reportedValue,
      initial: 255,
      indexed: true,
    }),
    communicate_status: f.choice(['Connection', '通讯状态'], communicateStatus, {
      ...reportedValue,
      initial: 0,
      since: [0, 'report_time', DAY],
    }),
    electric: f.battery(['Battery', '电量'], {
      ...reportedValue,
      low: LOW_CHARGE,
      indexed: true,
    }),
    report_time: f.datetime(['Last report', '最近上报'], { ...reportedValue, relative: true }),
    // The detail has the live position, which may be newer than the record.
    position: f.text(['Position', '位置'], { reported: true, on: ['list', 'export'], max: 60 }),
    positionType: f.choice(['Position type', '定位类型'], positionType, {
      reported: true,
      on: ['list', 'filter', 'export'],
    }),
    device_type_id: f.ref(['Device type', '设备类型'], 'deviceType', { via: 'device_type' }),
    factory_id: f.ref(['Manufacturer', '厂家'], 'factory', { via: 'factoryName' }),
    protocol: f.choice(['Protocol', '协议'], lockProtocol, { initial: PROTOCOL.mqtt }),
    subjectName: f.text(['Used by', '使用人'], { max: 60 }),
    device_no: f.text(['Device number', '设备编号'], { max: 40 }),
    sim_card: f.text(['SIM card (ICCID)', 'SIM卡号（ICCID）'], {
      max: 20,
      pattern: /^\d{19,20}$/,
      message: ['19 or 20 digits', '19 或 20 位数字'],
    }),
    packageTime: f.date(['SIM expiry', 'SIM卡到期'], { changedBy: 'superior' }),
    stock_status: f.choice(['Stock status', '库存状态'], stockStatus, { initial: 1 }),
    version: f.text(['Firmware', '固件版本'], { ...reportedDetail, max: 64 }),
    warehousingTime: f.date(['Stock date', '入库日期']),
    create_time: f.datetime(['Created', '创建时间'], {
      on: readViews,
      indexed: true,
    }),
  },
  list: [
    'device_name',
    'sn',
    'org_id',
    'status',
    'communicate_status',
    'electric',
    'report_time',
    'position',
    'positionType',
    'device_type_id',
    'factory_id',
    'protocol',
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
    'device_name',
    'sn',
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
    'protocol',
  ],
  form: [
    ['sn', 'device_name'],
    ['org_id', 'protocol'],
    ['device_type_id', 'factory_id'],
    ['sim_card', 'packageTime'],
    ['subjectName', 'device_no'],
    ['stock_status', 'warehousingTime'],
  ],
  more: ['subjectName', 'device_no', 'stock_status', 'warehousingTime'],
  nameField: 'device_name',
  sort: ['device_name', 'ASC'],
  views: lockViews,
  live: 'sn',
  counts: ['status', 'communicate_status'],
  commands: byProtocol(commands),
  actions: {
    setAlarms: action(['Alarm settings', '报警设置'], {
      done: [
        'Alarm settings saved |||| Alarm settings saved for %{smart_count} locks',
        '已设置 %{smart_count} 台设备的报警',
      ],
      on: 'bulk',
      args: alarmArgs,
      icon: 'alarm',
    }),
    inheritAlarms: action(['Inherit alarm settings', '沿用上级报警设置'], {
      done: [
        'Alarm settings inherited |||| Alarm settings inherited by %{smart_count} locks',
        '%{smart_count} 台设备已沿用上级报警设置',
      ],
      on: 'bulk',
      args: inheritArgs,
      confirm: [
        'This removes their own alarm settings. Those of their type or organisation apply instead.',
        '将删除所选设备各自的报警设置，改用设备类型或机构的设置。',
      ],
      icon: 'reset',
    }),
    connect: action(['Connect', '接入'], {
      confirm: [
        'This creates a new password and shows it once. The old one stops working at once, so the lock cannot connect until it has the new one. Locks with a manufacturer’s protocol have no password. You get the address to enter in them.',
        '将生成新密码，且仅显示一次。之前的密码立即失效：在写入新密码之前，设备将无法连接。厂家协议的设备没有密码，仅显示接入地址。',
      ],
      group: access,
      icon: 'key',
    }),
    lockSecret: action(['Lock password', '锁内密码'], {
      done: [
        'Lock password saved |||| Lock password saved for %{smart_count} locks',
        '已保存 %{smart_count} 台设备的锁内密码',
      ],
      args: {
        password: f.password(['Lock password', '锁内密码'], {
          required: true,
          pattern: /^[A-Za-z\d#*]{6,8}$/,
          help: [
            'The current password of the lock, unless it is still 888888. 6 to 8 letters, digits, # or *',
            '设备当前的密码（出厂为 888888），远程解封时使用。6 至 8 位字母、数字、# 或 *',
          ],
        }),
      },
      when: { protocol: [PROTOCOL.jointech] },
      deniedMessage: { protocol: notSupported },
      group: access,
      icon: 'password',
    }),
    cutOff: action(['Revoke access', '吊销接入'], {
      done: [
        'Access revoked |||| Access revoked for %{smart_count} locks',
        '已吊销 %{smart_count} 台设备的接入',
      ],
      confirm: [
        'The lock is disconnected and cannot connect again until you give it new access.',
        '设备将被断开，重新接入之前无法再连接。',
      ],
      danger: true,
      group: access,
      icon: 'disable',
    }),
  },
  related: [
    {
      entity: 'appointmentCommandRecord',
      ...bySn,
      label: ['Commands', '指令'],
      empty: ['No commands sent to this lock yet.', '尚未向该设备下发过指令。'],
    },
    {
      entity: 'alertRecord',
      ...bySn,
      label: ['Alarms', '报警'],
      empty: ['No alarms from this lock.', '该设备没有报警。'],
      granted: true,
    },
    {
      entity: 'lockHistory',
      ...bySn,
      empty: ['Not sealed or unsealed yet.', '尚无开关锁记录。'],
    },
    {
      entity: 'icCard',
      foreignField: 'id',
      localField: 'id',
      label: ['Cards that open it', '可用IC卡'],
      empty: [
        'No enabled regional rule allows a card to open this lock.',
        '没有已启用的区域刷卡规则允许刷卡开启该设备。',
      ],
      through: {
        entity: 'regionalRule',
        foreignField: 'devices',
        takes: 'cards',
        filter: { enabled: true },
      },
    },
    {
      entity: 'lockHistory',
      tabKey: 'swipes',
      ...bySn,
      label: ['Cards swiped', '刷卡记录'],
      empty: ['No cards swiped at this lock yet.', '尚无刷卡记录。'],
      filter: { lock_action: SWIPING },
    },
    {
      entity: 'childLock',
      foreignField: 'device_id',
      localField: 'id',
      label: ['Child locks', '子锁'],
      empty: ['This lock has no child locks.', '该设备没有子锁。'],
    },
    {
      entity: 'regionalRule',
      foreignField: 'devices',
      localField: 'id',
      label: ['Regional rules', '区域刷卡规则'],
      empty: ['No regional rule includes this lock.', '没有区域刷卡规则包含该设备。'],
    },
    {
      entity: 'alarmConfig',
      foreignField: 'device_id',
      localField: 'id',
      single: true,
      empty: [
        'This lock has no alarm settings of its own: those of its type or organisation apply.',
        '该设备没有单独的报警设置，沿用设备类型或机构的设置。',
      ],
    },
    { entity: 'alarmReceiver', ...bySn, single: true },
    {
      entity: 'statusChangeRecord',
      ...bySn,
      label: ['Status changes', '状态变化'],
      empty: ['No status changes yet.', '状态尚未变化过。'],
    },
    {
      entity: 'connectionRecord',
      ...bySn,
      label: ['Connections', '连接记录'],
      empty: ['This lock has not tried to connect yet.', '该设备尚未尝试连接。'],
    },
    {
      entity: 'lockMessage',
      ...bySn,
      label: ['Messages', '通讯报文'],
      empty: ['No messages from or to this lock yet.', '尚无上行或下行报文。'],
      granted: true,
    },
    {
      entity: 'deviceLocationRecord',
      ...bySn,
      label: ['Location records', '位置记录'],
      empty: ['This lock has not reported a position yet.', '尚无位置记录。'],
    },
  ],
  head: ['status', 'communicate_status', 'electric', 'report_time'],
  timeline: {
    ...lockTimeline,
    connection: connectionSource,
  },
  sections: [
    {
      label: ['Cards and rules', '卡与规则'],
      tabs: ['icCard', 'regionalRule', 'childLock'],
    },
    { label: ['Settings', '设置'], tabs: ['settings', 'alarmConfig', 'alarmReceiver'] },
    {
      label: ['Records', '记录'],
      tabs: [
        'appointmentCommandRecord',
        'alertRecord',
        'lockHistory',
        'swipes',
        'statusChangeRecord',
        'connectionRecord',
        'lockMessage',
        'deviceLocationRecord',
      ],
    },
  ],
  empty: [
    'No locks yet. Add one, import a spreadsheet, or adopt locks waiting under Unknown locks.',
    '尚未添加设备。可新建、从表格导入，或在待纳管设备中纳管。',
  ],
  menu: { group: 'operation', icon: 'lock' },
});

/** Known and last sent value of each setting of a lock. A secret is only marked as set. */
export const lockSetting = entity('lockSetting', ['Lock setting', '设备设置'], {
  noun: ['lock setting |||| lock settings', '设备设置'],
  fields: {
    sn: f.lock(['SN', '设备号'], { max: 32 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    code: f.choice(['Setting', '设置项'], settingCode),
    known: f.json(['Value on the lock', '设备当前值']),
    known_time: f.datetime(['Known since', '获知时间']),
    known_how: f.choice(['Source', '来源'], settingSource),
    sent: f.json(['Last sent', '最近下发值']),
    sent_time: f.datetime(['Sent', '下发时间']),
    sent_state: f.choice(['Result', '结果'], ticketState),
    sent_name: f.text(['Who', '操作人'], { max: 80 }),
    differs: f.boolean(['Differs', '不一致']),
  },
  derived: true,
  verbs: ['list', 'get'],
  filter: ['sn', 'org_id', 'code', 'differs'],
  sort: ['code', 'ASC'],
  menu: { group: 'operation', icon: 'tune' },
});
