import { action, CURRENT_OPERATOR, choices, entity, f, readViews, reportedViews } from '../config';
import { alarmKind, alarmSeverity, alarmState, clearedHow, WITHDRAWN } from '../domain/alarm';
import {
  at,
  card,
  fault,
  group,
  how,
  kind,
  lockTimeline,
  measured,
  network,
  place,
  readOnly,
  reason,
  sn,
  status,
  verdict,
} from './records';

/** Maximum length of a reason for a mute. */
const REASON = 200;

/** Durations that the alarm desk offers, hours. */
const muteHours = choices([
  [1, '1 hour', '1 小时'],
  [4, '4 hours', '4 小时'],
  [8, '8 hours', '8 小时'],
  [24, '1 day', '1 天'],
  [168, '7 days', '7 天'],
]);

const muteScope = choices([
  ['lock', 'This lock', '此设备'],
  ['org', 'All locks of its organisation', '该机构全部设备'],
]);

/** Arguments of the action of an alarm that mutes its kind. */
const muteArgs = {
  scope: f.choice(['For', '范围'], muteScope, { required: true, initial: 'lock' }),
  hours: f.choice(['Duration', '时长'], muteHours, { required: true, initial: 4 }),
  reason: f.text(['Reason', '原因'], { required: true, max: REASON }),
};

/**
 * Alarms that are recorded and counted, but neither notified nor announced, until a time. A mute applies to a lock, or
 * to an organisation with those below it.
 */
export const alarmMute = entity('alarmMute', ['Alarm mute', '报警静音'], {
  noun: ['alarm mute |||| alarm mutes', '报警静音'],
  fields: {
    police_type: f.choice(['Alarm', '报警类型'], alarmKind, { unset: ['Every type', '全部类型'] }),
    device_id: f.ref(['Lock', '设备'], 'device', {
      via: 'sn',
      help: [
        'Leave empty for all devices of the organisation and of those below it',
        '留空则对该机构及其下级机构的全部设备生效',
      ],
    }),
    org_id: f.refTree(['Organisation', '机构'], 'org', {
      via: 'org_name',
      help: [
        'That of the device, otherwise your own, if left empty',
        '留空则为设备所属机构；未选设备时为您所在的机构',
      ],
    }),
    until: f.datetime(['Until', '截止时间'], { required: true, min: 'now' }),
    reason: f.text(['Reason', '原因'], {
      required: true,
      max: REASON,
    }),
    created_by: f.text(['Muted by', '操作人'], { max: 80, on: reportedViews }),
    create_time: f.datetime(['Created', '创建时间'], { on: readViews }),
  },
  check: ({ police_type, device_id }) =>
    police_type || device_id
      ? undefined
      : { police_type: ['Choose an alarm or a device', '请选择报警类型或设备'] },
  title: 'reason',
  stamps: { created_by: '@name' },
  verbs: ['list', 'get', 'add', 'export'],
  // Visible in the organisations that it applies to as well: a rule of the server limits it.
  scope: 'shared',
  columns: ['police_type', 'device_id', 'org_id', 'until', 'reason', 'created_by'],
  filter: ['police_type', 'device_id', 'org_id', 'until', 'created_by'],
  form: [['police_type', 'device_id'], ['org_id', 'until'], 'reason'],
  views: {
    inForce: { label: ['Active', '生效中'], filter: { until_from: 'now' } },
  },
  actions: {
    end: action(['End now', '立即结束'], {
      sets: { until: '@now' },
      confirm: [
        'These alarms are notified and announced again from now on.',
        '此后这些报警将恢复通知与提示。',
      ],
      done: ['Mute ended |||| %{smart_count} mutes ended', '已结束 %{smart_count} 项静音'],
      icon: 'alarm',
    }),
  },
  sort: ['until', 'DESC'],
  empty: [
    'Alarms that are muted for some time appear here. Mute one on the alarm desk.',
    '限时静音的报警会列在这里。可在报警处理中设置静音。',
  ],
  menu: { group: 'operation', icon: 'mute' },
});

