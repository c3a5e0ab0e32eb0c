import { action, CURRENT_OPERATOR, entity, f, ticketLabels } from '../config';
import { alarmKind, alarmSeverity, alarmState, clearedHow, faultCode } from '../domain/alarm';
import { cardVerdict } from '../domain/card';
import {
  demoAlarmNotes,
  demoCards,
  demoFenceLabels,
  demoSenders,
  demoWorkLabels,
} from '../domain/demoNames';
import { DAY } from '../domain/duration';
import { faultWords } from '../domain/fault';
import type { Label } from '../domain/label';
import {
  communicateStatus,
  lockAction,
  lockState,
  lockStatus,
  positionType,
  reportType,
  SEALING,
  UNSEALING,
} from '../domain/lock';
import { ticketResult, ticketSource, ticketState } from '../domain/ticket';
import { muteArgs } from './alarmDesk';
import { commandCode } from './commands';

/** In lists one column shows both. They are separate in files, and can be filtered to find records with a position. */
const coordinate = { on: ['filter', 'export'] } as const;

/** Position of a report: one field on screens, two columns in files. */
const reportedPlace = {
  place_name: f.placeName(['Place', '位置'], {
    names: 'place',
    virtual: true,
    on: ['list', 'show', 'export'],
  }),
  place: f.lngLat(['Coordinates', '坐标'], {
    virtual: true,
    columns: ['lat', 'lon'],
    on: ['list', 'show'],
  }),
  lat: f.number(['Latitude', '纬度'], coordinate),
  lon: f.number(['Longitude', '经度'], coordinate),
};

const at = f.datetime(['Time', '时间'], { indexed: true });
const sn = f.text(['SN', '设备号'], { max: 32, indexed: true });
const readOnly = { on: ['list', 'show', 'export'] } as const;
const newestFirst = ['create_time', 'DESC'] as const;
const group = 'deviceRecord';
/** Shows the wire value after the label. */
const raw = { coded: true } as const;
const operatorName = f.text(['Who', '操作人'], { max: 80, known: demoSenders });
const orderedBy = f.choice(['Source', '指令来源'], ticketSource);

