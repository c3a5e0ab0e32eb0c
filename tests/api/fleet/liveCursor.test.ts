import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, inject, it } from 'vitest';
import shipped from '../../../resources.config';
import { type LiveChanges, liveDeviceOf } from '../../../src/domain/live';
import type { EncodedAnswer } from '../../../src/server/calls/endpoint';
import type { Store } from '../../../src/server/db';
import { changeSignal } from '../../../src/server/fleet/changeSignal';
import { openLive } from '../../../src/server/fleet/live/live';
import { currentCursor } from '../../../src/server/fleet/live/liveCursor';
import { testStore } from '../db/testStore';
import { closeAfterwards, ownPlace } from '../place';

/** Begins a transaction that writes, in the database at a URL. */
const beginWriting = async (url: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const close = closeAfterwards(() => client.end());
  await client.query('begin');
  const { rows } = await client.query('select pg_current_xact_id() as id');
  return { id: BigInt(rows[0].id), commit: () => client.query('commit'), close };
};

const dataOf = ({ pieces }: EncodedAnswer): LiveChanges =>
  JSON.parse(Buffer.concat(pieces.map(({ bytes }) => bytes)).toString());

const openTestLive = async (store: Store) => {
  const lines: string[] = [];
  const add = (text: string) => lines.push(text);
  const log = { info: add, warn: add, error: add };
  const live = openLive({ db: store.db, hasAlarms: true, log }, changeSignal());
  closeAfterwards(live.close);
  return { live, lines };
};

const addLock = (store: Store, sn: string) =>
  sql`insert into device (sn, org_id) values (${sn}, 1)`.execute(store.db);

describe.runIf(inject('postgres'))('live changes', () => {
  const openWorld = async () => {
    const place = await ownPlace(shipped);
    const store = await testStore({ config: shipped, place });
    await sql`insert into org (id, org_name, org_type) values (1, 'Root', 1)`.execute(store.db);
    return { store, url: place.databaseUrl ?? '', ...(await openTestLive(store)) };
  };

  it('continue while another database has an open transaction, and the log says so', async () => {
    const { store, live, lines } = await openWorld();
    const other = await ownPlace();
    const writing = await beginWriting(other.databaseUrl ?? '');
    const cursor = await currentCursor(store.db);
    await addLock(store, 'L1');
    const { rows, cursor: next } = dataOf(await live.changes(cursor, { orgId: 1 }));
    expect(rows.map((row) => liveDeviceOf(row).sn)).toEqual(['L1']);
    const name = new URL(other.databaseUrl ?? '').pathname.slice(1);
    const lineAfterCall = async () => {
      await live.changes(next, { orgId: 1 });
      return lines.find((line) => line.includes(name));
    };
    await expect
      .poll(lineAfterCall)
      .toMatch(/^Live changes go on without transaction \d+ of the database .*stays open$/);
    await writing.commit();
    await writing.close();
  });

  it('wait for a transaction of their own database', async () => {
    const { store, live, url } = await openWorld();
    const writing = await beginWriting(url);
    const cursor = await currentCursor(store.db);
    await addLock(store, 'L2');
    // Transactions of other databases may end meanwhile, which moves the cursor, but not beyond this one.
    expect(BigInt(await currentCursor(store.db))).toBeLessThanOrEqual(writing.id);
    await writing.commit();
    const { rows } = dataOf(await live.changes(cursor, { orgId: 1 }));
    expect(rows.map((row) => liveDeviceOf(row).sn)).toEqual(['L2']);
    await writing.close();
  });
});