/** Message of an operator to the next shift, pinned on the alarm desk until another operator has read it. */
export const shiftNote = entity('shiftNote', ['Shift note', '交班留言'], {
  noun: ['shift note |||| shift notes', '交班留言'],
  fields: {
    text: f.text(['Note', '留言'], {
      required: true,
      max: 1000,
      multiline: true,
    }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name', on: reportedViews }),
    state: f.choice(
      ['State', '状态'],
      choices(
        [
          [0, 'Unread', '未读'],
          [1, 'Read', '已读'],
        ],
        { 0: 'warning', 1: 'success' },
        { forms: { 0: 'sign' } },
      ),
      { on: reportedViews },
    ),
    author_id: f.number(['Author', '留言人'], { integer: true, on: ['filter'] }),
    written_by: f.text(['Written by', '留言人'], { max: 80, on: reportedViews }),
    create_time: f.datetime(['Written', '留言时间'], { on: reportedViews }),
    read_by: f.text(['Read by', '阅读人'], { max: 80, on: reportedViews }),
    read_time: f.datetime(['Read at', '阅读时间'], { on: readViews }),
  },
  verbs: ['list', 'get', 'add', 'export'],
  columns: ['create_time', 'text', 'written_by', 'state', 'read_by', 'read_time'],
  filter: ['create_time', 'state', 'written_by', 'read_by', 'org_id'],
  views: {
    unread: { label: ['Unread', '未读'], filter: { state: [0] } },
  },
  stamps: { org_id: '@org', author_id: '@me', written_by: '@name', create_time: '@now' },
  states: { field: 'state', start: 0, moves: { read: [0, 1] } },
  actions: {
    read: action(['Mark as read', '标为已读'], {
      sets: { read_by: '@name', read_time: '@now' },
      anotherThan: 'author_id',
      deniedMessage: {
        state: ['The note has been read', '已有人阅读'],
        author_id: ['A user of the next shift marks the note as read', '由接班人员标为已读'],
      },
      done: [
        'Note marked as read |||| %{smart_count} notes marked as read',
        '已将 %{smart_count} 条留言标为已读',
      ],
      icon: 'enable',
    }),
  },
  sort: ['create_time', 'DESC'],
  empty: [
    'Notes for the next shift appear here, with who wrote and who read them.',
    '交班留言会列在这里，包括留言人与阅读人。',
  ],
  menu: { group: 'deviceRecord', icon: 'note' },
});

const takenNow = { taken_by: '@name', handler_id: '@me', take_time: '@now' } as const;

/** Maximum length of the note on a processed alarm. */
const NOTE = 400;

export const alertRecord = entity('alertRecord', ['Alarm', '报警记录'], {
  noun: ['alarm |||| alarms', '报警'],
  fields: {
    create_time: at,
    sn,
    severity: f.choice(['Severity', '级别'], alarmSeverity, {
      attended: { by: 'taken_by', done: ['state', 1, WITHDRAWN] },
    }),
    ...kind,
    fence_name: f.text(['Geofence', '围栏'], { max: 60, on: reportedViews }),
    fence_id: f.number(['Geofence', '围栏'], { integer: true, indexed: true, on: ['filter'] }),
    told_late: f.boolean(['Reported late', '补报'], { on: reportedViews }),
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
    }),
    // The database sets it: 10^13 times 6 for a critical alarm that no one has taken, to 1 for a minor one that is
    // taken, plus the time of the alarm, epoch ms; null once it is processed.
    urgency: f.number(['Urgency', '紧急程度'], { integer: true, on: ['list'] }),
    note_required: f.boolean(['Asks for a note', '处理时须填写说明'], { on: ['show'] }),
    muted: f.boolean(['Muted', '静音'], { on: reportedViews }),
    cleared_how: f.choice(['Cleared automatically', '自动消除'], clearedHow),
    cleared_time: f.datetime(['Cleared', '消除时间'], { on: reportedViews }),
    times: f.number(['Times reported', '上报次数'], { integer: true, on: readOnly.on }),
    last_time: f.datetime(['Last reported', '最后上报'], readOnly),
    raise_time: f.datetime(['Received', '获知时间'], { indexed: true, on: reportedViews }),
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
      sets: takenNow,
      deniedMessage: { handler_id: ['The alarm is already taken', '该报警已被受理'] },
      hiddenIfUnmet: true,
      done: [
        '%{police_type} of %{name} taken |||| %{smart_count} alarms taken',
        '已受理 %{smart_count} 条报警',
      ],
      undo: 'release',
      icon: 'person',
      shortcut: 'a',
    }),
    takeOver: action(['Take over', '改由我受理'], {
      on: 'row',
      when: { state: [0], handler_id: { above: 0 } },
      sets: takenNow,
      anotherThan: 'handler_id',
      deniedMessage: { handler_id: ['No other user has taken it', '没有其他人员受理该报警'] },
      confirm: [
        '%{taken_by} has had this alarm since %{take_time}. Take over?',
        '%{taken_by} 自 %{take_time} 起正在处理。是否改由您受理？',
      ],
      hiddenIfUnmet: true,
      grantedWith: 'take',
      done: [
        '%{police_type} of %{name} taken |||| %{smart_count} alarms taken',
        '已受理 %{smart_count} 条报警',
      ],
      icon: 'person',
      shortcut: 'a',
    }),
    release: action(['Release', '取消受理'], {
      when: { state: [0] },
      sets: { taken_by: null, handler_id: 0, take_time: null },
      onlyBy: 'handler_id',
      deniedMessage: {
        handler_id: ['Only the user who took it can release it', '只有受理人可以取消受理'],
      },
      hiddenIfUnmet: true,
      grantedWith: 'take',
      stateLabel: ['Taken by you', '您已受理'],
      done: [
        '%{police_type} of %{name} released |||| %{smart_count} alarms released',
        '已取消受理 %{smart_count} 条报警',
      ],
      icon: 'cancel',
      shortcut: 'r',
    }),
    process: action(['Process', '处理'], {
      when: { state: [0] },
      sets: {
        state: 1,
        processed_by: '@name',
        process_time: '@now',
        process_note: '@args.note',
      },
      requiredArgs: {
        note: {
          when: { note_required: [true] },
          message: ['Say what was found and done', '请填写发现的情况及处理结果'],
        },
      },
      selectsNext: true,
      done: [
        '%{police_type} of %{name} processed |||| %{smart_count} alarms processed',
        '已处理 %{smart_count} 条报警',
      ],
      shortcut: 'p',
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
      done: ['%{police_type} of %{name} muted', '已静音 %{name} 的%{police_type}'],
      icon: 'mute',
    }),
    assign: action(['Assign', '指派'], {
      when: { state: [0] },
      args: {
        oper_id: f.ref(['To', '指派给'], 'colleague', { required: true, via: 'operName' }),
        note: f.text(['Note', '处理说明'], { max: NOTE, multiline: true }),
      },
      done: [
        '%{police_type} of %{name} assigned |||| %{smart_count} alarms assigned',
        '已指派 %{smart_count} 条报警',
      ],
      icon: 'share',
    }),
  },
  side: {
    place: ['lat', 'lon'],
    extra: ['fence_name', 'place_name', 'cleared_how'],
    normal: { state: [0] },
    timeField: 'create_time',
  },
  timeline: {
    handling: {
      entity: 'alarmHistory',
      foreignField: 'alarm_id',
      localField: 'id',
      label: ['Handling', '处置'],
      icon: 'enable',
      title: ['event'],
      extra: ['who'],
      unbounded: true,
    },
    ...lockTimeline,
    // Their state is in the list beside the panel.
    fence: { ...lockTimeline.fence, title: ['police_type', 'fence_name'] },
    alarm: { ...lockTimeline.alarm, title: ['police_type'] },
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
  sort: ['urgency', 'DESC'],
  empty: [
    'Alarms raised by locks or the server appear here. Choose who is notified under Alarm settings.',
    '设备或平台产生的报警会列在这里。可在报警设置中指定接收人。',
  ],
  menu: { group, icon: 'alarm' },
});
