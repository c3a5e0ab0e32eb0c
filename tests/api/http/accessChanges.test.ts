import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { LISTENER_NAME } from '../../../src/server/db/engine/listen';
import { ACCESS_CHANGED } from '../../../src/server/db/migrations';
import { openServer } from '../openServer';
import { ownPlace } from '../place';
import { declared } from './declared';
import { type TestServer, testServer } from './testServer';

// PGlite holds one database, which no other server can open.
describe.runIf(inject('postgres'))('of two servers on one database, the other', () => {
  let one: TestServer;
  let other: Awaited<ReturnType<typeof openServer>>;
  /** The clock stands still, so that nothing in a cache becomes too old. */
  const startedAt = Date.now();
  const isHeard = () => other.store.accessChanges.maxAge > 0;

  beforeAll(async () => {
    const place = await ownPlace(declared);
    const http = { now: () => startedAt };
    one = await testServer(http, place);
    const { dataDir } = await ownPlace();
    const seed = async () => {};
    other = await openServer({ config: declared, seed, http, place: { ...place, dataDir } });
  });
  beforeEach(() => expect.poll(isHeard).toBe(true));

  const codeOf = async (token: string, path = '/device/list') =>
    (await other.call(path, {}, { token })).verify.sign;

  /** Signs in at the first server, and waits until the other one has heard of it. An unknown word clears its caches. */
  const signIn = async (login: string) => {
    const token = await one.signIn(login);
    const hearing = new Promise<void>((clear) =>
      other.store.accessChanges.follow({ clear, apply: () => {} }),
    );
    await sql`select pg_notify(${ACCESS_CHANGED}, 'word')`.execute(one.store.db);
    await hearing;
    return token;
  };

  /** Changes rows without their triggers, as if the announcement were lost. */
  const changeSilently = (statement: string) =>
    one.store.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql.raw(statement).execute(transaction);
    });

  it('serves a known caller from its cache', async () => {
    const token = await signIn('clerk');
    expect(await codeOf(token)).toBe('success');
    await changeSilently('delete from session where oper_id = 4');
    expect(await codeOf(token)).toBe('success');
  });

  it('refuses a token after its session ended', async () => {
    const token = await signIn('harbour');
    expect(await codeOf(token)).toBe('success');
    await one.call('/login/logout', {}, { token });
    await expect.poll(() => codeOf(token)).toBe('sessionTimeOut');
  });

  it.each([
    ['an operator', 'update oper set status = 0 where id = 4', 'update oper set status = 1'],
    [
      'an organisation above',
      'update org set status = 0 where id = 1',
      'update org set status = 1',
    ],
  ])('refuses the operator when %s is disabled', async (_, disable, enable) => {
    const token = await signIn('clerk');
    expect(await codeOf(token)).toBe('success');
    await sql.raw(disable).execute(one.store.db);
    await expect.poll(() => codeOf(token)).toBe('sessionTimeOut');
    await sql.raw(enable).execute(one.store.db);
    await expect.poll(() => codeOf(token)).toBe('success');
  });

  it('refuses a call that the role has lost', async () => {
    const token = await signIn('clerk');
    expect(await codeOf(token)).toBe('success');
    const { db } = one.store;
    await sql`create table taken as select * from role_menu where role_id = 3`.execute(db);
    await sql`delete from role_menu where role_id = 3`.execute(db);
    await expect.poll(() => codeOf(token)).toBe('noPermission');
    await sql`insert into role_menu select * from taken`.execute(db);
    await expect.poll(() => codeOf(token)).toBe('success');
  });

  it('shows the devices of organisations that move below its own', async () => {
    const token = await signIn('harbour');
    const countDevices = async () =>
      (await other.call('/device/list', {}, { token })).data.list.length;
    const before = await countDevices();
    await changeSilently('update org set parent_id = 2 where id = 3');
    expect(await countDevices()).toBe(before);
    const { db } = one.store;
    await sql`update org set parent_id = 2 where id = 3`.execute(db);
    await expect.poll(countDevices).toBe(before + 1);
    await sql`update org set parent_id = 1 where id = 3`.execute(db);
    await expect.poll(countDevices).toBe(before);
  });

  it('clears its caches after a lost listening connection', async () => {
    const token = await signIn('clerk');
    expect(await codeOf(token)).toBe('success');
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${LISTENER_NAME}`.execute(
      one.store.db,
    );
    await expect.poll(isHeard).toBe(false);
    // Neither server could hear this one.
    await changeSilently('delete from session where oper_id = 4');
    expect(await codeOf(token)).toBe('sessionTimeOut');
    await expect.poll(isHeard).toBe(true);
    expect(await codeOf(token)).toBe('sessionTimeOut');
  });
});
