import { hostname } from 'node:os';
import { sql } from 'kysely';
import config from '../../resources.config';
import { textOf } from '../domain/label';
import { loginName } from '../domain/text';
import {
  endSessions,
  giveFirstPassword,
  hashAtCost,
  initialPassword,
  isLockedOut,
  ROOT,
  unlockUser,
} from './auth';
import { CallError } from './calls/endpoint';
import { type Database, openStore, type Store, withRunningDatabase } from './db';
import { openOperationLog } from './entities';
import { optionsOf } from './options';
import { checkLooks } from './rules/loginNames';

const USAGE = `npm run admin -- list            users with their state
npm run admin -- create NAME     a system administrator with a new password
npm run admin -- reset NAME      a new password; enables and unlocks the user, and ends the sessions
npm run admin -- unlock NAME     ends the lockout after wrong passwords`;

const list = async (db: Database): Promise<void> => {
  const rows = await db
    .selectFrom('oper as o')
    .innerJoin('org', 'org.id', 'o.org_id')
    .leftJoin('role', 'role.id', 'o.role_id')
    .select(['o.id', 'o.loginName', 'o.operName', 'o.status', 'o.last_login'])
    .select(['org.org_name', 'role.roleName'])
    .orderBy('o.id')
    .execute();
  const users = await Promise.all(
    rows.map(async (row) => ({
      name: row.loginName,
      person: row.operName,
      role: row.roleName,
      organisation: row.org_name,
      state: row.status === 0 ? 'disabled' : 'enabled',
      locked: (await isLockedOut(db, row.id, Date.now())) ? 'locked out' : '',
      'last sign-in': row.last_login ? new Date(row.last_login).toISOString() : 'never',
    })),
  );
  console.table(users);
};

const findUser = (db: Database, name: string) =>
  db
    .selectFrom('oper')
    .select('id')
    .where(sql<boolean>`lower("loginName") = lower(${name})`)
    .executeTakeFirst();

const idOf = async (db: Database, name: string): Promise<number> => {
  const user = await findUser(db, name);
  if (!user) throw new Error(`there is no user ${name}`);
  return user.id;
};

/** Enables a user with a new password that must be changed. @returns the password */
const givePassword = async (db: Database, id: number): Promise<string> => {
  const password = initialPassword();
  await giveFirstPassword(db, id, password);
  await db.updateTable('oper').set({ status: 1 }).where('id', '=', id).execute();
  return password;
};

const create = async (db: Database, name: string) => {
  if (name.length > 40 || !loginName.pattern.test(name)) throw new Error(loginName.message[0]);
  if (await findUser(db, name)) throw new Error(`there is a user ${name} already`);
  await checkLooks(db, 'loginName', name);
  const { id } = await db
    .insertInto('oper')
    .values({
      loginName: name,
      operName: name,
      org_id: ROOT.orgId,
      role_id: ROOT.roleId,
      status: 1,
      create_time: Date.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, password: await givePassword(db, id) };
};

const reset = async (db: Database, name: string) => {
  const id = await idOf(db, name);
  const password = await givePassword(db, id);
  await unlockUser(db, id);
  await endSessions(db, sql`o.id = ${id}`);
  return { id, password };
};

const unlock = async (db: Database, name: string) => {
  const id = await idOf(db, name);
  await unlockUser(db, id);
  return { id };
};

/** Commands that change a user, with the call that the operation log shows for each. */
const CHANGES = {
  create: { work: create, path: '/oper/add' },
  reset: { work: reset, path: '/oper/resetPassword' },
  unlock: { work: unlock, path: '/oper/unlock' },
} as const;

const isChange = (command: string): command is keyof typeof CHANGES =>
  Object.hasOwn(CHANGES, command);

const change = async ({ db }: Store, command: keyof typeof CHANGES, name: string) => {
  const { work, path } = CHANGES[command];
  const row = {
    create_time: Date.now(),
    title: command,
    operate_name: 'by the command line',
    operate_address: hostname().slice(0, 60),
    operate_url: path,
    entity: 'oper',
    request_body: JSON.stringify({ loginName: name }),
    success: true,
  };
  const journal = openOperationLog(db, config);
  const { password } = await journal.change<{ id: number; password?: string }>(
    (transaction) => work(transaction, name),
    ({ id }) => ({ orgId: ROOT.orgId, records: { ids: [id] }, row }),
  );
  if (password) console.log(`${name} / ${password}  (must be changed at the next sign-in)`);
  else console.log(`${name} may sign in again`);
};

/** Lists and changes users on the machine of the server, for administrators who cannot sign in. */
const run = async (): Promise<void> => {
  const [command = '', name = ''] = process.argv.slice(2);
  if (command !== 'list' && (!isChange(command) || name === '')) throw new Error(`\n${USAGE}`);
  const options = await withRunningDatabase(
    optionsOf({ ...process.env, HOST: undefined, DEMO: '0' }, ''),
  );
  hashAtCost(options.passwordCost);
  const store = await openStore({ ...options, mustExist: true, config, log: () => {} });
  try {
    await (isChange(command) ? change(store, command, name) : list(store.db));
  } finally {
    await store.close();
  }
};

run().catch((error: Error) => {
  const text = error instanceof CallError ? textOf(error.desc, 'en') : error.message;
  console.error(`admin: ${text}`);
  process.exitCode = 1;
});
