import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { removeDemo } from '../../../src/demo/removeDemo';
import { type DemoText, translateTo } from '../../../src/demo/world/texts';
import { hashPassword } from '../../../src/server/auth';
import { openStore, type Store } from '../../../src/server/db';
import { copyOf, ownFolder, ownPlace, type Place } from '../place';
import { startShipped } from '../startShipped';

const PUBLIC = { HOST: '0.0.0.0' };
const PASSWORD = 'Harbour1';

const withStore = async <T>(place: Place, work: (store: Store) => Promise<T>): Promise<T> => {
  const store = await openStore({ ...place, config, log: () => {} });
  return work(store).finally(store.close);
};

/** Creates a database with the demo; its server is closed. */
const demoPlace = async (place?: Place, language = 'en'): Promise<Place> => {
  const own = place ?? (await ownPlace(config));
  const env = { DEMO: '1', DEMO_LOCKS: '10', DEMO_DAYS: '1', DEMO_LANG: language };
  const server = await startShipped(own, env);
  await server.close();
  await withStore(own, async ({ db }) => {
    for (const table of ['deviceLocationRecord', 'alertRecord']) {
      await sql`insert into ${sql.table(table)} (create_time, sn, org_id)
        select ${Date.now()}, sn, org_id from device limit 3`.execute(db);
    }
  });
  return own;
};

let demo: Place;
beforeAll(async () => {
  demo = await demoPlace();
});

/** Returns a copy of a database with the demo. */
const demoCopy = () => copyOf(demo);

const remove = (place: Place, dryRun = false) =>
  withStore(place, async (store) => {
    const removed = await removeDemo(store.db, { password: PASSWORD, dryRun });
    if (!dryRun) await store.recount();
    return removed;
  });