/** Fields of a report. Every record that is derived from a report copies them. */
const status = { lock_status: f.choice(['Lock status', '锁状态'], lockStatus, raw) };
const reason = {
  report_reson: f.choice(['Report type', '上报类型'], reportType, raw),
  lock_state: f.choice(['Lock state', '锁状态类型'], lockState, raw),
};
const how = { lock_action: f.choice(['How', '操作方式'], lockAction, raw) };
const place = {
  position_status: f.choice(['Position type', '定位类型'], positionType, raw),
  ...reportedPlace,
};
const card = {
  icc_card_no: f.text(['Card', '卡号'], { max: 40 }),
  icc_card_name: f.text(['Card name', '卡名称'], { max: 60, known: demoCards }),
};
const verdict = { card_verdict: f.choice(['Card check', '刷卡判定'], cardVerdict) };
const kind = { police_type: f.choice(['Alarm', '报警类型'], alarmKind, raw) };
/** Texts that a lock may send as its fault. */
const faultTexts: readonly Label[] = [
  ...Object.values(faultWords),
  ...faultCode.map(([, ...label]): Label => label),
];
const fault = {
  fault_code: f.choice(['Fault', '故障'], faultCode, raw),
  fault_msg: f.text(['Fault message', '故障信息'], { max: 200, known: faultTexts }),
};
const measured = {
  electric: f.battery(['Battery', '电量']),
  voltage: f.number(['Voltage', '电压'], { unit: 'V' }),
  temperature: f.number(['Temperature', '温度'], { unit: '°C', decimals: 1 }),
};
const network = {
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
      receive_time: f.datetime(['Received', '接收时间'], { on: ['list', 'show', 'export'] }),
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
    who: f.text(['Who', '操作人'], { virtual: true, on: ['list', 'show', 'export'] }),
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
  columns: ['create_time', 'sn', 'lock_action', 'who', 'card_verdict', 'lock_status', 'place_name'],
  filter: ['create_time', 'sn', 'lock_action', 'operate_name', 'lock_status', 'card_verdict'],
  counts: ['lock_status', 'lock_action', 'create_time'],
  views: {
    unsealed: {
      label: ['Unsealed, last 7 days', '近 7 天解封'],
      labelWithoutPeriod: ['Unsealed', '解封'],
      synonyms: [
        ['opened', 'who unsealed'],
        ['开锁', '开过锁'],
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

/** Maximum length of the note on a processed alarm. */
const NOTE = 400;

export const alertRecord = entity('alertRecord', ['Alarm', '报警记录'], {
  noun: ['alarm |||| alarms', '报警'],
  fields: {
    create_time: at,
    sn,
    severity: f.choice(['Severity', '级别'], alarmSeverity, {
      attended: { by: 'taken_by', done: ['state', 1] },
    }),
    ...kind,
    fence_name: f.text(['Geofence', '围栏'], {
      max: 60,
      on: ['list', 'filter', 'show', 'export'],
      known: demoFenceLabels,
    }),
    fence_id: f.number(['Geofence', '围栏'], { integer: true, indexed: true, on: ['filter'] }),
    told_late: f.boolean(['Reported late', '补报'], { on: ['list', 'filter', 'show', 'export'] }),
    fault_code: fault.fault_code,
    state: f.choice(['State', '处理状态'], alarmState),
    taken_by: f.text(['Taken by', '受理人'], { max: 80 }),
    handler_id: f.number(['Taken by (user)', '受理用户'], {
      integer: true,
      indexed: true,
      on: ['filter'],
    }),
    take_time: f.datetime(['Taken', '受理时间'], readOnly),
    processed_by: f.text(['Processed by', '处理人'], { max: 80 }),
    process_time: f.datetime(['Processed', '处理时间'], readOnly),
    process_note: f.text(['Note', '处理说明'], {
      max: NOTE,
      multiline: true,
      on: readOnly.on,
      known: demoAlarmNotes,
    }),
    note_required: f.boolean(['Asks for a note', '处理时须填写说明'], { on: ['show'] }),
    muted: f.boolean(['Muted', '静音'], { on: ['list', 'filter', 'show', 'export'] }),
    cleared_how: f.choice(['Cleared automatically', '自动消除'], clearedHow),
    cleared_time: f.datetime(['Cleared', '消除时间'], {
      on: ['list', 'filter', 'show', 'export'],
    }),
    times: f.number(['Times reported', '上报次数'], { integer: true, on: readOnly.on }),
    last_time: f.datetime(['Last reported', '最后上报'], readOnly),
    raise_time: f.datetime(['Received', '获知时间'], readOnly),
    ...status,
    ...place,
    fault_msg: fault.fault_msg,
    ...how,
    ...card,
    ...verdict,
    ...reason,
    ...measured,
    ...network,
  },
  title: 'sn',
  record: { time: 'create_time' },
  columns: ['severity', 'police_type', 'sn', 'create_time', 'state', 'taken_by'],
  filter: ['create_time', 'sn', 'severity', 'police_type', 'state', 'taken_by', 'cleared_how'],
  counts: ['police_type', 'severity', 'state', 'create_time'],
  views: {
    unprocessed: {
      label: ['Unprocessed', '未处理'],
      synonyms: [
        ['open alarms', 'unprocessed alarms', 'new alarms'],
        ['未处理报警', '待处理报警'],
      ],
      filter: { state: [0] },
    },
    mine: {
      label: ['Mine', '我的'],
      synonyms: [
        // At the end of a shift, operators assign their open alarms to the next shift.
        ['my alarms', 'hand over', 'handover', 'end of shift'],
        ['我的报警', '交班', '交接班'],
      ],
      filter: { state: [0], handler_id: CURRENT_OPERATOR },
    },
    untaken: {
      label: ['Not taken', '无人受理'],
      synonyms: [['untaken alarms'], ['未受理报警']],
      filter: { state: [0], handler_id: 0 },
    },
    critical: {
      label: ['Critical', '紧急'],
      synonyms: [['critical alarms'], ['紧急报警']],
      filter: { state: [0], severity: [1] },
    },
    cleared: {
      label: ['Cleared', '已自动消除'],
      filter: { state: [0], cleared_time_from: 1 },
    },
  },
  actions: {
    take: action(['Take', '受理'], {
      when: { state: [0], handler_id: [0] },
      deniedMessage: { handler_id: ['The alarm is already taken', '该报警已被受理'] },
      hiddenIfUnmet: true,
      done: ['Alarm taken |||| %{smart_count} alarms taken', '已受理 %{smart_count} 条报警'],
      undo: 'release',
      icon: 'person',
      key: 'a',
    }),
    takeOver: action(['Take over', '改由我受理'], {
      on: 'row',
      when: { state: [0], handler_id: { above: 0 } },
      anotherThan: 'handler_id',
      deniedMessage: { handler_id: ['No other user has taken it', '没有其他人员受理该报警'] },
      confirm: [
        '%{taken_by} has had this alarm since %{take_time}. Take over?',
        '%{taken_by} 自 %{take_time} 起正在处理。是否改由您受理？',
      ],
      hiddenIfUnmet: true,
      grantedWith: 'take',
      done: ['Alarm taken', '已受理报警'],
      icon: 'person',
      key: 'a',
    }),
    release: action(['Release', '取消受理'], {
      when: { state: [0] },
      onlyBy: 'handler_id',
      deniedMessage: {
        handler_id: ['Only the user who took it can release it', '只有受理人可以取消受理'],
      },
      hiddenIfUnmet: true,
      grantedWith: 'take',
      stateLabel: ['Taken by you', '您已受理'],
      done: [
        'Alarm released |||| %{smart_count} alarms released',
        '已取消受理 %{smart_count} 条报警',
      ],
      icon: 'cancel',
      key: 'r',
    }),
    process: action(['Process', '处理'], {
      when: { state: [0] },
      requiredArgs: {
        note: {
          when: { note_required: [true] },
          message: ['Say what was found and done', '请填写发现的情况及处理结果'],
        },
      },
      selectsNext: true,
      done: [
        'Alarm processed |||| %{smart_count} alarms processed',
        '已处理 %{smart_count} 条报警',
      ],
      key: 'p',
      args: {
        note: f.text(['Note', '处理说明'], {
          max: NOTE,
          multiline: true,
          help: ['What you found and what you did', '发现的情况及处理结果'],
        }),
      },
      icon: 'enable',
    }),
    mute: action(['Mute', '静音'], {
      on: 'row',
      args: muteArgs,
      done: ['Alarms of this type muted', '已静音此类报警'],
      icon: 'mute',
    }),
    assign: action(['Assign', '指派'], {
      when: { state: [0] },
      args: {
        oper_id: f.ref(['To', '指派给'], 'colleague', { required: true, via: 'operName' }),
        note: f.text(['Note', '处理说明'], { max: NOTE, multiline: true }),
      },
      done: ['Alarm assigned |||| %{smart_count} alarms assigned', '已指派 %{smart_count} 条报警'],
      icon: 'share',
    }),
  },
  side: {
    place: ['lat', 'lon'],
    extra: ['fence_name', 'place_name', 'cleared_how'],
    normal: { state: [0] },
    around: 'create_time',
    story: [
      {
        entity: 'alarmHistory',
        foreignField: 'alarm_id',
        localField: 'id',
        eventField: 'event',
        actorField: 'who',
        always: true,
      },
      { entity: 'alertRecord', foreignField: 'sn', localField: 'sn', eventField: 'police_type' },
      {
        entity: 'lockHistory',
        foreignField: 'sn',
        localField: 'sn',
        eventField: 'lock_action',
        actorField: 'who',
      },
      {
        entity: 'statusChangeRecord',
        foreignField: 'sn',
        localField: 'sn',
        eventField: 'lock_status',
      },
      {
        entity: 'appointmentCommandRecord',
        foreignField: 'sn',
        localField: 'sn',
        eventField: 'cmd',
        actorField: 'operate_name',
      },
    ],
  },
  related: [
    {
      entity: 'alarmHistory',
      foreignField: 'alarm_id',
      localField: 'id',
      label: ['Handling', '处置记录'],
      empty: ['Not handled yet.', '尚无处置记录。'],
    },
  ],
  sort: newestFirst,
  empty: [
    'Alarms raised by locks or the server appear here. Choose who is notified under Alarm settings.',
    '设备或平台产生的报警会列在这里。可在报警设置中指定接收人。',
  ],
  menu: { group, icon: 'alarm' },
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
        on: ['list', 'show', 'export'],
      }),
      message: f.text(['Answer', '返回信息'], { max: 400 }),
      operate_source: orderedBy,
      operate_name: operatorName,
      start_time: f.datetime(['Not before', '计划开始'], { on: ['list', 'show', 'export'] }),
      send_time: f.datetime(['Sent', '发送时间']),
      end_time: f.datetime(['Finished', '完成时间']),
      late_result: f.choice(['Late answer', '迟到应答'], ticketResult),
      late_time: f.datetime(['Late answer at', '迟到应答时间'], { on: ['list', 'show', 'export'] }),
      deadline: f.datetime(['Valid until', '有效期至'], {
        on: ['list', 'show', 'export'],
      }),
      reason: f.text(['Reason', '原因'], {
        max: 200,
        on: ['list', 'show', 'export'],
        known: demoWorkLabels,
      }),
      confirm_name: f.text(['Confirmed by', '复核人'], { max: 80, on: ['list', 'show', 'export'] }),
      batch_id: f.number(['Batch', '批次'], {
        code: true,
        integer: true,
        on: ['list', 'filter', 'show', 'export'],
      }),
      wave: f.number(['Wave', '分批'], { integer: true, on: ['list', 'show', 'export'] }),
    },
    title: 'sn',
    record: { time: 'create_time', updated: true },
    columns: [
      'create_time',
      'sn',
      'cmd',
      'state',
      'message',
      'operate_source',
      'operate_name',
      'send_time',
      'end_time',
    ],
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
        args: {
          reason: f.text(['Reason', '原因'], {
            max: 200,
            help: ['Required for dangerous commands', '危险指令必填'],
          }),
          typed: f.text(['Confirmation', '输入确认'], {
            max: 64,
            help: [
              'For dangerous commands, type the lock’s SN or the number of locks',
              '危险指令必填：输入设备号，或设备数量',
            ],
          }),
        },
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
    sn: f.text(['SN', '设备号'], { max: 32 }),
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
      on: ['list', 'show', 'export'],
    }),
    positionType: f.choice(['Position type', '定位类型'], positionType),
    ...reportedPlace,
    speed: f.number(['Speed', '速度'], {
      unit: 'km/h',
      decimals: 1,
      on: ['list', 'show', 'export'],
    }),
    electric: f.battery(['Battery', '电量'], { low: 20 }),
    voltage: f.number(['Voltage', '电压'], { unit: 'V', on: ['list', 'show', 'export'] }),
    temperature: f.number(['Temperature', '温度'], {
      unit: '°C',
      decimals: 1,
      on: ['list', 'show', 'export'],
    }),
    alarms: f.number(['Unprocessed alarms', '未处理报警'], { integer: true }),
    version: f.text(['Firmware', '固件版本'], { max: 40, on: ['list', 'show', 'export'] }),
  },
  nameField: 'device_name',
  derived: true,
  verbs: ['list', 'get', 'export'],
  columns: [
    'sn',
    'report_time',
    'status',
    'communicate_status',
    'positionType',
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
