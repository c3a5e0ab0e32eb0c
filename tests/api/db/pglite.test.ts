import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import shipped from '../../../resources.config';
import { demo } from '../../../src/demo';
import { lockHistory } from '../../../src/resources';
import { entityTable } from '../../../src/server/db';
import { optionsOf } from '../../../src/server/options';
import { startServer } from '../../../src/server/start';
import { round } from '../../rounds';
import { openServer } from '../openServer';
import { ownFolder } from '../place';
import { declared, vehicle } from './declared';
import { testStore } from './testStore';
import { addOrganisations, as, HARBOUR, NORTHERN, QUAY } from './world';

const pgliteFolder = async () => {
  const place = await ownFolder();
  await writeFile(join(place.dataDir, 'ENGINE'), 'pglite\n');
  return place;
};

it('the server warns of PGlite, and refuses it without the demo', async () => {
  const place = await pgliteFolder();
  const env = { DEMO: '0', DATA_DIR: place.dataDir, PORT: '0', MQTT_PORT: '0' };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const starting = startServer({ config: shipped, options: optionsOf(env, ''), log, demo });
  const warning =
    'PGlite may lose data in a power failure, so it is for a demo only: set DATABASE_URL for real locks';
  await expect(starting).rejects.toThrow(warning);

  const lines: string[] = [];
  await testStore({ place, log: (line) => lines.push(line) });
  expect(lines).toContain(`Storage: ${warning}`);
  const { app } = await openServer({ config: declared, seed: async () => {}, place });
  const answerOf = async (path: string) => (await app.inject(path)).json();
  expect(await answerOf('/healthz')).toEqual({ status: 'ok', note: warning });
  expect(await answerOf('/config.json')).toMatchObject({ demoDatabase: true });
});

it.each(round([], ['PGlite']))('a store also works in %s', async () => {
  const place = await pgliteFolder();
  const lines: string[][] = [[], []];
  const [store] = await Promise.all(
    lines.map((own) => testStore({ place, log: (line) => own.push(line) })),
  );
  if (!store) throw new Error('No store');
  expect(lines.flat().filter((line) => line.includes('tables changed'))).toHaveLength(1);
  await addOrganisations(store);

  const vehicles = entityTable(store, vehicle, declared);
  const rows = Array.from({ length: 1_200 }, (_, i) => ({ plate: `P${i}`, papers: [i] }));
  expect(await vehicles.add(rows, as(QUAY))).toHaveLength(1_200);
  await expect(vehicles.add([{ plate: 'P7' }], as(NORTHERN))).rejects.toMatchObject({
    problem: { field: 'plate' },
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
