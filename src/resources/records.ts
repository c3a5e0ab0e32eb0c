import {
  type AnyField,
  action,
  entity,
  type FieldOptions,
  f,
  readViews,
  reportedViews,
  type TimelineSource,
  ticketLabels,
} from '../config';
import { alarmKind, FENCE_ALARMS, faultCode } from '../domain/alarm';
import { cardVerdict } from '../domain/card';
import { DAY } from '../domain/duration';
import { notSupported } from '../domain/family';
import { answerWords, faultWords } from '../domain/fault';
import type { Label } from '../domain/label';
import {
  communicateStatus,
  lockAction,
  lockState,
  lockStatus,
  positionType,
  reportType,
  SEALING,
  type SensorName,
  SWIPING,
  UNSEALING,
} from '../domain/lock';
import { TICKET_ENDINGS, ticketResult, ticketSource, ticketState } from '../domain/ticket';
import { commandCode, confirmation } from './commands';

/** In lists one column shows both. They are separate in files, and can be filtered to find records with a position. */
const coordinate = { on: ['filter', 'export'] } as const;

/** Position on screens. Its columns are `lat` and `lon`. */
export const shownPlace = {
  place_name: f.placeName(['Place', '位置'], {
    names: 'place',
    virtual: true,
    on: readViews,
  }),
  place: f.lngLat(['Coordinates', '坐标'], {
    virtual: true,
    columns: ['lat', 'lon'],
    on: ['list', 'show'],
  }),
};

/** Position of a report: one field on screens, two columns in files. */
const reportedPlace = {
  ...shownPlace,
  lat: f.number(['Latitude', '纬度'], coordinate),
  lon: f.number(['Longitude', '经度'], coordinate),
};

export const at = f.datetime(['Time', '时间'], { indexed: true });
export const sn = f.lock(['SN', '设备号'], { max: 32, indexed: true });
export const readOnly = { on: readViews } as const;
export const newestFirst = ['create_time', 'DESC'] as const;
export const group = 'deviceRecord';
/** Shows the wire value after the label in spreadsheets. */
const raw = { coded: true } as const;
const operatorName = f.text(['Who', '操作人'], { max: 80 });
const orderedBy = f.choice(['Source', '指令来源'], ticketSource);

/** Fields of a report. Every record that is derived from a report copies them. */
export const status = { lock_status: f.choice(['Lock status', '锁状态'], lockStatus, raw) };
export const reason = {
  report_reson: f.choice(['Report type', '上报类型'], reportType, raw),
  lock_state: f.choice(['Lock state', '锁状态类型'], lockState, raw),
};
export const how = { lock_action: f.choice(['How', '操作方式'], lockAction, raw) };
export const place = {
  position_status: f.choice(['Position type', '定位类型'], positionType, raw),
  ...reportedPlace,
};
export const card = {
  icc_card_no: f.text(['Card', '卡号'], { max: 40 }),
  icc_card_name: f.text(['Card name', '卡名称'], { max: 60 }),
};
export const verdict = { card_verdict: f.choice(['Card check', '刷卡判定'], cardVerdict) };
export const kind = { police_type: f.choice(['Alarm', '报警类型'], alarmKind, raw) };
/** Texts that a lock may send as its fault. */
const faultTexts: readonly Label[] = [
  ...Object.values(faultWords),
  ...faultCode.map(([, ...label]): Label => label),
];
export const fault = {
  fault_code: f.choice(['Fault', '故障'], faultCode, raw),
  fault_msg: f.text(['Fault message', '故障信息'], { max: 200, labels: faultTexts }),
};
const sensorFields = (uses: Pick<FieldOptions, 'on'> = {}) =>
  ({
    voltage: f.number(['Voltage', '电压'], { unit: 'V', ...uses }),
    temperature: f.number(['Temperature', '温度'], { unit: '°C', decimals: 1, ...uses }),
  }) satisfies Record<SensorName, AnyField>;
export const measured = { electric: f.battery(['Battery', '电量']), ...sensorFields() };
export const network = {
  mcc: f.number(['MCC', 'MCC'], { integer: true, code: true }),
  mnc: f.number(['MNC', 'MNC'], { integer: true, code: true }),
  lac: f.number(['LAC', 'LAC'], { integer: true, code: true }),
  cid: f.number(['Cell', '小区'], { integer: true, code: true }),
};

