import { action, choices, entity, type FieldOptions, f, readViews, reportedViews } from '../config';
import {
  ALARM_PHONES,
  ALARM_VALUES,
  type AlarmValue,
  alarmEvent,
  alarmKind,
  alarmSeverity,
  clearedHow,
  gradeOrigin,
  receiveType,
} from '../domain/alarm';
import { MINUTES } from '../domain/figures';

/** Names of the languages on the wire. */
export const language = choices([
  ['zh_CN', 'Chinese', '中文'],
  ['en_US', 'English', '英文'],
]);

const group = { group: 'operation', icon: 'alarm' } as const;

/** Channels by which a lock's alarms are notified. */
const notifiedBy = choices(
  [
    [0, 'No one', '无人接收'],
    [1, 'By SMS', '短信'],
    [2, 'By mail', '邮件'],
    [3, 'By SMS and mail', '短信和邮件'],
  ],
  { 0: 'warning' },
);

const notificationLanguage = f.choice(['Language', '通知语言'], language, {
  required: true,
  initial: 'zh_CN',
});

const orgHelp = ['Your own organisation if left empty', '留空则为您所在的机构'] as const;

const alarmValues = (options: Pick<FieldOptions, 'unset' | 'on'>) =>
  ({
    receive_type: f.choice(['Events to send', '接收类型'], receiveType, options),
    language: f.choice(['Language', '通知语言'], language, options),
    is_phone_config: f.boolean(['By SMS', '短信通知'], options),
    phone: f.phones(['Phones', '手机号'], {
      ...options,
      help: [
        `Up to ${ALARM_PHONES} numbers with 11 digits, separated by English commas`,
        `最多 ${ALARM_PHONES} 个 11 位手机号，用英文逗号分隔`,
      ],
    }),
    is_mail_config: f.boolean(['By mail', '邮件通知'], options),
    mail_box: f.email(['E-mail', '邮箱'], { ...options, help: ['One address', '仅支持一个邮箱'] }),
    is_quiet_config: f.boolean(['Quiet hours', '免打扰'], options),
    quiet_time: f.weekTimes(['Quiet time', '免打扰时段'], {
      ...options,
      help: [
        'Only critical alarms are sent then. The others are in the console',
        '该时段仅发送紧急报警，其余报警可在控制台查看',
      ],
    }),
  }) satisfies Record<AlarmValue, unknown>;

const inherited = alarmValues({ unset: ['Inherited', '沿用上级'] });

/** Arguments of an update of many locks. Empty values stay unchanged. */
export const alarmArgs = alarmValues({ unset: ['Do not change', '保持不变'] });

/** Settings to reset to the inherited value. */
export const inheritArgs = {
  values: f.choices(
    ['Values', '设置项'],
    choices(ALARM_VALUES.map((name) => [name, ...inherited[name].label] as const)),
    { help: ['Leave empty for all', '不选则为全部'] },
  ),
};

const configColumns = [
  'device_id',
  'device_type_id',
  'org_id',
  'receive_type',
  'is_phone_config',
  'phone',
  'is_mail_config',
  'mail_box',
] as const;

