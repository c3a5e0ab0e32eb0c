import { choices, entity, f } from '../config';
import { ALARM_PHONES, MOST_SMS_PER_DAY, receiveType } from '../domain/alarm';

/** The wire's names of the languages. */
const language = choices([
  ['zh_CN', 'Chinese', '中文'],
  ['en_US', 'English', '英文'],
]);

/** What is set for a lock, by a form or for many at once. */
export const alarmArgs = {
  receive_type: f.choice(['What is sent', '接收类型'], receiveType, { required: true, initial: 1 }),
  language: f.choice(['Language', '通知语言'], language, { required: true, initial: 'zh_CN' }),
  is_phone_config: f.boolean(['By SMS', '短信通知'], { initial: false }),
  phone: f.phones(['Phones', '手机号'], {
    when: { is_phone_config: [true] },
    help: [
      `Up to ${ALARM_PHONES} numbers of 11 digits, separated by English commas`,
      `最多 ${ALARM_PHONES} 个 11 位手机号，用英文逗号分隔`,
    ],
  }),
  is_mail_config: f.boolean(['By mail', '邮件通知'], { initial: false }),
  mail_box: f.email(['Mailbox', '邮箱'], {
    required: true,
    when: { is_mail_config: [true] },
    help: ['One address', '仅支持一个邮箱'],
  }),
};

/** To whom a lock's alarms go, and which. Specification sections 3 and 5. */
export const alarmConfig = entity('alarmConfig', ['Alarm settings', '报警设置'], {
  fields: {
    device_id: f.ref(['Device', '设备'], 'device', {
      required: true,
      unique: true,
      fixed: true,
      via: 'sn',
    }),
    ...alarmArgs,
  },
  filter: ['device_id', 'receive_type', 'is_phone_config', 'phone', 'is_mail_config', 'mail_box'],
  form: [
    'device_id',
    ['receive_type', 'language'],
    'is_phone_config',
    'phone',
    'is_mail_config',
    'mail_box',
  ],
  empty: [
    'Nobody is told of the alarms of these devices yet. Choose devices in their list to set many at once.',
    '尚未设置任何设备的报警接收人。可在设备列表中选择多台设备统一设置。',
  ],
  menu: { group: 'operation', icon: 'alarm' },
});

const smsState = choices(
  [
    [1, 'Sent', '已发送'],
    [2, 'Failed', '发送失败'],
  ],
  { 1: 'success', 2: 'error' },
);

export const smsRecord = entity('smsRecord', ['SMS record', '短信记录'], {
  fields: {
    create_time: f.datetime(['Time', '时间'], { indexed: true }),
    sn: f.text(['SN', '设备号'], { max: 32, indexed: true }),
    phone: f.text(['Phone', '手机号'], { max: 20, indexed: true }),
    content: f.text(['Text', '内容'], { max: 400, on: ['list', 'show', 'export'] }),
    state: f.choice(['State', '状态'], smsState),
    message: f.text(['Answer', '返回信息'], { max: 400, on: ['list', 'show', 'export'] }),
  },
  title: 'sn',
  record: { time: 'create_time' },
  filter: ['create_time', 'sn', 'phone', 'state'],
  sort: ['create_time', 'DESC'],
  empty: [
    'Each text message that an alarm sends to a phone is listed here.',
    '报警发送到手机的每条短信都会列在这里。',
  ],
  menu: { group: 'textMessage', icon: 'sms' },
});

const counted = ['list', 'show', 'export'] as const;

/** Text messages of an organisation: those it bought, used and has left. */
export const smsStatistics = entity('SmsStatistics', ['SMS statistics', '短信统计'], {
  fields: {
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    used: f.number(['Used', '已使用'], { integer: true, on: counted }),
    not_used: f.number(['Not used', '未使用'], { integer: true, on: counted }),
    total: f.number(['Total', '总数'], { integer: true, on: counted }),
    used_today: f.number(['Used today', '今日使用'], { integer: true, on: counted }),
  },
  derived: true,
  verbs: ['list', 'get', 'export'],
  filter: ['org_id'],
  chart: ['used', 'not_used'],
  related: [{ entity: 'smsDevice', their: 'org_id', our: 'org_id' }],
  menu: { group: 'textMessage', icon: 'chart' },
});

/** Text messages of one lock; a day has only so many. */
export const smsDevice = entity('smsDevice', ['SMS per device', '设备短信统计'], {
  fields: {
    sn: f.text(['SN', '设备号'], { max: 32 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    used: f.number(['Used', '已使用'], { integer: true, on: counted }),
    used_today: f.number(['Used today', '今日使用'], { integer: true, on: counted }),
    left_today: f.number(['Left today', '今日剩余'], {
      integer: true,
      on: counted,
      max: MOST_SMS_PER_DAY,
    }),
  },
  derived: true,
  verbs: ['list', 'get', 'export'],
  filter: ['sn', 'org_id'],
  sort: ['used', 'DESC'],
  menu: { group: 'textMessage', icon: 'chart' },
});
