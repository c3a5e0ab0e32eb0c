import type { AlarmKind } from '../../domain/alarm';
import { DAY, HOUR } from '../../domain/duration';
import type { NewRow } from '../../server/db';
import type { DemoText } from '../world/texts';
import type { Seeds } from './insert';

/** Webhook to a receiver on this machine. It is switched off, so that a demo's server calls no address. */
export const RECEIVER = {
  url: 'http://127.0.0.1:9000/alarms',
  kinds: [1008, 1010, 2002],
} as const satisfies { url: string; kinds: readonly AlarmKind[] };

/**
 * Rights of other organisations on locks of an operator's: the operator, those organisations, the first of the locks,
 * their number, a remark, and what is unusual. The last is revoked.
 */
const sealRights: readonly (readonly [
  login: string,
  to: readonly number[],
  first: number,
  count: number,
  remark: DemoText,
  right?: Partial<Pick<NewRow<'batchDisDevice'>, 'may_seal' | 'may_unseal' | 'state'>> & {
    readonly days?: number;
  },
])[] = [
  ['harbour', [3], 3, 4, 'Inspection at Yantian', { may_seal: false }],
  ['northern', [0], 0, 3, 'Tankers unloaded at the port'],
  ['customs', [0], 0, 2, 'Sealed again after inspection', { may_unseal: false, days: 90 }],
  ['harbour', [1, 3], 9, 2, 'One trip, over', { state: 2 }],
];

/** Owner, name, report, period, grouping, and whether colleagues see it. */
const savedReports = [
  ['harbour', 'Alarms by type, last week', 'alarms', 'lastWeek', 'police_type', true],
  ['harbour', 'Sealing and unsealing today', 'locking', 'today', null, true],
  ['harbour', 'Failed commands', 'commands', '7d', 'state', false],
  ['northern', 'Alarms of the tankers', 'alarms', '7d', null, true],
] as const;

/** Settings, notes and rights that operators have made before a demo with a history starts. */
export const desk: Seeds = {
  // Only kinds that are absent from the history close by themselves, because its alarms are processed by operators.
  alarmSeverity: ({ org }) => [
    { org_id: org(0), police_type: 1012, severity: 3, closes: false },
    // Nine of ten alarms of the demo are crossings of geofences. As critical ones they would hide the tampering.
    { org_id: org(0), police_type: 2002, severity: 2, closes: false },
    { org_id: org(0), police_type: 2003, severity: 3, closes: false },
    { org_id: org(0), police_type: 1002, severity: 3, closes: true },
    { org_id: org(0), police_type: 2001, severity: 2, closes: false },
    { org_id: org(1), police_type: 1003, severity: 3, closes: true },
    { org_id: org(1), police_type: 1009, severity: 1, closes: false },
    { org_id: org(2), police_type: 1011, severity: 2, closes: false },
  ],
  // Phone numbers only: no mail account of the demo is enabled, and an unsent mail is retried for a day.
  alarmEscalation: ({ own, by }) => {
    const { role_id } = by('shift');
    const haulers = { ...own(0), language: 'zh_CN' } as const;
    return [
      { ...haulers, severity: 1, minutes: 15, role_id },
      { ...haulers, severity: 1, minutes: 60, phone: '13800138001' },
      { ...haulers, severity: 2, minutes: 480, phone: '13800138002', role_id },
      { ...own(1), language: 'en_US', severity: 1, minutes: 30, phone: '13900139001' },
    ];
  },
  webhook: ({ org, translate }) => [
    { name: translate('Receiver on this machine'), org_id: org(0), ...RECEIVER, enabled: false },
  ],
  emailKey: () => [
    {
      ...{ sender: 'alarms@sealdesk.example', host: '127.0.0.1', port: 1025 },
      ...{ security: 'none', enabled: false },
    },
  ],
  // The second is over.
  alarmMute: ({ org, by, devices, now, translate }) => [
    {
      ...{ police_type: 1011, org_id: org(0), created_by: by('harbour').operName },
      device_id: devices.find(({ sn }) => sn === 'SD2600013')?.id ?? null,
      ...{ create_time: now - 5 * HOUR, until: now + 2 * DAY },
      reason: translate('Loose bracket, repair on Friday'),
    },
    {
      ...{ police_type: 2001, org_id: org(1), created_by: by('northern').operName },
      ...{ create_time: now - 2 * DAY, until: now - DAY },
      reason: translate('On the ferry until the evening'),
    },
  ],
  // The first is unread.
  shiftNote: ({ org, by, now, translate }) => {
    const [harbour, shift] = [by('harbour'), by('shift')];
    return [
      {
        text: translate('Yantian gate 3 stays open until 06:00'),
        ...{ org_id: org(0), state: 0, create_time: now - 3 * HOUR },
        ...{ author_id: shift.id, written_by: shift.operName },
      },
      {
        text: translate('The battery of SD2600016 is nearly empty. The carrier knows.'),
        ...{ org_id: org(0), state: 1, create_time: now - 11 * HOUR },
        ...{ author_id: harbour.id, written_by: harbour.operName },
        ...{ read_by: shift.operName, read_time: now - 10 * HOUR },
      },
    ];
  },
  // A small demo may leave an organisation without locks.
  batchDisDevice: ({ org, by, devices, pastMs, now, translate }) =>
    sealRights.flatMap(([login, to, first, count, remark, { days, ...right } = {}], i) => {
      const { org_id, operName: oper } = by(login);
      const own = devices.filter((device) => device.org_id === org_id);
      const lent = own.slice(first, first + count).map(({ id }) => id);
      const row = {
        ...{ may_seal: true, may_unseal: true, state: 1 as const, ...right, org_id, oper },
        ...{ orgs: to.map(org), devices: lent, remark: translate(remark) },
        ...(days && { ends: now + days * DAY }),
        create_time: Math.round(now - (pastMs * (i + 1)) / 8),
      };
      return lent.length > 0 ? [row] : [];
    }),
  // None is sent by mail, since no mail account of the demo is enabled.
  savedReport: ({ by, translate }) =>
    savedReports.map(([login, name, report, period, group_by, shared]) => {
      const { id: oper_id, operName: owner, org_id } = by(login);
      return {
        ...{ oper_id, owner, org_id, report_name: translate(name), report, period, group_by },
        ...{ shared, zone: 'Asia/Shanghai', every: 'never' },
      };
    }),
};
