import type { AlarmKind, AlarmSeverity } from '../domain/alarm';
import type { Database } from '../server/db';
import { openWebhooks } from '../server/notify/webhook';
import { insertId, type NewDemo, orgAt } from './insert';

interface SeverityRule {
  /** Index of demoOrganisations. */
  readonly org: number;
  readonly kind: AlarmKind;
  readonly severity: AlarmSeverity;
  readonly closes: boolean;
}

/** Only kinds that are absent from the history close by themselves, because its alarms are processed by operators. */
const severities: readonly SeverityRule[] = [
  { org: 0, kind: 1012, severity: 3, closes: false },
  // Nine of ten alarms of the demo are crossings of geofences. As critical ones they would hide the tampering.
  { org: 0, kind: 2002, severity: 2, closes: false },
  { org: 0, kind: 2003, severity: 3, closes: false },
  { org: 0, kind: 1002, severity: 3, closes: true },
  { org: 0, kind: 2001, severity: 2, closes: false },
  { org: 1, kind: 1003, severity: 3, closes: true },
  { org: 1, kind: 1009, severity: 1, closes: false },
  { org: 2, kind: 1011, severity: 2, closes: false },
];

interface EscalationStep {
  /** Index of demoOrganisations. */
  readonly org: number;
  readonly severity: AlarmSeverity;
  readonly minutes: number;
  readonly language: 'zh_CN' | 'en_US';
  /** Phone numbers only: no mail account of the demo is enabled, and an unsent mail is retried for a day. */
  readonly phone: string | null;
  /** Notifies the operators on shift. */
  readonly isForShift: boolean;
}

const steps: readonly EscalationStep[] = [
  { org: 0, severity: 1, minutes: 15, language: 'zh_CN', phone: null, isForShift: true },
  { org: 0, severity: 1, minutes: 60, language: 'zh_CN', phone: '13800138001', isForShift: false },
  { org: 0, severity: 2, minutes: 480, language: 'zh_CN', phone: '13800138002', isForShift: true },
  { org: 1, severity: 1, minutes: 30, language: 'en_US', phone: '13900139001', isForShift: false },
];

/** Webhook to a receiver on this machine. It is switched off, so that a demo's server calls no address. */
export const RECEIVER = {
  url: 'http://127.0.0.1:9000/alarms',
  kinds: [1008, 1010, 2002],
} as const satisfies { url: string; kinds: readonly AlarmKind[] };

/** Seeds severities, escalation steps, and a webhook and a mail account that are switched off. */
export const seedAlarmRules = async (
  db: Database,
  { orgIds, shiftRole, now, translate }: NewDemo,
): Promise<void> => {
  for (const { org, kind, severity, closes } of severities) {
    await db
      .insertInto('alarmSeverity')
      .values({ org_id: orgAt(orgIds, org), police_type: kind, severity, closes })
      .execute();
  }
  for (const { org, severity, minutes, language, phone, isForShift } of steps) {
    await db
      .insertInto('alarmEscalation')
      .values({
        org_id: orgAt(orgIds, org),
        severity,
        minutes,
        language,
        phone,
        role_id: isForShift ? shiftRole : null,
        create_time: now,
      })
      .execute();
  }
  const webhook = await insertId(
    db
      .insertInto('webhook')
      .values({
        name: translate('Receiver on this machine'),
        org_id: orgAt(orgIds, 0),
        ...RECEIVER,
        enabled: false,
      })
      .returning('id'),
  );
  await openWebhooks(db, { allowPrivate: false }).makeSecret(db, webhook);
  await db
    .insertInto('emailKey')
    .values({
      sender: 'alarms@sealdesk.example',
      host: '127.0.0.1',
      port: 1025,
      security: 'none',
      enabled: false,
    })
    .execute();
};