/** Recipients and kinds of notified alarms: of a lock, a device type or an organisation. */
export const alarmConfig = entity('alarmConfig', ['Alarm settings', '报警设置'], {
  noun: ['alarm settings', '报警设置'],
  fields: {
    device_id: f.ref(['Lock', '设备'], 'device', {
      unique: true,
      fixed: true,
      via: 'sn',
      help: [
        'Leave empty for all devices of the type or organisation that have no settings of their own',
        '留空则对该类型或该机构下未单独设置的全部设备生效',
      ],
    }),
    device_type_id: f.ref(['Device type', '设备类型'], 'deviceType', {
      via: 'device_type',
      fixed: true,
      help: ['Leave empty for all types', '留空则适用于所有类型'],
    }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name', on: reportedViews }),
    set_for: f.refTree(['Organisation', '机构'], 'org', {
      virtual: true,
      on: ['create'],
      help: orgHelp,
    }),
    ...inherited,
  },
  check: ({ device_id, device_type_id, ...values }) => {
    if (device_id && device_type_id) {
      return {
        device_type_id: ['Choose either a device or a device type', '设备与设备类型只能选其一'],
      };
    }
    return ALARM_VALUES.every((name) => (values[name] ?? '') === '')
      ? { receive_type: ['Set at least one value', '请至少设置一项'] }
      : undefined;
  },
  columns: configColumns,
  filter: configColumns,
  form: [
    'device_id',
    ['device_type_id', 'set_for'],
    ['receive_type', 'language'],
    ['is_phone_config', 'phone'],
    ['is_mail_config', 'mail_box'],
    'is_quiet_config',
    'quiet_time',
  ],
  actions: {
    test: action(['Send test', '发送测试'], { on: 'row', icon: 'send' }),
  },
  related: [
    {
      entity: 'alarmReceiver',
      foreignField: 'org_id',
      localField: 'org_id',
      label: ['Recipients', '接收人'],
      empty: ['No locks in this organisation.', '该机构没有设备。'],
      granted: true,
    },
  ],
  empty: [
    'No one is notified of these devices’ alarms yet. Select devices under Devices to set many at once, or add settings for a type or an organisation.',
    '尚未设置报警接收人。可在设备列表中选择多台设备统一设置，或为设备类型、机构添加设置。',
  ],
  menu: group,
});

/** Effective recipients of each lock's alarms, and the source of each setting. */
export const alarmReceiver = entity('alarmReceiver', ['Alarm recipients', '报警接收人'], {
  noun: ['alarm recipient |||| alarm recipients', '报警接收人'],
  fields: {
    sn: f.lock(['SN', '设备号'], { max: 32, via: 'device_name' }),
    device_name: f.text(['Name', '设备名称'], { max: 60 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    device_type_id: f.ref(['Device type', '设备类型'], 'deviceType', { via: 'device_type' }),
    told: f.choice(['Notified', '通知方式'], notifiedBy),
    // In a detail these are shown with their source instead.
    ...alarmValues({ on: ['list', 'filter', 'export'] }),
    settled: f.json(['Set by', '设置来源'], { on: ['list', 'show'] }),
  },
  nameField: 'device_name',
  derived: true,
  verbs: ['list', 'get', 'export'],
  columns: ['sn', 'told', 'receive_type', 'phone', 'mail_box', 'settled'],
  card: ['told', 'receive_type', 'is_phone_config', 'phone', 'mail_box'],
  filter: ['sn', 'org_id', 'device_type_id', 'told', 'phone', 'mail_box'],
  empty: [
    'Each lock appears here with who is notified of its alarms, and where that is set.',
    '每台设备的报警接收人及其设置来源会列在这里。',
  ],
  menu: group,
});

/** Severity of an alarm kind in an organisation. Descendants without their own rule inherit it. */
export const alarmSeverityRule = entity('alarmSeverity', ['Alarm severity', '报警级别'], {
  noun: ['alarm severity |||| alarm severities', '报警级别'],
  fields: {
    org_id: f.refTree(['Organisation', '机构'], 'org', {
      required: true,
      via: 'org_name',
      help: [
        'Organisations below inherit it unless they have their own',
        '下级机构未单独设置时沿用上级设置',
      ],
    }),
    police_type: f.choice(['Alarm', '报警类型'], alarmKind, { required: true, unique: 'org' }),
    severity: f.choice(['Severity', '级别'], alarmSeverity, { required: true }),
    closes: f.boolean(['Close when cleared automatically', '自动消除后关闭'], {
      initial: false,
      help: ['Otherwise a user must still process it', '否则仍需人工处理'],
    }),
    note_required: f.boolean(['Ask for a note', '处理时须填写说明'], {
      unset: ['If it is critical', '仅紧急报警'],
    }),
  },
  title: 'police_type',
  filter: ['org_id', 'police_type', 'severity'],
  form: [['org_id', 'police_type'], ['severity', 'closes'], 'note_required'],
  related: [
    {
      entity: 'alarmGrade',
      foreignField: 'police_type',
      localField: 'police_type',
      label: ['Effective severity', '生效级别'],
      empty: ['No organisations to show.', '没有可显示的机构。'],
      granted: true,
    },
  ],
  empty: [
    'Each type of alarm has a default severity, which the page of an organisation shows. Add a row to change it for your organisation.',
    '各类报警采用默认级别，机构详情中可查看生效级别。如需调整请在此设置。',
  ],
  menu: group,
});

/** Effective severity of each alarm kind per organisation, and its source. */
export const alarmGrade = entity('alarmGrade', ['Effective severity', '生效级别'], {
  noun: ['effective severity |||| effective severities', '生效级别'],
  fields: {
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    police_type: f.choice(['Alarm', '报警类型'], alarmKind),
    severity: f.choice(['Severity', '级别'], alarmSeverity),
    closes: f.boolean(['Close when cleared automatically', '自动消除后关闭'], { on: readViews }),
    note_required: f.boolean(['Ask for a note', '处理时须填写说明'], { on: readViews }),
    origin: f.choice(['Source', '来源'], gradeOrigin),
    set_by: f.text(['Set by', '设置机构'], { max: 100 }),
  },
  title: 'police_type',
  derived: true,
  verbs: ['list', 'get', 'export'],
  card: ['org_id', 'severity', 'closes', 'origin', 'set_by'],
  filter: ['org_id', 'police_type', 'severity', 'origin', 'set_by'],
  sort: ['org_id', 'ASC'],
  empty: [
    'Each type of alarm appears here with its effective severity for each organisation, and who set it.',
    '各机构每类报警的生效级别及其设置机构会列在这里。',
  ],
  menu: group,
});

export const alarmEscalation = entity('alarmEscalation', ['Alarm escalation', '报警升级'], {
  noun: ['escalation step |||| escalation steps', '升级步骤'],
  fields: {
    org_id: f.refTree(['Organisation', '机构'], 'org', {
      required: true,
      via: 'org_name',
      help: [
        'Organisations below inherit the steps unless they have their own for this severity',
        '下级机构未单独设置该级别时沿用上级设置',
      ],
    }),
    severity: f.choice(['Severity', '级别'], alarmSeverity, { required: true, initial: 1 }),
    minutes: f.number(['If not taken within', '未受理时长'], {
      required: true,
      integer: true,
      min: 1,
      max: 10_080,
      unit: MINUTES,
    }),
    language: notificationLanguage,
    mail_box: f.email(['E-mail', '邮箱']),
    phone: f.phones(['Phones', '手机号']),
    role_id: f.ref(['Users with the role', '通知角色'], 'role', {
      via: 'roleName',
      help: [
        'Users of this organisation with a phone number get an SMS',
        '短信通知本机构中该角色且已填写手机号的用户',
      ],
    }),
    create_time: f.datetime(['Created', '创建时间'], { on: readViews }),
  },
  check: ({ mail_box, phone, role_id }) =>
    mail_box || phone || role_id
      ? undefined
      : { mail_box: ['Enter who to notify', '请填写通知对象'] },
  title: 'minutes',
  verbs: ['list', 'get', 'add', 'update', 'delete', 'export'],
  card: ['org_id', 'severity', 'mail_box', 'phone', 'role_id'],
  filter: ['org_id', 'severity', 'mail_box', 'phone'],
  form: [['org_id', 'severity'], ['minutes', 'language'], 'mail_box', 'phone', 'role_id'],
  sort: ['minutes', 'ASC'],
  empty: [
    'Alarms that no one takes keep waiting. Add a step to notify others after some minutes.',
    '无人受理的报警会一直等待。可添加升级步骤，超时后通知其他人员。',
  ],
  menu: group,
});

export const webhook = entity('webhook', ['Webhook', '事件推送'], {
  noun: ['webhook |||| webhooks', '事件推送'],
  fields: {
    name: f.text(['Name', '名称'], {
      required: true,
      max: 60,
      unique: 'org',
    }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name', help: orgHelp }),
    url: f.text(['Address', '推送地址'], {
      required: true,
      max: 400,
      pattern: /^https?:\/\/[^\s/?#@]+([/?][^\s#]*)?$/,
      message: ['Enter an address that starts with https://', '以 https:// 开头的地址'],
    }),
    kinds: f.choices(['Alarms', '报警类型'], alarmKind, {
      help: ['Leave empty for all', '不选则推送全部'],
    }),
    enabled: f.boolean(['Enabled', '启用'], { initial: true }),
    has_secret: f.boolean(['Has a secret', '已有密钥'], { initial: false, on: ['list', 'show'] }),
  },
  verbs: ['list', 'get', 'add', 'update', 'delete'],
  filter: ['name', 'org_id', 'url', 'enabled'],
  form: [['name', 'org_id'], 'url', 'kinds', 'enabled'],
  actions: {
    newSecret: action(['Create secret', '生成密钥'], {
      on: 'row',
      confirm: [
        'This creates a new secret and shows it once. Calls are signed with it from now on, so your system refuses them until you enter it there.',
        '将生成新密钥，且仅显示一次。在您的系统更新密钥之前，推送将无法通过校验。',
      ],
      icon: 'key',
    }),
    test: action(['Send test', '发送测试'], {
      on: 'row',
      when: { has_secret: [true] },
      deniedMessage: { has_secret: ['Create a secret first', '请先生成密钥'] },
      icon: 'send',
    }),
  },
  related: [
    {
      entity: 'noticeRecord',
      foreignField: 'webhook_id',
      localField: 'id',
      empty: ['Nothing sent yet.', '尚无推送记录。'],
    },
  ],
  empty: [
    'Send signed alarms to your own systems. Add an address, then create its secret.',
    '报警可签名推送至您自己的系统。请先添加地址，再生成密钥。',
  ],
  menu: group,
});

const channel = choices([
  ['mail', 'Mail', '邮件'],
  ['webhook', 'Webhook', '事件推送'],
]);

const noticeState = choices(
  [
    [1, 'Sent', '已发送'],
    [2, 'Failed', '发送失败'],
    [3, 'Waiting to retry', '等待重试'],
  ],
  { 1: 'success', 2: 'error', 3: 'warning' },
  { forms: { 3: 'sign' } },
);

/** Attempts to send a mail or to call a webhook. */
export const noticeRecord = entity('noticeRecord', ['Notification', '发送记录'], {
  noun: ['notification |||| notifications', '发送记录'],
  fields: {
    create_time: f.datetime(['Time', '时间'], { indexed: true }),
    channel: f.choice(['Channel', '方式'], channel),
    recipient: f.text(['To', '接收方'], { max: 400 }),
    account: f.text(['From', '发送账号'], { max: 254 }),
    subject: f.text(['Subject', '主题'], { max: 400 }),
    events: f.number(['Messages', '消息数'], { integer: true, on: readViews }),
    sn: f.lock(['SN', '设备号'], { max: 32, indexed: true }),
    state: f.choice(['State', '状态'], noticeState),
    reason: f.text(['Reason', '原因'], { max: 400, on: readViews }),
    tries: f.number(['Attempts', '尝试次数'], { integer: true, on: readViews }),
    webhook_id: f.number(['Webhook', '事件推送'], { integer: true, indexed: true, on: ['filter'] }),
  },
  title: 'recipient',
  record: { time: 'create_time' },
  columns: ['create_time', 'channel', 'recipient', 'subject', 'state', 'reason', 'account'],
  filter: ['create_time', 'channel', 'recipient', 'sn', 'state'],
  sort: ['create_time', 'DESC'],
  empty: [
    'Each mail and webhook call appears here with its result.',
    '每封邮件和每次事件推送及其结果都会列在这里。',
  ],
  menu: { group: 'system', icon: 'mail' },
});

/** Enabled operators, to whom alarms are assigned and lists are mailed. Their addresses are not readable. */
export const colleague = entity('colleague', ['Colleague', '同事'], {
  noun: ['colleague |||| colleagues', '同事'],
  fields: {
    operName: f.text(['Name', '姓名'], { max: 40 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    has_email: f.boolean(['Has an e-mail address', '有邮箱'], { on: readViews }),
  },
  derived: true,
  verbs: ['list', 'get'],
  sort: ['operName', 'ASC'],
  menu: { group: 'deviceRecord', icon: 'person' },
});

/** Steps of handling an alarm: taken, assigned, processed, cleared. */
export const alarmHistory = entity('alarmHistory', ['Alarm handling', '报警处置'], {
  noun: ['handling step |||| handling steps', '处置记录'],
  fields: {
    create_time: f.datetime(['Time', '时间']),
    alarm_id: f.number(['Alarm', '报警编号'], { integer: true, on: ['filter', 'export'] }),
    sn: f.lock(['SN', '设备号'], { max: 32 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', {
      via: 'org_name',
      on: ['filter', 'show', 'export'],
    }),
    event: f.choice(['Event', '事项'], alarmEvent),
    who: f.text(['Who', '操作人'], { max: 80 }),
    how: f.choice(['Reason', '依据'], clearedHow),
    detail: f.text(['Detail', '详情'], { max: 400 }),
  },
  title: 'sn',
  derived: true,
  verbs: ['list', 'get', 'export'],
  columns: ['create_time', 'sn', 'event', 'who'],
  filter: ['create_time', 'sn', 'event', 'who', 'alarm_id'],
  sort: ['create_time', 'DESC'],
  empty: [
    'Who took, assigned and processed alarms appears here.',
    '报警的处理过程会列在这里：何人受理、转交与处理。',
  ],
  menu: { group: 'deviceRecord', icon: 'history' },
});
