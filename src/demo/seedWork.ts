import { DAY } from '../domain/duration';
import { PROTOCOL } from '../domain/family';
import { JOB } from '../domain/job';
import { operatorOf } from '../server/auth';
import { type Database, lit, type NewRow } from '../server/db';
import { openJobQueue } from '../server/jobs';
import { type Author, getAuthor, insertId, type NewDemo, orgAt } from './insert';
import { containerName } from './locks';
import type { DemoText } from './texts';

interface SealRight {
  /** `from` and `to` are indexes of demoOrganisations. */
  readonly from: number;
  readonly to: readonly number[];
  readonly login: string;
  /** Locks of the owner: their number, and the offset in the order of serial numbers. */
  readonly locks: readonly [count: number, offset: number];
  readonly maySeal: boolean;
  readonly mayUnseal: boolean;
  readonly remark: DemoText;
  readonly isRevoked?: true;
  /** Time from now until it ends, ms; by default it lasts until revoked. */
  readonly endsIn?: number;
}

const sealRights: readonly SealRight[] = [
  {
    from: 0,
    to: [3],
    login: 'harbour',
    locks: [4, 3],
    maySeal: false,
    mayUnseal: true,
    remark: 'Inspection at Yantian',
  },
  {
    from: 1,
    to: [0],
    login: 'northern',
    locks: [3, 0],
    maySeal: true,
    mayUnseal: true,
    remark: 'Tankers unloaded at the port',
  },
  {
    from: 3,
    to: [0],
    login: 'customs',
    locks: [2, 0],
    maySeal: true,
    mayUnseal: false,
    remark: 'Sealed again after inspection',
    endsIn: 90 * DAY,
  },
  {
    from: 0,
    to: [1, 3],
    login: 'harbour',
    locks: [2, 9],
    maySeal: true,
    mayUnseal: true,
    remark: 'One trip, over',
    isRevoked: true,
  },
];

const seedSealRights = async (
  db: Database,
  { orgIds, pastMs, now, translate }: NewDemo,
): Promise<void> => {
  for (const [i, right] of sealRights.entries()) {
    const { from, to, login, locks, maySeal, mayUnseal, remark, isRevoked, endsIn } = right;
    const [count, offset] = locks;
    const { operName } = await getAuthor(db, login);
    const rows = await db
      .selectFrom('device')
      .select('id')
      .where('org_id', '=', orgAt(orgIds, from))
      .orderBy('sn')
      .limit(count)
      .offset(offset)
      .execute();
    // A small demo may leave an organisation without locks.
    if (rows.length === 0) continue;
    await db
      .insertInto('batchDisDevice')
      .values({
        org_id: orgAt(orgIds, from),
        devices: rows.map(({ id }) => id),
        orgs: to.map((org) => orgAt(orgIds, org)),
        may_seal: maySeal,
        may_unseal: mayUnseal,
        ends: endsIn === undefined ? null : now + endsIn,
        remark: translate(remark),
        state: isRevoked ? 2 : 1,
        oper: operName,
        create_time: Math.round(now - (pastMs * (i + 1)) / 8),
      })
      .execute();
  }
};

interface ReportSeed {
  readonly login: string;
  readonly name: DemoText;
  readonly report: NewRow<'savedReport'>['report'];
  readonly period: NewRow<'savedReport'>['period'];
  readonly group: NewRow<'savedReport'>['group_by'];
  readonly isShared: boolean;
}

/** None is sent by mail, since no mail account of the demo is enabled. */
const savedReports: readonly ReportSeed[] = [
  {
    login: 'harbour',
    name: 'Alarms by type, last week',
    report: 'alarms',
    period: 'lastWeek',
    group: 'police_type',
    isShared: true,
  },
  {
    login: 'harbour',
    name: 'Sealing and unsealing today',
    report: 'locking',
    period: 'today',
    group: null,
    isShared: true,
  },
  {
    login: 'harbour',
    name: 'Failed commands',
    report: 'commands',
    period: '7d',
    group: 'state',
    isShared: false,
  },
  {
    login: 'northern',
    name: 'Alarms of the tankers',
    report: 'alarms',
    period: '7d',
    group: null,
    isShared: true,
  },
];

const seedSavedReports = async (db: Database, { translate }: NewDemo): Promise<void> => {
  for (const { login, name, report, period, group, isShared } of savedReports) {
    const { id, operName, org_id } = await getAuthor(db, login);
    await db
      .insertInto('savedReport')
      .values({
        org_id,
        report_name: translate(name),
        report,
        period,
        group_by: group,
        zone: 'Asia/Shanghai',
        shared: isShared,
        every: 'never',
        owner: operName,
        oper_id: id,
      })
      .execute();
  }
};

