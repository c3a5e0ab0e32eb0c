import { sql, type Transaction } from 'kysely';
import { DAY, HOUR } from '../../domain/duration';
import { PROTOCOL } from '../../domain/family';
import type { Locale } from '../../domain/label';
import { LOCK } from '../../domain/lock';
import { hashPassword } from '../../server/auth';
import { insertRows, lit, type Store, type Tables } from '../../server/db';
import type { Files } from '../../server/files/files';
import { type DemoLock, deviceTypes, manufacturers, SLEEPERS } from '../locks/locks';
import { translateTo } from '../world/texts';
import { addLocks, type DeviceRow } from './addLocks';
import { HISTORY_MARK } from './history';
import { type Author, type NewDemo, plant, required } from './insert';
import { demoOperators, demoOrganisations } from './organisations';
import { replayLocks } from './replayLocks';
import { seedAlarmConfigs, seedAlarmRules, seedShift } from './seedAlarmDesk';
import { seedBatches } from './seedBatches';
import { categoryOf, seedExamples } from './seedExamples';
import { seedRoles } from './seedRoles';
import { seedSchedules } from './seedSchedules';
import { seedImports, seedSavedReports, seedSealRights } from './seedWork';

type Trx = Transaction<Tables>;

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
    const options = { locks, files, locale, translate: translateTo(locale) };
    const start = { ...options, now: Date.now(), pastMs: pastDays * DAY };
    const owners = await seedOperators(trx, start, { root, hash });
    const demo: NewDemo = {
      ...start,
      ...owners,
      ...(await seedLocks(trx, { ...start, ...owners })),
    };
    const ids = await seedExamples(trx, demo);
    await seedAlarmConfigs(trx, demo);
    if (pastDays > 0) {
      await seedAlarmRules(trx, demo);
      await seedShift(trx, demo);
      await seedSealRights(trx, demo);
      await seedSavedReports(trx, demo);
      await seedImports(trx, demo);
      await seedBatches(trx, demo);
      await seedSchedules(trx, demo, ids);
      const { kind, wanted: code } = HISTORY_MARK;
      await insertRows(trx, 'planted', [{ kind, code }]);
    }
    return true;
  });
};

/** Text messages bought by each organisation. */
const BOUGHT = 1_000;

const seedOperators = async (
  trx: Trx,
  { now, translate }: Pick<NewDemo, 'now' | 'translate'>,
  { root, hash }: Pick<Seed, 'root'> & { readonly hash: string },
): Promise<Pick<NewDemo, 'by' | 'org' | 'shiftRole'>> => {
  const roles = await seedRoles(trx, root.roleId);
  const orgIds: number[] = [];
  const org = (index: number) => required(orgIds[index], `organisation ${index}`);
  const common = { status: 1, create_time: now } as const;
  for (const { name, type: org_type, parent } of demoOrganisations) {
    const parent_id = parent === undefined ? root.orgId : org(parent);
    const row = { org_name: translate(name), org_type, parent_id, sms_total: BOUGHT, ...common };
    orgIds.push(...(await plant(trx, 'org', [row])));
  }
  const marks = demoOrganisations.map(({ name }, i) => ({
    kind: ORGANISATION_MARK,
    code: String(org(i)),
    name: translate(name),
  }));
  await insertRows(trx, 'planted', marks);
  const rows = demoOperators.map(({ login, name, phone, role, org: index }) => ({
    operName: translate(name),
    loginName: login,
    operPhone: phone,
    role_id: roles[role],
    org_id: org(index),
    password_hash: hash,
    ...common,
  }));
  const ids = await plant(trx, 'oper', rows);
  const authors = new Map<string, Author>(
    rows.map((row, i) => [row.loginName, { ...row, id: required(ids[i], 'operator') }]),
  );
  const by = (login: string) => required(authors.get(login), `operator ${login}`);
  return { by, org, shiftRole: roles.shift };
};

/** Time for which locks without a past have been stored, ms. Lists show them after the live ones. */
const STORED = 365 * DAY;

/** Pairs codes with the ids of their rows. */
const byCode = (codes: object, ids: readonly number[]): ReadonlyMap<string, number> =>
  new Map(Object.keys(codes).map((code, i) => [code, required(ids[i], code)]));

const seedLocks = async (
  trx: Trx,
  {
    locks,
    org,
    pastMs,
    now,
    translate,
  }: Pick<NewDemo, 'locks' | 'org' | 'pastMs' | 'now' | 'translate'>,
): Promise<Pick<NewDemo, 'devices' | 'factories' | 'types'>> => {
  const makers = Object.entries(manufacturers).map(([factoryCode, name]) => ({
    factoryCode,
    factoryName: translate(name),
  }));
  const factories = byCode(manufacturers, await plant(trx, 'factory', makers));
  const kinds = Object.entries(deviceTypes).map(([device_type, name]) => ({
    device_type,
    device_type_name: translate(name),
    category: categoryOf(device_type),
    sleeps: device_type === SLEEPERS.type,
    silence_minutes: device_type === SLEEPERS.type ? SLEEPERS.minutes : null,
  }));
  const types = byCode(deviceTypes, await plant(trx, 'deviceType', kinds));
  // A lock is older than its history.
  const latest = pastMs > 0 ? now - pastMs - DAY : now;
  const rows = locks.map(
    (lock, i): DeviceRow => ({
      sn: lock.sn,
      device_name: lock.device_name,
      org_id: org(lock.orgIndex),
      sim_card: lock.sim_card,
      device_type_id: types.get(lock.deviceType),
      factory_id: factories.get(lock.factoryCode),
      // From two months ago to two years ahead, so that every expiry bucket has cards.
      packageTime: new Date(now + (((i * 37) % 790) - 60) * DAY).toISOString().slice(0, 10),
      stock_status: 1,
      protocol: lock.protocol ?? PROTOCOL.mqtt,
      status: lock.status,
      create_time:
        lock.status === LOCK.initial
          ? now - (locks.length - i) * HOUR - STORED
          : Math.min(latest, now - (locks.length - i) * HOUR),
    }),
  );
  if (pastMs === 0) rows.push(...replayLocks(now, org(0), rows[0]));
  for (let from = 0; from < rows.length; from += 1_000) {
    await addLocks(trx, rows.slice(from, from + 1_000));
  }
  const devices = await trx
    .selectFrom('device')
    .select(['id', 'sn', 'org_id'])
    .orderBy('sn')
    .execute();
  return { devices, factories, types };
};
