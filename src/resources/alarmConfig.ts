import { choices, entity, f } from '../config';
import { ALARM_PHONES } from '../domain/phones';
import { receiveType } from '../domain/receiveType';

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
    required: true,
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