const countsOf = (place: Place) =>
  withStore(place, async ({ db }) => {
    const tables = ['org', 'oper', 'role', 'device', 'deviceLocationRecord', 'alertRecord'];
    const more = ['deviceType', 'factory', 'dict', 'firmware', 'record_count', 'lock_seen'];
    const counts: Record<string, number> = {};
    for (const table of [...tables, ...more]) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)}`.execute(db);
      counts[table] = rows[0]?.n ?? -1;
    }
    return counts;
  });

/** Names the demo's records as earlier versions did. @returns the same place */
const nameInBothLanguages = (place: Place): Promise<Place> =>
  withStore(place, async ({ db }) => {
    await sql`delete from planted where kind = 'demoOrg'`.execute(db);
    const columns = [
      ['org', 'org_name'],
      ['deviceType', 'device_type_name'],
      ['factory', 'factoryName'],
      ['firmware', 'remark'],
    ] as const;
    for (const [table, column] of columns) {
      const { rows } = await sql<{ id: number; text: string }>`
        select id, ${sql.ref(column)} as text from ${sql.table(table)}
        where ${sql.ref(column)} is not null and (${table} <> 'org' or id > 1)`.execute(db);
      for (const { id, text } of rows) {
        await sql`update ${sql.table(table)} set ${sql.ref(column)} =
          ${`${text} / ${translateTo('zh')(text as DemoText)}`} where id = ${id}`.execute(db);
      }
    }
    return place;
  });

describe('a database of the demo', () => {
  it.each([
    ['in English', demoCopy],
    ['in both languages, by an earlier version', async () => nameInBothLanguages(await demoCopy())],
    ['in Chinese', () => demoPlace(undefined, 'zh')],
  ] as const)('%s refuses to start without the demo until the demo is removed', async (_, open) => {
    const place = await open();
    await expect(startShipped(place, { DEMO: '0' })).rejects.toThrow(
      /^the database was made by the demo, and its public password signs in admin, harbour, shift, northern, yantian, customs: take the demo out with npm run demo:remove, or start with DEMO=1$/,
    );
    const before = await countsOf(place);
    const listed = await remove(place, true);
    expect(await countsOf(place)).toEqual(before);
    const removed = await remove(place);
    expect(removed).toEqual(listed);
    expect(removed.organisations).toHaveLength(4);
    expect(removed.accounts).toEqual(['harbour', 'shift', 'northern', 'yantian', 'customs']);
    expect(removed.rows.get('device')).toBe(before.device);
    expect(removed.rows.get('deviceLocationRecord')).toBe(before.deviceLocationRecord);
    expect(removed.files).toHaveLength(2);
    expect(await countsOf(place)).toEqual({
      ...{ org: 1, oper: 1, role: 1, device: 0, deviceLocationRecord: 0, alertRecord: 0 },
      ...{ deviceType: 0, factory: 0, dict: 0, firmware: 0, record_count: 0, lock_seen: 0 },
    });
    const server = await startShipped(place, { DEMO: '0' });
    expect((await server.login({ username: 'admin' }, 'Demo2026')).verify.sign).toBe('fail');
    expect((await server.login({ username: 'harbour' }, 'Demo2026')).verify.sign).toBe('fail');
    const { data } = await server.login({ username: 'admin' }, PASSWORD);
    expect(data.oper).toMatchObject({ id: 1, mustChange: true });
    await server.close();
    expect((await remove(place)).rows.size).toBe(0);
  });

  it('keeps the customer’s data, and the parts of the demo that it uses', async () => {
    const place = await demoCopy();
    await withStore(place, async ({ db }) => {
      const { rows } = await sql<{ id: number }>`
        insert into org (org_name, org_type, parent_id) values ('Ours', 2, 1) returning id`.execute(
        db,
      );
      const org = rows[0]?.id;
      await sql`insert into device (sn, org_id, device_type_id)
        select 'OURS', ${org}, id from "deviceType" where device_type = 'SL-200'`.execute(db);
      await sql`insert into oper ("operName", "loginName", org_id, role_id, status, password_hash)
        select 'Ours', 'ours', ${org}, id, 1, ${await hashPassword(PASSWORD)}
        from role where "roleName" = 'Shift staff'`.execute(db);
    });
    await remove(place);
    expect(await countsOf(place)).toMatchObject({
      ...{ org: 2, oper: 2, role: 3, device: 1, deviceType: 1, factory: 0, dict: 1 },
    });
    const server = await startShipped(place, { DEMO: '0' });
    expect((await server.login({ username: 'ours' }, PASSWORD)).verify.sign).toBe('success');
  });

  it.each(['PGlite'])('is also cleaned in %s', async () => {
    const place = await ownFolder();
    await writeFile(join(place.dataDir, 'ENGINE'), 'pglite\n');
    await demoPlace(place);
    expect((await remove(place)).rows.get('oper')).toBe(5);
    expect(await countsOf(place)).toMatchObject({ org: 1, oper: 1, device: 0, record_count: 0 });
    await expect(startShipped(place, { DEMO: '0' })).rejects.toThrow('DATABASE_URL');
  });
});

it('a customer’s organisation with a name of the demo stays', async () => {
  const place = await ownPlace(config);
  const env = { DEMO: '0', ADMIN_PASSWORD: PASSWORD };
  await (await startShipped(place, env)).close();
  await withStore(place, ({ db }) =>
    sql`insert into org (org_name, org_type, parent_id) values ('Coastal Customs', 2, 1)`.execute(
      db,
    ),
  );
  expect((await remove(place)).rows.size).toBe(0);
  await (await startShipped(place, env)).close();
});

it('a renamed organisation of the demo counts as the customer’s', async () => {
  const place = await demoCopy();
  await withStore(place, ({ db }) =>
    sql`update org set org_name = 'Ours' where org_name = 'Coastal Customs'`.execute(db),
  );
  expect((await remove(place)).organisations).toHaveLength(3);
});

describe('a public HOST is refused', () => {
  it('before the demo is created', async () => {
    const place = await ownPlace(config);
    const env = { ...PUBLIC, DEMO: '1', DEMO_LOCKS: '1' };
    await expect(startShipped(place, env)).rejects.toThrow(
      /^HOST=0\.0\.0\.0 would let the network sign in with the public password of the demo/,
    );
    expect(await countsOf(place)).toMatchObject({ org: 0, oper: 0 });
  });

  it('while a password of the demo works', async () => {
    const place = await demoCopy();
    const env = { ...PUBLIC, DEMO: '1', DEMO_LOCKS: '1' };
    await expect(startShipped(place, env)).rejects.toThrow(
      /would let the network sign in as admin, harbour, shift, northern, yantian, customs with/,
    );
    const hash = await hashPassword(PASSWORD);
    const changePasswords = (login: string) =>
      withStore(place, ({ db }) =>
        sql`update oper set password_hash = ${hash} where "loginName" <> ${login}`.execute(db),
      );
    await changePasswords('customs');
    await expect(startShipped(place, env)).rejects.toThrow(/sign in as customs with/);
    await changePasswords('');
    await startShipped(place, env);
  });

  it('with the demo’s password for the first administrator', async () => {
    const env = { ...PUBLIC, DEMO: '0', ADMIN_PASSWORD: 'Demo2026' };
    await expect(startShipped(await ownPlace(config), env)).rejects.toThrow(
      /another ADMIN_PASSWORD/,
    );
  });
});