export const deviceLocationRecord = entity(
  'deviceLocationRecord',
  ['Location record', '位置记录'],
  {
    noun: ['location record |||| location records', '位置记录'],
    fields: {
      create_time: at,
      sn,
      ...reason,
      ...status,
      ...place,
      speed: f.number(['Speed', '速度'], { unit: 'km/h', decimals: 1 }),
      course: f.number(['Course', '方向'], { unit: '°' }),
      ...measured,
      ...how,
      ...card,
      ...kind,
      ...fault,
      ...network,
      receive_time: f.datetime(['Received', '接收时间'], { on: readViews }),
    },
    title: 'sn',
    record: { time: 'create_time' },
    columns: [
      'create_time',
      'sn',
      'report_reson',
      'lock_status',
      'position_status',
      'place_name',
      'speed',
      'electric',
    ],
    filter: ['create_time', 'sn', 'lock_status', 'position_status', 'report_reson'],
    sort: newestFirst,
    empty: [
      'Every report of a lock appears here with its place, as locks report.',
      '设备的每次上报及其位置会列在这里，设备上报后自动记录。',
    ],
    menu: { group, icon: 'place' },
  },
);

const before = { before_status: f.choice(['Before', '变化前'], lockStatus, raw) };
const after = { lock_status: f.choice(['After', '变化后'], lockStatus, raw) };

export const statusChangeRecord = entity('statusChangeRecord', ['Status change', '状态变化'], {
  noun: ['status change |||| status changes', '状态变化'],
  fields: {
    create_time: at,
    sn,
    ...before,
    ...after,
    ...how,
    ...place,
    ...reason,
    ...card,
    ...kind,
    ...fault,
    ...measured,
    ...network,
  },
  title: 'sn',
  record: { time: 'create_time' },
  columns: ['create_time', 'sn', 'before_status', 'lock_status', 'lock_action', 'place_name'],
  filter: ['create_time', 'sn', 'lock_status'],
  sort: newestFirst,
  empty: [
    'Every change of a lock’s status appears here, as locks report.',
    '设备状态的每次变化会列在这里，设备上报后自动记录。',
  ],
  menu: { group, icon: 'change' },
});

export const lockHistory = entity('lockHistory', ['Lock history', '开关锁历史'], {
  noun: ['lock event |||| lock events', '开关锁记录'],
  fields: {
    create_time: at,
    sn,
    ...how,
    who: f.text(['Who', '操作人'], { virtual: true, on: readViews }),
    operate_source: orderedBy,
    operate_name: f.text(['Sent by', '下发人'], { max: 80 }),
    ...card,
    ...verdict,
    ...before,
    ...after,
    ...place,
    ...reason,
    ...kind,
    ...fault,
    ...measured,
    ...network,
  },
  title: 'sn',
  record: { time: 'create_time' },
  columns: ['create_time', 'sn', 'lock_action', 'who', 'lock_status', 'place_name'],
  filter: ['create_time', 'sn', 'lock_action', 'operate_name', 'lock_status', 'card_verdict'],
  counts: ['lock_status', 'lock_action', 'create_time'],
  views: {
    unsealed: {
      label: ['Unsealed, last 7 days', '近 7 天解封'],
      labelWithoutPeriod: ['Unsealed', '解封'],
      synonyms: [
        ['opened', 'unlocks', 'unlocked', 'who unsealed', 'who opened'],
        ['开锁', '开过锁', '解锁', '谁开锁'],
      ],
      filter: { lock_action: UNSEALING, create_time_last: '7d' },
    },
    sealed: {
      label: ['Sealed, last 7 days', '近 7 天施封'],
      labelWithoutPeriod: ['Sealed', '施封'],
      synonyms: [
        ['closed', 'who sealed'],
        ['关锁', '谁施封'],
      ],
      filter: { lock_action: SEALING, create_time_last: '7d' },
    },
    refusedCards: {
      label: ['Refused cards, last 7 days', '近 7 天被拒刷卡'],
      labelWithoutPeriod: ['Refused cards', '被拒刷卡'],
      synonyms: [
        ['illegal card', 'unknown card'],
        ['非法刷卡', '非法卡'],
      ],
      filter: { lock_action: [14], create_time_last: '7d' },
    },
  },
  sort: newestFirst,
  empty: [
    'Every sealing and unsealing appears here, with who, how and where, as locks report.',
    '每次施封与解封都会列在这里：何人、何种方式、何处。设备上报后自动记录。',
  ],
  menu: { group, icon: 'history' },
});

