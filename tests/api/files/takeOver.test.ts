import { access, mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '../../../src/server/db';
import { openFiles } from '../../../src/server/files/files';
import { takeOverFiles } from '../../../src/server/files/takeOver';
import { ownFolder, ownPlace, type Place } from '../place';
import { declared } from '../store/declared';
import { testStore } from '../store/testStore';

const LOGO = `${'a'.repeat(32)}.png`;
const SHEET = `${'b'.repeat(32)}.xlsx`;
const LONG_AGO = 1_700_000_000;

const OLD_FILES: Readonly<Record<string, string>> = {
  [`files/${LOGO}`]: 'logo',
  'files/own/by hand.png': 'by hand',
  [`imports/${SHEET}`]: 'sheet',
  'exports/12.xlsx': 'export',
  'exports/13.some-claim.part': 'half an export',
};

const writeOld = async (dataDir: string, files = OLD_FILES) => {
  for (const [name, content] of Object.entries(files)) {
    const path = join(dataDir, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    await utimes(path, LONG_AGO, LONG_AGO);
  }
};

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const storedIn = async ({ db }: Store) => {
  const { rows } = await sql<{ area: string; name: string; at: number }>`
    select area, name, at from stored_file order by area, name`.execute(db);
  return rows.map(({ area, name, at }) => [area, name, at]);
};

const STORED = [
  ['export', '12', LONG_AGO * 1000],
  ['import', SHEET, LONG_AGO * 1000],
  ['public', LOGO, LONG_AGO * 1000],
  ['public', 'own/by hand.png', LONG_AGO * 1000],
];

const open = async (place: Place) => ({ ...place, store: await testStore({ place }) });

const pglite = async () => {
  const place = await ownFolder();
  await writeFile(join(place.dataDir, 'ENGINE'), 'pglite\n');
  return place;
};

it.each([
  ['PostgreSQL', () => ownPlace(declared)],
  ['PGlite', pglite],
])('old files go to %s and leave the disk', async (_engine, place) => {
  const { dataDir, store } = await open(await place());
  await writeOld(dataDir);
  const lines: string[] = [];
  await takeOverFiles(store.db, dataDir, (line) => lines.push(line));
  expect(await storedIn(store)).toEqual(STORED);
  expect(lines).toHaveLength(3);
  const files = openFiles(store.db, dataDir);
  const read = async (found: ReturnType<typeof files.find>) => {
    const file = await found;
    return file && String(await buffer(await files.read(file)));
  };
  expect(await read(files.find(LOGO))).toBe('logo');
  expect(await read(files.find(`import/${SHEET}`))).toBe('sheet');
  expect(await read(files.findOfJob(12))).toBe('export');
  expect(await read(files.findPublic('own/by hand.png'))).toBe('by hand');
  for (const name of Object.keys(OLD_FILES)) expect(await isThere(join(dataDir, name))).toBe(false);
  expect(await isThere(join(dataDir, 'exports'))).toBe(false);
  await takeOverFiles(store.db, dataDir, (line) => lines.push(line));
  expect(lines).toHaveLength(3);
});

it('a file that was stored before the server could remove it is removed at the next start', async () => {
  const { dataDir, store } = await open(await ownPlace(declared));
  await writeOld(dataDir);
  await takeOverFiles(store.db, dataDir, () => {});
  await writeOld(dataDir, { [`files/${LOGO}`]: 'logo' });
  await takeOverFiles(store.db, dataDir, () => {});
  expect(await storedIn(store)).toEqual(STORED);
  expect(await isThere(join(dataDir, 'files', LOGO))).toBe(false);
});

it('two servers with one folder store each file once', async () => {
  const { dataDir, store } = await open(await ownPlace(declared));
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`files/${String(i).padStart(32, 'x')}.bin`, `${i}`]),
  );
  await writeOld(dataDir, many);
  await Promise.all([1, 2].map(() => takeOverFiles(store.db, dataDir, () => {})));
  expect(await storedIn(store)).toHaveLength(40);
});

it('a file that cannot be stored stays on the disk', async () => {
  const { dataDir, store } = await open(await ownPlace(declared));
  await writeOld(dataDir);
  await sql`alter table stored_chunk add check (length(data) < 5)`.execute(store.db);
  await expect(takeOverFiles(store.db, dataDir, () => {})).rejects.toThrow('stored_chunk');
  expect(await isThere(join(dataDir, 'files/own/by hand.png'))).toBe(true);
  await sql`alter table stored_chunk drop constraint stored_chunk_data_check`.execute(store.db);
  await takeOverFiles(store.db, dataDir, () => {});
  expect(await storedIn(store)).toEqual(STORED);
});
