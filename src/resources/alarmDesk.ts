import { action, choices, entity, f } from '../config';
import { alarmKind } from '../domain/alarm';
import { demoShiftLabels } from '../domain/demoNames';

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
export const muteArgs = {
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
    device_id: f.ref(['Device', '设备'], 'device', {
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
      known: demoShiftLabels,
    }),
    created_by: f.text(['Muted by', '操作人'], {
      max: 80,
      on: ['list', 'filter', 'show', 'export'],
    }),
    create_time: f.datetime(['Created', '创建时间'], { on: ['list', 'show', 'export'] }),
  },
  check: ({ police_type, device_id }) =>
    police_type || device_id
      ? undefined
      : { police_type: ['Choose an alarm or a device', '请选择报警类型或设备'] },
  title: 'reason',
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
      known: demoShiftLabels,
    }),
    org_id: f.refTree(['Organisation', '机构'], 'org', {
      via: 'org_name',
      on: ['list', 'filter', 'show', 'export'],
    }),
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
      { on: ['list', 'filter', 'show', 'export'] },
    ),
    author_id: f.number(['Author', '留言人'], { integer: true, on: ['filter'] }),
    written_by: f.text(['Written by', '留言人'], {
      max: 80,
      on: ['list', 'filter', 'show', 'export'],
    }),
    create_time: f.datetime(['Written', '留言时间'], { on: ['list', 'filter', 'show', 'export'] }),
    read_by: f.text(['Read by', '阅读人'], { max: 80, on: ['list', 'filter', 'show', 'export'] }),
    read_time: f.datetime(['Read at', '阅读时间'], { on: ['list', 'show', 'export'] }),
  },
  title: 'text',
  verbs: ['list', 'get', 'add', 'export'],
  columns: ['create_time', 'text', 'written_by', 'state', 'read_by', 'read_time'],
  filter: ['create_time', 'state', 'written_by', 'read_by', 'org_id'],
  form: ['text'],
  views: {
    unread: { label: ['Unread', '未读'], filter: { state: [0] } },
  },
  actions: {
    read: action(['Mark as read', '标为已读'], {
      when: { state: [0] },
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
