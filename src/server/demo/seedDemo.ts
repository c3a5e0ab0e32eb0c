import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Files } from '../files';
import { hashPassword } from '../session';
import type { Store, Tables } from '../store';
import { type DemoLock, demoDeviceTypes, demoFactories } from './fleet';
import { DEMO_PASSWORD, demoOrganisations } from './organisations';
import { seedAlarmConfigs } from './seedAlarmConfigs';
import { seedExamples } from './seedExamples';
import { seedRoles } from './seedRoles';

type Trx = Transaction<Tables>;

/**
 * Fills an empty database with the demo: organisations, operators, roles, types, makers and the locks. Does nothing
 * where there is more than the root organisation.
 * @returns whether it did
 */
export const seedDemo = async (
  { db }: Store,
  root: { readonly orgId: number; readonly roleId: number },
  locks: readonly DemoLock[],
  files: Files,
): Promise<boolean> => {
  const hash = await hashPassword(DEMO_PASSWORD);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7205)`.execute(trx);
    const { rows } = await sql`select 1 from org where id <> ${root.orgId} limit 1`.execute(trx);
    if (rows.length > 0) return false;
    const roles = await seedRoles(trx, root.roleId);
    const orgIds = await seedOrganisations(trx, root.orgId);
    await seedOperators(trx, orgIds, roles, hash);
    await seedLocks(trx, locks, orgIds);
    await seedExamples(trx, { orgIds, locks, files, now: Date.now() });
    await seedAlarmConfigs(trx, orgIds);
    return true;
  });
};

const idOf = async (trx: Trx, statement: RawBuilder<{ id: number }>): Promise<number> => {
  const { rows } = await statement.execute(trx);
  if (!rows[0]) throw new Error('Nothing was inserted');
  return rows[0].id;
};

const seedOrganisations = async (trx: Trx, rootOrg: number): Promise<number[]> => {
  const ids: number[] = [];
  for (const { name, type, parent } of demoOrganisations) {
    const above = parent === undefined ? rootOrg : ids[parent];
    ids.push(
      await idOf(
        trx,
        sql`insert into org (org_name, org_type, parent_id, status, create_time)
            values (${name}, ${type}, ${above}, 1, ${Date.now()}) returning id`,
      ),
    );
  }
  return ids;
};

const seedOperators = async (
  trx: Trx,
  orgIds: readonly number[],
  roles: { readonly administrator: number; readonly shift: number },
  hash: string,
): Promise<void> => {
  const rows = demoOrganisations.flatMap(({ operators }, i) =>
    operators.map(({ login, name, phone, role }) => ({
      operName: name,
      loginName: login,
      operPhone: phone,
      role_id: roles[role],
      org_id: orgIds[i],
      status: 1,
      create_time: Date.now(),
      password_hash: hash,
    })),
  );
  await trx.insertInto('oper').values(rows).execute();
};

const seedLocks = async (
  trx: Trx,
  locks: readonly DemoLock[],
  orgIds: readonly number[],
): Promise<void> => {
  const factories = new Map<string, number>();
  for (const [code, name] of demoFactories) {
    const id = await idOf(
      trx,
      sql`insert into factory ("factoryCode", "factoryName") values (${code}, ${name}) returning id`,
    );
    factories.set(code, id);
  }
  const types = new Map<string, number>();
  for (const [code, name] of demoDeviceTypes) {
    const id = await idOf(
      trx,
      sql`insert into "deviceType" (device_type, device_type_name) values (${code}, ${name}) returning id`,
    );
    types.set(code, id);
  }
  const now = Date.now();
  const rows = locks.map((lock, i) => ({
    sn: lock.sn,
    device_name: lock.device_name,
    org_id: orgIds[lock.orgIndex],
    sim_card: lock.sim_card,
    device_type_id: types.get(lock.deviceType),
    factory_id: factories.get(lock.factoryCode),
    packageTime: simExpiry(now, i),
    stock_status: 1,
    status: lock.status,
    communicate_status: 0,
    create_time: now - (locks.length - i) * 3_600_000,
  }));
  rows.push(...spareLocks(now, orgIds[0], rows[0]));
  for (let from = 0; from < rows.length; from += 1_000) {
    await trx
      .insertInto('device')
      .values(rows.slice(from, from + 1_000))
      .execute();
  }
};

/** Locks that nobody simulates, for recorded tracks. */
const spareLocks = <T extends object>(now: number, org_id: number | undefined, like?: T) =>
  ['REPLAY01', 'REPLAY02'].map((sn, i) => ({
    ...(like as T),
    sn,
    device_name: `Recorded track ${i + 1}`,
    org_id,
    status: 2 as const,
    create_time: now,
  }));

const DAY = 86_400_000;

/** Spread from two months ago to two years ahead, so that every expiry bucket has cards. */
const simExpiry = (now: number, i: number): string =>
  new Date(now + (((i * 37) % 790) - 60) * DAY).toISOString().slice(0, 10);
