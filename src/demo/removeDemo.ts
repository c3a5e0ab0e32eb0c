import { sql } from 'kysely';
import { roleLabels } from '../domain/system';
import { hashPassword, SYSTEM_ADMINISTRATOR } from '../server/auth';
import { anyOf, type Database, type Sql } from '../server/db';
import { deviceTypes, manufacturers } from './locks/locks';
import { demoAccounts, storedDemoOrganisations } from './seed/checkDemo';
import { CATEGORY_DICTIONARY, demoVersions } from './seed/examples';
import { HISTORY_MARK } from './seed/history';
import { ORGANISATION_MARK } from './seed/seedDemo';
import { type DemoText, storedForms } from './world/texts';

/** Demo content that was removed from a database, or would be. */
export interface RemovedDemo {
  /** Names of organisations, including those below the demo's. */
  readonly organisations: readonly string[];
  /** Login names. */
  readonly accounts: readonly string[];
  readonly rows: ReadonlyMap<string, number>;
  /** True if the system administrator had the demo's password. */
  readonly hasNewPassword: boolean;
  /** Names of uploaded files; the caller must delete them. */
  readonly files: readonly string[];
}

/**
 * Removes the demo: its organisations and all below them with operators, locks and records. Also removes the demo's
 * additions to types, manufacturers, roles, dictionaries and firmware, unless other rows use them. Counted totals need
 * a recount afterwards.
 * @param password new password for the system administrator, if the current one is the demo's
 * @param dryRun changes nothing
 */
export const removeDemo = async (
  db: Database,
  { password, dryRun }: { readonly password: string; readonly dryRun: boolean },
): Promise<RemovedDemo> => {
  const hash = await hashPassword(password);
  const trx = await db.startTransaction().execute();
  try {
    const removed = await removeAll(trx, hash);
    await (dryRun ? trx.rollback() : trx.commit()).execute();
    return removed;
  } catch (error) {
    await trx.rollback().execute();
    throw error;
  }
};

const removeAll = async (trx: Database, hash: string): Promise<RemovedDemo> => {
  const rows = new Map<string, number>();
  const remove: Remove = async (table, where) => {
    const statement = sql`delete from ${sql.table(table)} where ${where}`;
    const count = Number((await statement.execute(trx)).numAffectedRows ?? 0);
    if (count > 0) rows.set(table, (rows.get(table) ?? 0) + count);
    return count;
  };
  const accounts = await demoAccounts(trx);
  const organisations = await storedDemoOrganisations(trx);
  const orgIds = organisations.map(({ id }) => id);
  const operIds = accounts.map(({ id }) => id).filter((id) => id !== SYSTEM_ADMINISTRATOR);
  const operators = await trx
    .selectFrom('oper')
    .select('loginName')
    .where((eb) => eb.or([eb('id', '=', anyOf(operIds)), eb('org_id', '=', anyOf(orgIds))]))
    .orderBy('id')
    .execute();
  const uploads = await trx
    .selectFrom('upload')
    .select('name')
    .where('org_id', '=', anyOf(orgIds))
    .execute();
  await removeOrganisations(trx, remove, orgIds);
  await remove('oper', sql`id = any(${operIds}::bigint[])`);
  const firmware = orgIds.length > 0 ? await removeShared(trx, remove) : [];
  await remove('planted', sql`kind in (${HISTORY_MARK.kind}, ${ORGANISATION_MARK})`);
  const { numUpdatedRows } = await trx
    .updateTable('oper')
    .set({ password_hash: hash, must_change: true })
    .where('id', '=', SYSTEM_ADMINISTRATOR)
    .where('id', '=', anyOf(accounts.map(({ id }) => id)))
    .executeTakeFirstOrThrow();
  const hasNewPassword = Boolean(numUpdatedRows);
  if (hasNewPassword) await remove('session', sql`oper_id = ${SYSTEM_ADMINISTRATOR}`);
  return {
    organisations: organisations.map(({ org_name }) => org_name),
    accounts: operators.map(({ loginName }) => loginName),
    rows,
    hasNewPassword,
    files: [...uploads.map(({ name }) => name), ...firmware],
  };
};

/** Deletes rows and counts them. */
type Remove = (table: string, where: Sql) => Promise<number>;

/** Tables that others refer to: their rows are deleted last, in this order. */
const LAST = ['device', 'device_gone', 'oper', 'role', 'org'];

