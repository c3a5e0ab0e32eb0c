import type { AlarmKind } from '../../domain/alarm';
import { DAY, HOUR } from '../../domain/duration';
import type { Database } from '../../server/db';
import { openWebhooks } from '../../server/notify/webhook';
import { type NewDemo, plant, required } from './insert';

/** Webhook to a receiver on this machine. It is switched off, so that a demo's server calls no address. */
export const RECEIVER = {
  url: 'http://127.0.0.1:9000/alarms',
  kinds: [1008, 1010, 2002],
} as const satisfies { url: string; kinds: readonly AlarmKind[] };

/** Seeds severities, escalation, and a webhook and a mail account that are switched off. */
export const seedAlarmRules = async (
  db: Database,
  { org, shiftRole, now, translate }: NewDemo,
): Promise<void> => {
  const [hauler, tankers, yard] = [org(0), org(1), org(2)];
  // Only kinds that are absent from the history close by themselves, because its alarms are processed by operators.
  await plant(db, 'alarmSeverity', [
    { org_id: hauler, police_type: 1012, severity: 3, closes: false },
    // Nine of ten alarms of the demo are crossings of geofences. As critical ones they would hide the tampering.
    { org_id: hauler, police_type: 2002, severity: 2, closes: false },
    { org_id: hauler, police_type: 2003, severity: 3, closes: false },
    { org_id: hauler, police_type: 1002, severity: 3, closes: true },
    { org_id: hauler, police_type: 2001, severity: 2, closes: false },
    { org_id: tankers, police_type: 1003, severity: 3, closes: true },
    { org_id: tankers, police_type: 1009, severity: 1, closes: false },
    { org_id: yard, police_type: 1011, severity: 2, closes: false },
  ]);
  // Phone numbers only: no mail account of the demo is enabled, and an unsent mail is retried for a day.
  const haulers = { org_id: hauler, language: 'zh_CN', create_time: now } as const;
  const northern = { org_id: tankers, language: 'en_US', create_time: now } as const;
  await plant(db, 'alarmEscalation', [
    { ...haulers, severity: 1, minutes: 15, role_id: shiftRole },
    { ...haulers, severity: 1, minutes: 60, phone: '13800138001' },
    { ...haulers, severity: 2, minutes: 480, phone: '13800138002', role_id: shiftRole },
    { ...northern, severity: 1, minutes: 30, phone: '13900139001' },
  ]);
  const name = translate('Receiver on this machine');
  const [webhook] = await plant(db, 'webhook', [
    { name, org_id: hauler, ...RECEIVER, enabled: false },
  ]);
  await openWebhooks(db, { allowPrivate: false }).makeSecret(db, required(webhook, 'webhook'));
  const account = { sender: 'alarms@sealdesk.example', host: '127.0.0.1', port: 1025 };
  await plant(db, 'emailKey', [{ ...account, security: 'none', enabled: false }]);
};

/** Seeds muted alarms, of which one is over, and notes, of which one is unread. */
export const seedShift = async (
  db: Database,
  { by, devices, now, translate }: NewDemo,
): Promise<void> => {
  const [harbour, shift, northern] = [by('harbour'), by('shift'), by('northern')];
  await plant(db, 'alarmMute', [
    {
      police_type: 1011,
      device_id: devices.find(({ sn }) => sn === 'SD2600013')?.id ?? null,
      org_id: harbour.org_id,
      until: now + 2 * DAY,
      reason: translate('Loose bracket, repair on Friday'),
      created_by: harbour.operName,
      create_time: now - 5 * HOUR,
    },
    {
      police_type: 2001,
      org_id: northern.org_id,
      until: now - DAY,
      reason: translate('On the ferry until the evening'),
      created_by: northern.operName,
      create_time: now - 2 * DAY,
    },
  ]);
  await plant(db, 'shiftNote', [
    {
      text: translate('Yantian gate 3 stays open until 06:00'),
      org_id: shift.org_id,
      state: 0,
      author_id: shift.id,
      written_by: shift.operName,
      create_time: now - 3 * HOUR,
    },
    {
      text: translate('The battery of SD2600016 is nearly empty. The carrier knows.'),
      org_id: harbour.org_id,
      state: 1,
      author_id: harbour.id,
      written_by: harbour.operName,
      create_time: now - 11 * HOUR,
      read_by: shift.operName,
      read_time: now - 10 * HOUR,
    },
  ]);
};

/** Index of the organisation, kind of notices, language, phone numbers and mail address. */
const settings = [
  [0, 1, 'zh_CN', '13800138001', null],
  [0, 5, 'zh_CN', '13800138001,13800138002', 'gate@harbour.example'],
  // Empty values are inherited from the organisation.
  [0, null, null, null, 'gate@harbour.example'],
  [1, 3, 'en_US', '13900139001', 'operations@northern.example'],
  [1, 1, 'en_US', null, 'operations@northern.example'],
] as const;

/** Seeds alarm settings of two organisations, and of their last locks. */
export const seedAlarmConfigs = async (
  db: Database,
  { org, devices }: Pick<NewDemo, 'devices' | 'org'>,
): Promise<void> => {
  const seals = devices.filter(({ sn }) => sn.startsWith('SD')).reverse();
  const lastLocks = [0, 1].map((index) => seals.filter(({ org_id }) => org_id === org(index)));
  const ofLocks = settings.flatMap(([index, receive_type, language, phone, mail_box]) => {
    const device_id = lastLocks[index]?.shift()?.id;
    const sends = { is_phone_config: phone !== null, is_mail_config: mail_box !== null };
    const row = { org_id: org(index), receive_type, language, ...sends, phone, mail_box };
    return device_id === undefined ? [] : [{ device_id, ...row }];
  });
  // No channel is enabled; at night the second organisation would get critical alarms only.
  const off = { is_phone_config: false, is_mail_config: false };
  const quiet_time = { days: [], from: '22:00', to: '06:00', zone: 'Asia/Shanghai' };
  await plant(db, 'alarmConfig', [
    ...ofLocks,
    {
      ...{ org_id: org(0), receive_type: 3, language: 'zh_CN', phone: '13800138001', ...off },
      is_quiet_config: false,
    },
    {
      ...{ org_id: org(1), receive_type: 1, language: 'en_US', ...off },
      ...{ is_quiet_config: true, quiet_time },
    },
  ]);
};
