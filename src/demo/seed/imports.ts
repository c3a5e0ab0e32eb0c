import { PROTOCOL } from '../../domain/family';
import { JOB } from '../../domain/job';
import { operatorOf } from '../../server/auth';
import type { NewRow } from '../../server/db';
import { openJobQueue } from '../../server/jobs';
import { consecutiveNumbers } from '../../server/rules/batch';
import { containerName } from '../locks/locks';
import { type NewDemo, plant, required } from './insert';

interface Import<T extends 'batchAddDevice' | 'batchAddICCard'> {
  readonly entity: T;
  readonly login: string;
  readonly form: Omit<NewRow<T>, 'create_time' | 'oper' | 'org_id' | 'state'>;
  readonly target: 'device' | 'childLock' | 'icCard';
  /** Fields that differ from row to row, the number first. */
  readonly fields: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Queues an import as its form does; the server's worker adds the rows. */
const queueImport = async <T extends 'batchAddDevice' | 'batchAddICCard'>(
  { db, by, now, locale }: NewDemo,
  { entity, login, form, target, fields, rows }: Import<T>,
): Promise<void> => {
  const { id, operName, org_id } = by(login);
  const common = { org_id, state: JOB.waiting, oper: operName, create_time: now };
  const [record] = await plant(db, entity, [{ ...form, ...common } as NewRow<T>]);
  await openJobQueue(Date.now).add(db, {
    entity,
    recordId: required(record, entity).id,
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

export const queueImports = async (demo: NewDemo): Promise<void> => {
  const { org, devices, planted } = demo;
  const common = {
    protocol: PROTOCOL.mqtt,
    device_type_id: planted('deviceType').find(({ device_type }) => device_type === 'ES-100')?.id,
    factory_id: planted('factory').find(({ factoryCode }) => factoryCode === 'HX')?.id,
  };
  await queueImport(demo, {
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
  const device = devices.filter(({ orgIndex }) => orgIndex === 0)[4];
  if (device) {
    const sns = ['A', 'B'].map((door) => `${device.sn}-${door}`);
    await queueImport(demo, {
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
    await queueImport(demo, {
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