export const appointmentCommandRecord = entity(
  'appointmentCommandRecord',
  ['Command', '指令记录'],
  {
    noun: ['command |||| commands', '指令'],
    fields: {
      create_time: at,
      sn,
      cmd: f.choice(['Command', '指令'], commandCode),
      state: f.choice(['State', '状态'], ticketState),
      result: f.choice(['Result', '结果'], ticketResult),
      progress: f.number(['Progress', '进度'], {
        unit: '%',
        integer: true,
        on: readViews,
      }),
      message: f.text(['Answer', '返回信息'], {
        max: 400,
        labels: [...faultTexts, ...Object.values(answerWords), notSupported, ...TICKET_ENDINGS],
      }),
      operate_source: orderedBy,
      operate_name: operatorName,
      start_time: f.datetime(['Not before', '计划开始'], { on: readViews }),
      send_time: f.datetime(['Sent', '发送时间']),
      end_time: f.datetime(['Finished', '完成时间']),
      late_result: f.choice(['Late answer', '迟到应答'], ticketResult),
      late_time: f.datetime(['Late answer at', '迟到应答时间'], { on: readViews }),
      deadline: f.datetime(['Valid until', '有效期至'], {
        on: readViews,
      }),
      reason: f.text(['Reason', '原因'], {
        max: 200,
        on: readViews,
      }),
      confirm_name: f.text(['Confirmed by', '复核人'], { max: 80, on: readViews }),
      batch_id: f.number(['Batch', '批次'], { code: true, integer: true, on: reportedViews }),
      wave: f.number(['Wave', '分批'], { integer: true, on: readViews }),
    },
    title: 'sn',
    record: { time: 'create_time', updated: true },
    columns: ['create_time', 'sn', 'cmd', 'state', 'operate_name', 'send_time', 'end_time'],
    card: ['create_time', 'cmd', 'state', 'message', 'operate_name'],
    filter: ['create_time', 'sn', 'cmd', 'state', 'operate_source', 'batch_id'],
    counts: ['state', 'result', 'cmd'],
    views: {
      failed: {
        label: ['Failed, last 7 days', '近 7 天失败'],
        labelWithoutPeriod: ['Failed', '失败'],
        synonyms: [
          ['failed commands', 'no reply', 'command failed'],
          ['失败指令', '指令失败', '无应答'],
        ],
        filter: { state: ['failure', 'invalid'], create_time_last: '7d' },
      },
      waiting: {
        label: ['Still waiting', '等待中'],
        synonyms: [
          ['waiting commands', 'queued commands'],
          ['等待中的指令', '排队指令'],
        ],
        filter: { state: ['unconfirmed', 'waiting'] },
      },
    },
    sort: newestFirst,
    live: 'sn',
    actions: {
      cancel: action(ticketLabels.cancel, {
        done: [
          'Command cancelled |||| %{smart_count} commands cancelled',
          '已取消 %{smart_count} 条指令',
        ],
        when: { state: ['unconfirmed', 'planned', 'waiting'] },
        icon: 'cancel',
      }),
      resend: action(ticketLabels.resend, {
        done: [
          'Command sent again |||| %{smart_count} commands sent again',
          '已重新下发 %{smart_count} 条指令',
        ],
        when: { state: ['success', 'failure', 'answered', 'invalid', 'cancelled'] },
        args: confirmation,
        icon: 'retry',
      }),
    },
    empty: [
      'Every command appears here, lock by lock, with its answer. Send one from Devices or Send commands.',
      '每条指令及设备的应答会列在这里。可在设备列表或下发页面下发指令。',
    ],
    menu: { group, icon: 'send' },
  },
);

