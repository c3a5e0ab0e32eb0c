import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { DatabaseTimeout, openStore, withLeaseLimit } from '../../../src/server/db';
import { closeAfterwards, ownFolder, ownPlace, type Place } from '../place';
import { declared as config } from './declared';

const open = async (place: Place) => {
  const store = await openStore({ ...place, config, log: () => {} });
  closeAfterwards(store.close);
  return store;
};

/** Starts work with a limit of 300 ms. */
const limited = <T>(work: () => Promise<T>) => withLeaseLimit(300, work);

const pglite = async (): Promise<Place> => {
  const place = await ownFolder();
  await writeFile(join(place.dataDir, 'ENGINE'), 'pglite\n');
  return place;
};

it.each([
  ['PostgreSQL', ownPlace],
  ['a database of the data folder', ownFolder],
  ['PGlite', pglite],
])('%s: ends a query and a transaction at the limit, and goes on', async (_, place) => {
  const { db, ping } = await open(await place());
  await sql`create table work (step text)`.execute(db);
  const sleep = sql`select pg_sleep(1)`;
  const late = expect.any(DatabaseTimeout);
  await expect(limited(() => sleep.execute(db))).rejects.toEqual(late);
  const change = limited(() =>
    db.transaction().execute(async (transaction) => {
      await sql`insert into work values ('unfinished')`.execute(transaction);
      await sleep.execute(transaction);
    }),
  );
  await expect(change).rejects.toEqual(late);
  const { rows } = await sql`select * from work`.execute(db);
  expect(rows).toEqual([]);
  await ping();
  await limited(() =>
    db.transaction().execute((one) => sql`insert into work values ('done')`.execute(one)),
  );
  expect((await sql`select * from work`.execute(db)).rows).toEqual([{ step: 'done' }]);
});

it('waits as long as a query takes outside of calls', async () => {
  const { db } = await open(await ownPlace());
  await limited(async () => {});
  const { rows } = await sql`select 1 as one from pg_sleep(0.5)`.execute(db);
  expect(rows).toEqual([{ one: 1 }]);
});
