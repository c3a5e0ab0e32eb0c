import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockHistory } from '../../../src/resources';
import { entityTable } from '../../../src/server/db';
import { ownFolder } from '../place';
import { declared, vehicle } from './declared';
import { testStore } from './testStore';
import { addOrganisations, as, HARBOUR, NORTHERN, QUAY } from './world';

it('the store works the same where PostgreSQL itself cannot run', async () => {
  const place = await ownFolder();
  await writeFile(join(place.dataDir, 'ENGINE'), 'pglite\n');
  const lines: string[][] = [[], []];
  const [store] = await Promise.all(
    lines.map((own) => testStore({ place, log: (line) => own.push(line) })),
  );
  if (!store) throw new Error('No store');
  expect(store.engine).toBe('pglite');
  expect(lines.flat().filter((line) => line.includes('tables changed'))).toHaveLength(1);
  await addOrganisations(store);

  const vehicles = entityTable(store, vehicle, declared);
  const rows = Array.from({ length: 1_200 }, (_, i) => ({ plate: `P${i}`, papers: [i] }));
  expect(await vehicles.add(rows, as(QUAY))).toHaveLength(1_200);
  await expect(vehicles.add([{ plate: 'P7' }], as(NORTHERN))).rejects.toMatchObject({
    field: 'plate',
  });
  const query = { page: 1, pageSize: 5, filters: { plate: 'p11' } };
  const listed = await Promise.all([HARBOUR, NORTHERN].map((me) => vehicles.list(query, as(me))));
  expect(listed.map(({ total }) => total)).toEqual([111, 0]);

  const histories = entityTable(store, lockHistory, declared);
  await histories.add(
    [1, 2].map((create_time) => ({ create_time, sn: `L${create_time}` })),
    as(QUAY),
  );
  const { list } = await histories.list(
    { page: 1, pageSize: 5, filters: { sn: 'l' } },
    as(HARBOUR),
  );
  expect(list.map(({ sn }) => sn)).toEqual(['L2', 'L1']);
  expect(await store.ensurePartitions(Date.UTC(1970, 1, 1))).toContain('lockHistory_197001');
  expect(await histories.get(Number(list[0]?.id), as(HARBOUR))).toMatchObject({ sn: 'L2' });
});
