import { sql } from 'kysely';
import { DAY, HOUR } from '../../domain/duration';
import { PROTOCOL } from '../../domain/family';
import type { Locale } from '../../domain/label';
import { LOCK } from '../../domain/lock';
import { hashPassword } from '../../server/auth';
import { insertRows, lit, type Store } from '../../server/db';
import type { Files } from '../../server/files/files';
import { openWebhooks } from '../../server/notify/webhook';
import { type DemoLock, deviceTypes, manufacturers, SLEEPERS } from '../locks/locks';
import { commands } from './commands';
import { desk } from './desk';
import { addLocks, type DeviceRow, replayLocks } from './devices';
import { categoryOf, examples, storeFirmware } from './examples';
import { HISTORY_MARK } from './history';
import { queueImports } from './imports';
import { NewDemo, required } from './insert';
import { demoOperators, demoOrganisations } from './organisations';
import { seedRoles } from './seedRoles';

interface Seed {
  readonly root: { readonly orgId: number; readonly roleId: number };
  readonly locks: readonly DemoLock[];
  readonly files: Files;
  /** Length of the history that its locks will get, days (see history). */
  readonly pastDays: number;
  /** Language of its names and texts. */
  readonly locale: Locale;
}

/** Password of all operators of the demo. */
export const DEMO_PASSWORD = 'Demo2026';

/** Secret by which the demo's calls are signed. It is public, so it protects from accidents only. */
export const DEMO_SECRET = 'seal-console-demo-secret';

/** Kind of the marks in the table `planted` with the id and the name of each organisation of the demo. */
export const ORGANISATION_MARK = 'demoOrg';

/**
 * Fills an empty database with the demo: organisations, operators, roles, types, manufacturers and locks. Does nothing
 * if there is more than the root organisation.
 * @returns true if it did
 */
export const seedDemo = async (
  { db }: Store,
  { root, locks, files, pastDays, locale }: Seed,
): Promise<boolean> => {
  const hash = await hashPassword(DEMO_PASSWORD);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7205)`.execute(trx);
    const rows = await trx
      .selectFrom('org')
      .select(lit(1).as('one'))
      .where('id', '<>', root.orgId)
      .limit(lit(1))
      .execute();
    if (rows.length > 0) return false;
    const demo = new NewDemo(trx, files, locale, pastDays * DAY);
    await seedOperators(demo, { root, hash });
    await seedLocks(demo, locks);
    const firmware = await storeFirmware(demo);
    await demo.plant({ ...examples, firmware: () => firmware });
    if (pastDays > 0) {
      await demo.plant({ ...desk, ...commands });
      const webhook = required(demo.planted('webhook')[0], 'webhook');
      await openWebhooks(trx, { allowPrivate: false }).makeSecret(trx, webhook.id);
      await queueImports(demo);
      const { kind, wanted: code } = HISTORY_MARK;
      await insertRows(trx, 'planted', [{ kind, code }]);
    }
    return true;
  });
};

/** Text messages bought by each organisation. */
const BOUGHT = 1_000;

const seedOperators = async (
  demo: NewDemo,
  { root, hash }: Pick<Seed, 'root'> & { readonly hash: string },
): Promise<void> => {
  const { db, planted, org, now, translate } = demo;
  const roles = await seedRoles(db, root.roleId);
  const common = { status: 1, create_time: now } as const;
  for (const { name, type: org_type, parent } of demoOrganisations) {
    const parent_id = parent === undefined ? root.orgId : org(parent);
    const row = { org_name: translate(name), org_type, parent_id, sms_total: BOUGHT, ...common };
    await demo.plant({ org: () => [row] });
  }
  const marks = planted('org').map(({ id, org_name: name }) => ({
    ...{ kind: ORGANISATION_MARK, code: String(id), name },
  }));
  await insertRows(db, 'planted', marks);
  await demo.plant({
    oper: () =>
      demoOperators.map(({ login: loginName, name, phone: operPhone, role, org: index }) => ({
        ...{ operName: translate(name), loginName, operPhone, role_id: roles[role] },
        operEmail: `${loginName}@example.com`,
        ...{ org_id: org(index), password_hash: hash, ...common },
      })),
    factory: () =>
      Object.entries(manufacturers).map(([factoryCode, name]) => ({
        ...{ factoryCode, factoryName: translate(name) },
      })),
    deviceType: () =>
      Object.entries(deviceTypes).map(([device_type, name]) => ({
        ...{ device_type, device_type_name: translate(name), category: categoryOf(device_type) },
        sleeps: device_type === SLEEPERS.type,
        silence_minutes: device_type === SLEEPERS.type ? SLEEPERS.minutes : null,
      })),
  });
};

/** Time for which locks without a past have been stored, ms. Lists show them after the live ones. */
const STORED = 365 * DAY;

const seedLocks = async (
  { db, devices, planted, org, pastMs, now }: NewDemo,
  locks: readonly DemoLock[],
): Promise<void> => {
  const types = new Map(planted('deviceType').map(({ device_type, id }) => [device_type, id]));
  const factories = new Map(planted('factory').map(({ factoryCode, id }) => [factoryCode, id]));
  // A lock is older than its history.
  const latest = pastMs > 0 ? now - pastMs - DAY : now;
  const rows = locks.map((lock, i): DeviceRow => {
    const { sn, device_name, sim_card, status, protocol = PROTOCOL.mqtt } = lock;
    const added = now - (locks.length - i) * HOUR;
    return {
      ...{ sn, device_name, sim_card, status, protocol, org_id: org(lock.orgIndex) },
      device_type_id: types.get(lock.deviceType),
      factory_id: factories.get(lock.factoryCode),
      // From two months ago to two years ahead, so that every expiry bucket has cards.
      packageTime: new Date(now + (((i * 37) % 790) - 60) * DAY).toISOString().slice(0, 10),
      stock_status: 1,
      create_time: status === LOCK.initial ? added - STORED : Math.min(latest, added),
    };
  });
  if (pastMs === 0) rows.push(...replayLocks(now, org(0), rows[0]));
  for (let from = 0; from < rows.length; from += 1_000) {
    await addLocks(db, rows.slice(from, from + 1_000));
  }
  const stored = await db.selectFrom('device').select(['id', 'sn']).orderBy('sn').execute();
  const lockBySn = new Map(locks.map((lock) => [lock.sn, lock]));
  for (const { id, sn } of stored) {
    const lock = lockBySn.get(sn);
    if (lock) devices.push({ ...lock, id, org_id: org(lock.orgIndex) });
  }
};