/** Returns the tables with a column; partitions are covered by their parent table. */
const tablesWith = async (trx: Database, column: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind in ('r', 'p') and not relispartition and pg_table_is_visible(pg_class.oid)
      and attname = ${column} and not attisdropped order by 1`.execute(trx);
  return rows.map(({ name }) => name);
};

const removeOrganisations = async (
  trx: Database,
  remove: Remove,
  orgIds: readonly number[],
): Promise<void> => {
  if (orgIds.length === 0) return;
  const ids = sql`any(${[...orgIds]}::bigint[])`;
  const owned = await tablesWith(trx, 'org_id');
  const locks = sql`select sn from device where org_id = ${ids}`;
  for (const table of await tablesWith(trx, 'sn')) {
    if (!owned.includes(table)) await remove(table, sql`sn in (${locks})`);
  }
  await remove(
    'alarm_escalated',
    sql`alarm_id in (select id from "alertRecord" where org_id = ${ids})`,
  );
  await remove('webhook_secret', sql`webhook_id in (select id from webhook where org_id = ${ids})`);
  const first = owned.filter((table) => !LAST.includes(table));
  for (const table of first) await remove(table, sql`org_id = ${ids}`);
  // Cached filter values and counted totals.
  for (const table of await tablesWith(trx, 'org')) await remove(table, sql`org = ${ids}`);
  for (const table of LAST) {
    await remove(table, sql`${sql.ref(table === 'org' ? 'id' : 'org_id')} = ${ids}`);
  }
};

/** Deletes rows to which no other row refers, repeatedly, because deletions make further rows unused. */
const removeUnused = async (
  trx: Database,
  remove: Remove,
  table: string,
  where: Sql,
): Promise<void> => {
  const { rows: references } = await sql<{ from_table: string; from_column: string }>`
    select conrelid::regclass::text as from_table, attname as from_column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confdeltype <> 'c' and conparentid = 0
      and confrelid = ${`"${table}"`}::regclass`.execute(trx);
  const unused = references.map(
    ({ from_table, from_column }) => sql`not exists (
      select from ${sql.raw(from_table)} as other
      where other.${sql.ref(from_column)} = ${sql.ref(`${table}.id`)})`,
  );
  const condition = sql.join([where, ...unused], sql` and `);
  while ((await remove(table, condition)) > 0);
};

/** Returns the keys of rows with a code and a text that the demo has or had, for `code || ' ' || text`. */
const keysOf = (texts: Iterable<readonly [code: string, text: DemoText | null]>): string[] =>
  [...texts].flatMap(([code, text]) =>
    text ? storedForms(text).map((form) => `${code} ${form}`) : [`${code} `],
  );

/** @returns the paths of the firmware files */
const removeShared = async (trx: Database, remove: Remove): Promise<string[]> => {
  const firmware = keysOf(demoVersions.map(([version, , remark]) => [version, remark]));
  const versions = sql`firmware_version || ' ' || coalesce(remark, '') = any(${firmware}::text[])`;
  const { rows: before } = await sql<{ firmware_path: string }>`
    select firmware_path from firmware where ${versions}`.execute(trx);
  await removeUnused(trx, remove, 'firmware', versions);
  const after = await trx.selectFrom('firmware').select('firmware_path').execute();
  const types = keysOf(Object.entries(deviceTypes));
  const typeKey = sql`device_type || ' ' || device_type_name`;
  await removeUnused(trx, remove, 'deviceType', sql`${typeKey} = any(${types}::text[])`);
  const factories = keysOf(Object.entries(manufacturers));
  const factoryKey = sql`"factoryCode" || ' ' || "factoryName"`;
  await removeUnused(trx, remove, 'factory', sql`${factoryKey} = any(${factories}::text[])`);
  const isCategory = sql`dict_code = ${CATEGORY_DICTIONARY}
    and not exists (select from "deviceType" where category is not null)`;
  await removeUnused(trx, remove, 'dictItem', isCategory);
  await removeUnused(trx, remove, 'dict', isCategory);
  const roles = [roleLabels.administrator[0], roleLabels.shift[0]];
  await removeUnused(trx, remove, 'role', sql`"roleName" = any(${roles}::varchar[])`);
  const usedPaths = new Set(after.map(({ firmware_path }) => firmware_path));
  return before.map(({ firmware_path }) => firmware_path).filter((path) => !usedPaths.has(path));
};