interface Import {
  readonly entity: 'batchAddDevice' | 'batchAddICCard';
  readonly recordId: number;
  readonly target: 'device' | 'childLock' | 'icCard';
  /** Fields that differ from row to row, the number first. */
  readonly fields: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Queues an import as its form does; the server's worker adds the rows. */
const queueImport = async (
  db: Database,
  { locale }: NewDemo,
  author: Author,
  { entity, recordId, target, fields, rows }: Import,
): Promise<void> => {
  const oper = await operatorOf(db, author.id);
  if (!oper) throw new Error(`The demo has no operator ${author.operName}`);
  await openJobQueue(Date.now).add(db, {
    entity,
    recordId,
    caller: { oper, token: '' },
    locale,
    args: {
      target,
      fields,
      rows: rows.map((values, i) => ({ row: i + 1, values, wrong: {} })),
    },
    rows: rows.length,
  });
};

/** New locks for an import. The two known ones are in the fleet already, so their rows fail. */
const NEW_LOCKS = ['SD2680001', 'SD2680002', 'SD2680003'] as const;
/** First serial number of the new locks for their names, far from those of the other locks. */
const NEW_SERIALS = 97_000;
const KNOWN_LOCKS = ['SD2600001', 'SD2600002'] as const;

const seedLockImport = async (db: Database, demo: NewDemo): Promise<void> => {
  const { orgIds, now } = demo;
  const author = await getAuthor(db, 'harbour');
  const sns = [...NEW_LOCKS, ...KNOWN_LOCKS];
  const rows = await db
    .insertInto('batchAddDevice')
    .values((eb) => ({
      importType: 1,
      source: 3,
      sns: sns.join('\n'),
      org_id: orgAt(orgIds, 0),
      protocol: PROTOCOL.mqtt,
      device_type_id: eb.selectFrom('deviceType').select('id').where('device_type', '=', 'ES-100'),
      factory_id: eb.selectFrom('factory').select('id').where('factoryCode', '=', 'HX'),
      state: JOB.waiting,
      oper: author.operName,
      create_time: now,
    }))
    .returning(['id', 'device_type_id', 'factory_id'])
    .execute();
  const [batch] = rows;
  if (!batch) throw new Error('Nothing was inserted');
  const { id: recordId, ...common } = batch;
  await queueImport(db, demo, author, {
    entity: 'batchAddDevice',
    recordId,
    target: 'device',
    fields: ['sn', 'device_name', 'sim_card'],
    rows: sns.map((sn, i) => ({
      sn,
      device_name: containerName(i, NEW_SERIALS + i),
      org_id: orgAt(orgIds, 0),
      protocol: PROTOCOL.mqtt,
      ...common,
    })),
  });
};

const CHILD_LOCKS = ['A', 'B'] as const;

const seedChildLockImport = async (db: Database, demo: NewDemo): Promise<void> => {
  const { orgIds, now } = demo;
  const author = await getAuthor(db, 'harbour');
  const rows = await db
    .selectFrom('device')
    .select(['id', 'sn'])
    .where('org_id', '=', orgAt(orgIds, 0))
    .orderBy('sn')
    .limit(lit(1))
    .offset(lit(4))
    .execute();
  const [device] = rows;
  if (!device) return;
  const sns = CHILD_LOCKS.map((door) => `${device.sn}-${door}`);
  const recordId = await insertId(
    db
      .insertInto('batchAddDevice')
      .values({
        importType: 2,
        source: 3,
        sns: sns.join('\n'),
        org_id: orgAt(orgIds, 0),
        device_id: device.id,
        state: JOB.waiting,
        oper: author.operName,
        create_time: now,
      })
      .returning('id'),
  );
  await queueImport(db, demo, author, {
    entity: 'batchAddDevice',
    recordId,
    target: 'childLock',
    fields: ['child_sn', 'child_name'],
    rows: sns.map((child_sn) => ({ child_sn, device_id: device.id })),
  });
};

/** Operator, count of leading digits of ten, these digits, first number behind them, and count of cards. */
const segments = [
  ['harbour', 7, '8800131', 1, 12],
  ['northern', 6, '880027', 100, 6],
] as const;

const seedSegments = async (db: Database, demo: NewDemo): Promise<void> => {
  for (const [login, digits, segment, first, amount] of segments) {
    const author = await getAuthor(db, login);
    const { org_id, operName } = author;
    const recordId = await insertId(
      db
        .insertInto('batchAddICCard')
        .values({
          digits,
          segment,
          first,
          amount,
          org_id,
          state: JOB.waiting,
          oper: operName,
          create_time: demo.now,
        })
        .returning('id'),
    );
    const numbers = Array.from(
      { length: amount },
      (_, i) => segment + String(first + i).padStart(10 - segment.length, '0'),
    );
    await queueImport(db, demo, author, {
      entity: 'batchAddICCard',
      recordId,
      target: 'icCard',
      fields: ['ic_no'],
      rows: numbers.map((ic_no) => ({ ic_no, org_id, card_type: 1 })),
    });
  }
};

/** Seeds sealing rights, saved reports, and imports of locks, child locks and cards. */
export const seedWork = async (db: Database, demo: NewDemo): Promise<void> => {
  await seedSealRights(db, demo);
  await seedSavedReports(db, demo);
  await seedLockImport(db, demo);
  await seedChildLockImport(db, demo);
  await seedSegments(db, demo);
};