export const latestData = entity('latestData', ['Latest data', '最新数据'], {
  noun: ['latest report |||| latest reports', '最新数据'],
  fields: {
    sn: f.lock(['SN', '设备号'], { max: 32, via: 'device_name' }),
    device_name: f.text(['Name', '设备名称'], { max: 60 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    report_time: f.datetime(['Reported', '上报时间'], { relative: true }),
    status: f.choice(['Lock status', '锁状态'], lockStatus),
    communicate_status: f.choice(['Connection', '通讯状态'], communicateStatus, {
      since: [0, 'report_time', DAY],
    }),
    offline_for: f.duration(['Offline for', '离线时长'], {
      unit: 'ms',
      silence: true,
      on: readViews,
    }),
    positionType: f.choice(['Position type', '定位类型'], positionType),
    ...reportedPlace,
    speed: f.number(['Speed', '速度'], {
      unit: 'km/h',
      decimals: 1,
      on: readViews,
    }),
    electric: f.battery(['Battery', '电量'], { low: 20 }),
    ...sensorFields({ on: readViews }),
    alarms: f.number(['Unprocessed alarms', '未处理报警'], { integer: true }),
    version: f.text(['Firmware', '固件版本'], { max: 40, on: readViews }),
  },
  nameField: 'device_name',
  derived: true,
  verbs: ['list', 'get', 'export'],
  columns: [
    'sn',
    'report_time',
    'status',
    'communicate_status',
    'place_name',
    'speed',
    'electric',
    'temperature',
    'alarms',
  ],
  filter: ['sn', 'org_id', 'report_time', 'status', 'communicate_status', 'electric'],
  sort: ['report_time', 'DESC'],
  live: 'sn',
  empty: [
    'The newest report of each lock appears here as soon as it connects.',
    '设备接入后，其最新一次上报会列在这里。',
  ],
  menu: { group: 'operation', icon: 'sensor' },
});

/** Relation of the records of a lock to a record with its serial number. */
export const bySn = { foreignField: 'sn', localField: 'sn' } as const;

export const connectionSource = {
  entity: 'connectionRecord',
  ...bySn,
  label: ['Connections', '连接'],
  icon: 'link',
  title: ['event', 'reason'],
  extra: ['detail', 'address'],
} as const satisfies TimelineSource;

/** Timeline of a lock, for entities with its serial number. */
export const lockTimeline = {
  card: {
    entity: 'lockHistory',
    ...bySn,
    filter: { lock_action: SWIPING },
    label: ['Cards', '刷卡'],
    icon: 'card',
    title: ['lock_action', 'card_verdict'],
    extra: ['icc_card_no', 'icc_card_name', 'place_name'],
  },
  fence: {
    entity: 'alertRecord',
    ...bySn,
    filter: { police_type: FENCE_ALARMS },
    label: ['Geofences', '围栏'],
    icon: 'fence',
    title: ['police_type', 'fence_name', 'state'],
    extra: ['place_name', 'processed_by'],
  },
  command: {
    entity: 'appointmentCommandRecord',
    ...bySn,
    label: ['Commands', '指令'],
    icon: 'send',
    title: ['cmd', 'state'],
    extra: ['operate_name', 'operate_source', 'message', 'reason'],
  },
  lock: {
    entity: 'lockHistory',
    ...bySn,
    label: ['Lock events', '开关锁'],
    icon: 'history',
    title: ['lock_action', 'lock_status'],
    extra: ['who', 'place_name'],
  },
  alarm: {
    entity: 'alertRecord',
    ...bySn,
    label: ['Alarms', '报警'],
    icon: 'alarm',
    title: ['police_type', 'state'],
    extra: ['place_name', 'processed_by', 'process_note'],
  },
  status: {
    entity: 'statusChangeRecord',
    ...bySn,
    label: ['Status changes', '状态变化'],
    icon: 'change',
    supersededBy: ['card', 'lock'],
    title: ['before_status', 'lock_status'],
    transition: true,
    extra: ['lock_action', 'place_name'],
  },
} as const satisfies Readonly<Record<string, TimelineSource>>;
