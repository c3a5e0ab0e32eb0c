import { DAY } from '../../domain/duration';
import { PROTOCOL } from '../../domain/family';
import { JOB } from '../../domain/job';
import { operatorOf } from '../../server/auth';
import type { Database, NewRow } from '../../server/db';
import { openJobQueue } from '../../server/jobs';
import { consecutiveNumbers } from '../../server/rules/batch';
import { containerName } from '../locks/locks';
import type { DemoText } from '../world/texts';
import { type NewDemo, plant, required } from './insert';

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

/** A small demo may leave an organisation without locks. */
export const seedSealRights = async (
  db: Database,
  { org, by, devices, pastMs, now, translate }: NewDemo,
): Promise<void> => {
  const rows = sealRights.map(([login, to, first, count, remark, { days, ...right } = {}], i) => {
    const { org_id, operName: oper } = by(login);
    const own = devices.filter((device) => device.org_id === org_id);
    return {
      ...{ may_seal: true, may_unseal: true, state: 1 as const, ...right, org_id, oper },
      orgs: to.map(org),
      devices: own.slice(first, first + count).map(({ id }) => id),
      remark: translate(remark),
      ...(days && { ends: now + days * DAY }),
      create_time: Math.round(now - (pastMs * (i + 1)) / 8),
    };
  });
  await plant(
    db,
    'batchDisDevice',
    rows.filter((row) => row.devices.length > 0),
  );
};

/** Owner, name, report, period, grouping, and whether colleagues see it. */
const savedReports = [
  ['harbour', 'Alarms by type, last week', 'alarms', 'lastWeek', 'police_type', true],
  ['harbour', 'Sealing and unsealing today', 'locking', 'today', null, true],
  ['harbour', 'Failed commands', 'commands', '7d', 'state', false],
  ['northern', 'Alarms of the tankers', 'alarms', '7d', null, true],
] as const;

/** None is sent by mail, since no mail account of the demo is enabled. */
export const seedSavedReports = async (db: Database, { by, translate }: NewDemo): Promise<void> => {
  const rows = savedReports.map(([login, name, report, period, group_by, shared]) => {
    const { id: oper_id, operName: owner, org_id } = by(login);
    return {
      ...{ oper_id, owner, org_id, report_name: translate(name), report, period, group_by, shared },
      ...{ zone: 'Asia/Shanghai', every: 'never' as const },
    };
  });
  await plant(db, 'savedReport', rows);
};

interface Import<T extends 'batchAddDevice' | 'batchAddICCard'> {
  readonly entity: T;
  readonly login: string;
  /** Form of the import. */
  readonly form: Omit<NewRow<T>, 'create_time' | 'oper' | 'org_id' | 'state'>;
  readonly target: 'device' | 'childLock' | 'icCard';
  /** Fields that differ from row to row, the number first. */
  readonly fields: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Queues an import as its form does; the server's worker adds the rows. */
const queueImport = async <T extends 'batchAddDevice' | 'batchAddICCard'>(
  db: Database,
  { by, now, locale }: NewDemo,
  { entity, login, form, target, fields, rows }: Import<T>,
): Promise<void> => {
  const { id, operName, org_id } = by(login);
  const common = { org_id, state: JOB.waiting, oper: operName, create_time: now };
  const [recordId] = await plant(db, entity, [{ ...form, ...common } as NewRow<T>]);
  await openJobQueue(Date.now).add(db, {
    entity,
    recordId: required(recordId, entity),
    caller: { oper: required(await operatorOf(db, id), login), token: '' },
    locale,
    args: { target, fields, rows: rows.map((values, i) => ({ row: i + 1, values, wrong: {} })) },
    rows: rows.length,
  });
};

/** New locks for an import. The last two are in the fleet already, so their rows fail. */
const NEW_LOCKS = ['SD2680001', 'SD2680002', 'SD2680003', 'SD2600001', 'SD2600002'];
/** First serial number of the new locks for their names, far from those of the other locks. */
const NEW_SERIALS = 97_000;

/** Source of an import: a list of numbers. */
const LISTED = 3;

/** Queues imports of locks, child locks and cards. */
export const seedImports = async (db: Database, demo: NewDemo): Promise<void> => {
  const { org, devices, types, factories } = demo;
  const common = {
    protocol: PROTOCOL.mqtt,
    device_type_id: types.get('ES-100'),
    factory_id: factories.get('HX'),
  };
  await queueImport(db, demo, {
    entity: 'batchAddDevice',
    login: 'harbour',
    form: { importType: 1, source: LISTED, sns: NEW_LOCKS.join('\n'), ...common },
    target: 'device',
    fields: ['sn', 'device_name', 'sim_card'],
    rows: NEW_LOCKS.map((sn, i) => {
      const device_name = containerName(i, NEW_SERIALS + i);
      return { sn, device_name, org_id: org(0), ...common };
    }),
  });
  const device = devices.filter(({ org_id }) => org_id === org(0))[4];
  if (device) {
    const sns = ['A', 'B'].map((door) => `${device.sn}-${door}`);
    await queueImport(db, demo, {
      entity: 'batchAddDevice',
      login: 'harbour',
      form: { importType: 2, source: LISTED, sns: sns.join('\n'), device_id: device.id },
      target: 'childLock',
      fields: ['child_sn', 'child_name'],
      rows: sns.map((child_sn) => ({ child_sn, device_id: device.id })),
    });
  }
  const segments = [
    { login: 'harbour', org_id: org(0), digits: 7, segment: '8800131', first: 1, amount: 12 },
    { login: 'northern', org_id: org(1), digits: 6, segment: '880027', first: 100, amount: 6 },
  ] as const;
  for (const { login, org_id, ...form } of segments) {
    const start = form.segment + String(form.first).padStart(10 - form.digits, '0');
    await queueImport(db, demo, {
      entity: 'batchAddICCard',
      login,
      form,
      target: 'icCard',
      fields: ['ic_no'],
      rows: consecutiveNumbers(start, form.amount).map((ic_no) => ({
        ...{ ic_no, org_id, card_type: 1 },
      })),
    });
  }
};
