import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { DatabaseTimeout, openStore, withLeaseLimit } from '../../../src/server/db';
import { round } from '../../rounds';
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

const late = expect.any(DatabaseTimeout);

it.each([
  ['PostgreSQL', ownPlace],
  ['a database of the data folder', ownFolder],
])('%s ends a query at the limit', async (_, place) => {
  const { db } = await open(await place());
  const slow = sql`select pg_sleep(5)`;
  await expect(limited(() => slow.execute(db))).rejects.toEqual(late);
});

// PGlite runs in this process, so nothing can end one of its queries.
it.each([
  ['PostgreSQL', ownPlace],
  ['a database of the data folder', ownFolder],
  ...round([], [['PGlite', pglite] as const]),
] as const)('%s rolls back a transaction at the limit, and stays usable', async (_, place) => {
  const { db, ping } = await open(await place());
  await sql`create table work (step text)`.execute(db);
  const change = limited(() =>
    db.transaction().execute(async (transaction) => {
      await sql`insert into work values ('unfinished')`.execute(transaction);
      await sleep(600);
      await sql`insert into work values ('late')`.execute(transaction);
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

it('an answer that came while the process was busy is not late', async () => {
  const { db } = await open(await ownPlace());
  const work = limited(() =>
    db.transaction().execute(async (transaction) => {
      const answer = sql`select 1 as one from pg_sleep(0.1)`.execute(transaction);
      await sleep(50);
      // Timers come before the sockets are read again.
      await setImmediate();
      const end = performance.now() + 500;
      while (performance.now() < end);
      return answer;
    }),
  );
  await expect(work).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

it('a query outside calls has no limit', async () => {
  const { db } = await open(await ownPlace());
  await limited(async () => {});
  const { rows } = await sql`select 1 as one from pg_sleep(0.5)`.execute(db);
  expect(rows).toEqual([{ one: 1 }]);
});
