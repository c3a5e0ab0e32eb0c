import { type Expression, expressionBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { DAY, HOUR } from '../domain/duration';
import { PROTOCOL } from '../domain/family';
import type { Locale } from '../domain/label';
import { LOCK } from '../domain/lock';
import { roleLabels } from '../domain/system';
import { hashPassword } from '../server/auth';
import { allOf, anyOf, lit, type Store, type Tables } from '../server/db';
import type { Files } from '../server/files/files';
import { addLocks, type DeviceRow } from './addLocks';
import { HISTORY_MARK } from './history';
import { insertId, type NewDemo, orgAt } from './insert';
import { type DemoLock, deviceTypes, manufacturers, SLEEPERS } from './locks';
import { replayLocks } from './replayLocks';
import { seedAlarmRules } from './seedAlarmRules';
import { seedBatches } from './seedBatches';
import { seedAlarmConfigs, seedExamples } from './seedExamples';
import { seedSchedules } from './seedSchedules';
import { seedShift } from './seedShift';
import { seedWork } from './seedWork';
import { type DemoText, type Translate, translateTo } from './texts';

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
  const translate = translateTo(locale);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7205)`.execute(trx);
    const rows = await trx
      .selectFrom('org')
      .select(lit(1).as('one'))
      .where('id', '<>', root.orgId)
      .limit(lit(1))
      .execute();
    if (rows.length > 0) return false;
    const roles = await seedRoles(trx, root.roleId);
    const orgIds = await seedOrganisations(trx, root.orgId, translate);
    const pastMs = pastDays * DAY;
    const shiftRole = roles.shift;
    const common = { locks, files, locale, translate };
    const demo: NewDemo = { ...common, orgIds, shiftRole, pastMs, now: Date.now() };
    await seedOperators(trx, demo, roles.administrator, hash);
    await seedLocks(trx, demo);
    await seedExamples(trx, demo);
    await seedAlarmConfigs(trx, orgIds);
    if (pastDays > 0) {
      await seedAlarmRules(trx, demo);
      await seedWork(trx, demo);
      await seedBatches(trx, demo);
      await seedSchedules(trx, demo);
      await seedShift(trx, demo);
      await trx
        .insertInto('planted')
        .values({ kind: HISTORY_MARK.kind, code: HISTORY_MARK.wanted })
        .execute();
    }
    return true;
  });
};

/** Kind of the marks in the table `planted` with the id and the name of each organisation of the demo. */
export const ORGANISATION_MARK = 'demoOrg';

const seedOrganisations = async (
  trx: Trx,
  rootOrg: number,
  translate: Translate,
): Promise<number[]> => {
  const ids: number[] = [];
  for (const { name, type, parent } of demoOrganisations) {
    const parent_id = parent === undefined ? rootOrg : ids[parent];
    const org_name = translate(name);
    const row = {
      org_name,
      org_type: type,
      parent_id,
      status: 1,
      create_time: Date.now(),
    } as const;
    const id = await insertId(trx.insertInto('org').values(row).returning('id'));
    await trx
      .insertInto('planted')
      .values({ kind: ORGANISATION_MARK, code: String(id), name: org_name })
      .execute();
    ids.push(id);
  }
  return ids;
};

const seedOperators = async (
  trx: Trx,
  { orgIds, shiftRole, now, translate }: NewDemo,
  administrator: number,
  hash: string,
): Promise<void> => {
  const rows = demoOrganisations.flatMap(({ operators }, i) =>
    operators.map(({ login, name, phone, role }) => ({
      operName: translate(name),
      loginName: login,
      operPhone: phone,
      role_id: role === 'shift' ? shiftRole : administrator,
      org_id: orgAt(orgIds, i),
      status: 1 as const,
      create_time: now,
      password_hash: hash,
    })),
  );
  await trx.insertInto('oper').values(rows).execute();
};

const seedLocks = async (
  trx: Trx,
  { locks, orgIds, pastMs, now, translate }: NewDemo,
): Promise<void> => {
  const factories = new Map<string, number>();
  for (const [code, label] of Object.entries(manufacturers)) {
    const name = translate(label);
    const id = await insertId(
      trx.insertInto('factory').values({ factoryCode: code, factoryName: name }).returning('id'),
    );
    factories.set(code, id);
  }
  const types = new Map<string, number>();
  for (const [code, label] of Object.entries(deviceTypes)) {
    const name = translate(label);
    const id = await insertId(
      trx
        .insertInto('deviceType')
        .values({
          device_type: code,
          device_type_name: name,
          sleeps: code === SLEEPERS.type,
          silence_minutes: code === SLEEPERS.type ? SLEEPERS.minutes : null,
        })
        .returning('id'),
    );
    types.set(code, id);
  }
  const rows = locks.map(
    (lock, i): DeviceRow => ({
      sn: lock.sn,
      device_name: lock.device_name,
      org_id: orgAt(orgIds, lock.orgIndex),
      sim_card: lock.sim_card,
      device_type_id: types.get(lock.deviceType),
      factory_id: factories.get(lock.factoryCode),
      packageTime: simExpiry(now, i),
      stock_status: 1,
      protocol: lock.protocol ?? PROTOCOL.mqtt,
      status: lock.status,
      create_time: now - (locks.length - i) * HOUR - (lock.status === LOCK.initial ? STORED : 0),
    }),
  );
  if (pastMs === 0) rows.push(...replayLocks(now, orgAt(orgIds, 0), rows[0]));
  for (let from = 0; from < rows.length; from += 1_000) {
    await addLocks(trx, rows.slice(from, from + 1_000));
  }
};

/** Time for which locks without a past have been stored, ms. Lists show them after the live ones. */
const STORED = 365 * DAY;

/** Spread from two months ago to two years ahead, so that every expiry bucket has cards. */
const simExpiry = (now: number, i: number): string =>
  new Date(now + (((i * 37) % 790) - 60) * DAY).toISOString().slice(0, 10);

/** Organisation of the demo with its operators. `parent` is an index into this list; undefined for the root. */
interface DemoOrganisation {
  readonly name: DemoText;
  readonly type: 1 | 2 | 3;
  readonly parent?: number;
  readonly operators: readonly DemoOperator[];
}

interface DemoOperator {
  readonly login: string;
  readonly name: DemoText;
  readonly phone: string;
  readonly role: 'administrator' | 'shift';
}

/** Password of all operators of the demo. */
export const DEMO_PASSWORD = 'Demo2026';

/** Secret by which the demo's calls are signed. It is public, so it protects from accidents only. */
export const DEMO_SECRET = 'seal-console-demo-secret';

export const demoOrganisations: readonly DemoOrganisation[] = [
  {
    name: 'Harbour Logistics',
    type: 2,
    operators: [
      { login: 'harbour', name: 'Lin Yue', phone: '13800138001', role: 'administrator' },
      { login: 'shift', name: 'Chen Hao', phone: '13800138002', role: 'shift' },
    ],
  },
  {
    name: 'Northern Tankers',
    type: 2,
    operators: [
      { login: 'northern', name: 'Maria Novak', phone: '13900139001', role: 'administrator' },
    ],
  },
  {
    name: 'Yantian Container Yard',
    type: 2,
    parent: 0,
    operators: [{ login: 'yantian', name: 'Zhao Lei', phone: '13800138003', role: 'shift' }],
  },
  {
    name: 'Coastal Customs',
    type: 3,
    operators: [
      { login: 'customs', name: 'Wang Fang', phone: '13700137001', role: 'administrator' },
    ],
  },
];

/** Menus for an operator on shift: the map, the devices with their records, seal and unseal. */
const SHIFT_MENUS = [
  'dashboard',
  'amap',
  'mapWorld',
  'google',
  'baidu',
  'operation',
  'deviceList',
  'command',
  'appointmentCommandRecord',
  'lockHistory',
  'latestData',
  'playback',
  'cardRenewal',
  'deviceRecord',
  'deviceLocationRecord',
  'statusChangeRecord',
  'alertRecord',
  'alarmMute',
  'shiftNote',
  'reports',
  'report',
  'savedReport',
];
const SHIFT_BUTTONS = [
  'savedReport:add',
  'savedReport:update',
  'savedReport:delete',
  'device:seal',
  'device:unseal',
  'device:export',
  'alertRecord:take',
  'alertRecord:process',
  'alertRecord:mute',
  'alarmMute:end',
  'shiftNote:add',
  'shiftNote:read',
  'appointmentCommandRecord:cancel',
  'appointmentCommandRecord:resend',
  'appointmentCommandRecord:export',
  'lockHistory:export',
];

/** Menus that an organisation's administrator may not change, because all tenants share their records. */
const SHARED = [
  'menu',
  'button',
  'factory',
  'deviceType',
  'firmware',
  'systemParams',
  'dict',
  'dictItem',
  'mapKey',
  'mapKeyWeb',
  'emailKey',
];

/** Grants a role the menus that meet a condition. */
const grantMenus = (trx: Transaction<Tables>, role: number, condition: Expression<SqlBool>) =>
  trx
    .insertInto('role_menu')
    .columns(['role_id', 'menu_id'])
    .expression((eb) =>
      eb
        .selectFrom('menu')
        .select([lit(role).as('role_id'), 'id'])
        .where(condition),
    )
    .execute();

/** Grants a role the buttons that meet a condition. */
const grantButtons = (trx: Transaction<Tables>, role: number, condition: Expression<SqlBool>) =>
  trx
    .insertInto('role_button')
    .columns(['role_id', 'button_id'])
    .expression((eb) =>
      eb
        .selectFrom('button')
        .select([lit(role).as('role_id'), 'id'])
        .where(condition),
    )
    .execute();

/** Creates the demo's two roles below the system administrator's. */
export const seedRoles = async (trx: Transaction<Tables>, rootRole: number) => {
  const make = async (name: string, parent: number): Promise<number> => {
    const rows = await trx
      .insertInto('role')
      .values({ roleName: name, parent_id: parent, create_time: Date.now() })
      .returning('id')
      .execute();
    return rows[0]?.id as number;
  };
  const administrator = await make(roleLabels.administrator[0], rootRole);
  const shift = await make(roleLabels.shift[0], administrator);
  const isButton = expressionBuilder<Tables, 'button'>();
  const isMenu = expressionBuilder<Tables, 'menu'>();
  await grantMenus(trx, administrator, lit(true));
  const { fn, val } = isButton;
  const mayAdministrate = isButton.or([
    isButton(fn<string>('split_part', ['btnCode', val(':'), lit(1)]), '<>', allOf(SHARED)),
    isButton('btnCode', 'like', lit('%:export')),
  ]);
  await grantButtons(trx, administrator, mayAdministrate);
  await grantMenus(trx, shift, isMenu('menuCode', '=', anyOf(SHIFT_MENUS)));
  await grantButtons(trx, shift, isButton('btnCode', '=', anyOf(SHIFT_BUTTONS)));
  return { administrator, shift };
};
