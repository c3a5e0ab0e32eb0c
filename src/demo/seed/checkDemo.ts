import { SYSTEM_ADMINISTRATOR, verifyPassword } from '../../server/auth';
import { anyOf, type Database, lit, query, table } from '../../server/db';
import { isLoopback, type ServerOptions } from '../../server/options';
import { bilingualForms } from '../world/texts';
import { demoOperators, demoOrganisations } from './organisations';
import { DEMO_PASSWORD, ORGANISATION_MARK } from './seedDemo';

/** Finds the operators that the demo made, and the system administrator, if the demo's password signs them in. */
export const demoAccounts = async (db: Database) => {
  const logins = demoOperators.map(({ login }) => login);
  const rows = await db
    .selectFrom('oper')
    .select(['id', 'loginName', 'password_hash as hash'])
    .where((eb) =>
      eb.or([eb('id', '=', SYSTEM_ADMINISTRATOR), eb('loginName', '=', anyOf(logins))]),
    )
    .orderBy('id')
    .execute();
  const verified = await Promise.all(
    rows.map(({ hash }) => hash !== null && verifyPassword(DEMO_PASSWORD, hash)),
  );
  return rows.filter((_, i) => verified[i]);
};

const org = table('org');
const demoOrg = table('org', 'demoOrg');
const mark = table('planted', 'mark');

/**
 * Finds the demo's organisations and those below them. One that was renamed is no longer the demo's. Databases of earlier
 * versions have no marks, but names in both languages.
 */
export const storedDemoOrganisations = async (db: Database) => {
  const names = demoOrganisations.flatMap(({ name }) => bilingualForms(name));
  const { rows } = await query`
    select ${org.$pick('id', 'org_name')} from ${org.$from} where ${org.id} in (
      select org_subtree(${demoOrg.id}) from ${demoOrg.$from}
      where ${demoOrg.parent_id} is not null
        and (${demoOrg.org_name} = any(${names}::varchar[]) or exists (
          select from ${mark.$from} where ${mark.kind} = ${ORGANISATION_MARK}
            and ${mark.code} = ${demoOrg.id}::text and ${mark.name} = ${demoOrg.org_name}))
    ) order by ${org.id}`.execute(db);
  return rows;
};

const REMOVE = 'npm run demo:remove';

/**
 * Checks that strangers cannot sign in with the demo's password.
 * @throws Error if a database of the demo is started without it, or is reachable from the network
 */
export const checkDemo = async (db: Database, options: ServerOptions): Promise<void> => {
  const { demoLocks, host, adminPassword } = options;
  const hasDemo = demoLocks > 0;
  const isChosen = adminPassword === DEMO_PASSWORD;
  const accounts = await demoAccounts(db);
  const names = accounts.map(({ loginName }) => loginName).join(', ');
  const unchosen = accounts.filter(({ id }) => !(isChosen && id === SYSTEM_ADMINISTRATOR));
  if (!hasDemo && (unchosen.length > 0 || (await storedDemoOrganisations(db)).length > 0)) {
    const signIns = accounts.length > 0 ? `, and its public password signs in ${names}` : '';
    throw new Error(
      `the database was made by the demo${signIns}: take the demo out with ${REMOVE}, or start with DEMO=1`,
    );
  }
  if (isLoopback(host)) return;
  const organisations = db.selectFrom('org').select('id').where('parent_id', 'is not', null);
  if (isChosen || (hasDemo && !(await organisations.limit(lit(1)).executeTakeFirst()))) {
    throw new Error(
      `HOST=${host} would let the network sign in with the public password of the demo: start without DEMO and with another ADMIN_PASSWORD, or at 127.0.0.1`,
    );
  }
  if (accounts.length === 0) return;
  throw new Error(
    `HOST=${host} would let the network sign in as ${names} with the public password of the demo: change these passwords at 127.0.0.1, or take the demo out with ${REMOVE}`,
  );
};
