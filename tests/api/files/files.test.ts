import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/server/db';
import { openFileCache } from '../../../src/server/files/cache';
import { CHUNK, findContent, storeContent } from '../../../src/server/files/content';
import { type Files, openFiles } from '../../../src/server/files/files';
import { declared } from '../db/declared';
import { testStore } from '../db/testStore';
import { ownPlace } from '../place';

const DAY = 86_400_000;

let dataDir: string;
let store: Store;
let files: Files;
beforeAll(async () => {
  const place = await ownPlace(declared);
  ({ dataDir } = place);
  store = await testStore({ place });
  files = openFiles(store.db, dataDir);
});

const received = async (content: string | Uint8Array = 'x'): Promise<string> => {
  const path = await files.incoming();
  await writeFile(path, content);
  return path;
};

const keep = async (content: string | Uint8Array = 'x') => {
  const name = await files.keep(store.db, await received(content), 'png');
  const file = await files.find(name);
  if (!file) throw new Error(`${name} was not stored`);
  return { name, file };
};

describe('files', () => {
  it('are stored under random names', async () => {
    const [one, other] = [await keep(), await keep()];
    expect(one.name).toMatch(/^[\w-]{32}\.png$/);
    expect(one.name).not.toBe(other.name);
    expect(one.file.id).not.toBe(other.file.id);
  });

  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7])(
    'of %i bytes are read as they were stored, on every server',
    async (size) => {
      const content = randomBytes(size);
      const { file } = await keep(content);
      expect(file.size).toBe(size);
      const elsewhere = openFiles(store.db, join(dataDir, `other-${size}`));
      // Buffers of this size are slow to compare by `toEqual`.
      expect((await buffer(await elsewhere.read(file))).equals(content)).toBe(true);
      expect(await elsewhere.withCopy(file, async () => 'done')).toBe('done');
      expect(await readdir(join(dataDir, `other-${size}`, 'incoming'))).toEqual([]);
    },
  );

  it('are not stored if the transaction fails', async () => {
    let name = '';
    const failing = store.db.transaction().execute(async (transaction) => {
      name = await files.keep(transaction, await received('lost'), 'png');
      expect(await files.find(name, transaction)).toBeDefined();
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await files.find(name)).toBeUndefined();
  });

  it('for an import are not public, and are deleted after a day', async () => {
    const name = await files.keepForImport(store.db, await received(), 'xlsx');
    expect(await files.find(name)).toBeDefined();
    expect(await files.findPublic(name)).toBeUndefined();
    expect(await files.findPublic(name.slice('import/'.length))).toBeUndefined();
    await files.sweep(Date.now());
    expect(await files.find(name)).toBeDefined();
    await files.sweep(Date.now() + DAY + 60_000);
    expect(await files.find(name)).toBeUndefined();
  });

  it('are received for a day, whatever the clock of the disk shows', async () => {
    const path = await received();
    await utimes(path, 0, 0);
    await files.sweep(Date.now());
    expect(await readFile(path, 'utf8')).toBe('x');
    await files.sweep(Date.now() + DAY + 60_000);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  it.each([
    '',
    '.',
    '../ENGINE',
    `${'x'.repeat(32)}.png`,
    `import/../${'x'.repeat(32)}.png`,
    'a/b.png',
  ])('are not found under the name %j', async (name) => {
    expect(await files.find(name)).toBeUndefined();
  });

  it('of a job replace each other, and are deleted with the job', async () => {
    await files.keepForJob(store.db, 7, await received('first'));
    await files.keepForJob(store.db, 7, await received('second'));
    const file = await files.findOfJob(7);
    expect(file && String(await buffer(await files.read(file)))).toBe('second');
    await files.removeOfDeletedJobs();
    expect(await files.findOfJob(7)).toBeUndefined();
  });

  it('are deleted with their chunks', async () => {
    const { name, file } = await keep(randomBytes(2 * CHUNK));
    await files.remove([name]);
    const { rows } = await sql`select 1 from stored_chunk where file_id = ${file.id}`.execute(
      store.db,
    );
    expect(rows).toEqual([]);
  });
});

describe('the copies on the local disk', () => {
  it('are made once for simultaneous readers', async () => {
    const content = randomBytes(5 * CHUNK);
    const { file } = await keep(content);
    const folder = join(dataDir, 'once');
    const cache = openFileCache(store.db, folder);
    const copies = await Promise.all(Array.from({ length: 10 }, () => cache.open(file)));
    for (const copy of copies) {
      expect((await copy?.readFile())?.equals(content)).toBe(true);
      await copy?.close();
    }
    expect(await readdir(folder)).toEqual([file.sha256]);
  });

  it('are deleted with their file, or when they take too much space', async () => {
    const folder = join(dataDir, 'swept');
    const cache = openFileCache(store.db, folder, 2 * CHUNK);
    const contents = [];
    for (let i = 0; i < 4; i++) contents.push(await keep(randomBytes(CHUNK)));
    for (const { file } of contents) await (await cache.open(file))?.close();
    await files.remove([contents[0]?.name ?? '']);
    await cache.sweep();
    const left = await readdir(folder);
    expect(left).toHaveLength(2);
    expect(left).not.toContain(contents[0]?.file.sha256);
  });

  it('are not made from damaged content', async () => {
    const { file } = await keep(randomBytes(CHUNK));
    await sql`update stored_chunk set data = ${randomBytes(CHUNK)} where file_id = ${file.id}`.execute(
      store.db,
    );
    const folder = join(dataDir, 'damaged');
    await mkdir(folder);
    expect(await openFileCache(store.db, folder).open(file)).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });
});

it('a name that two servers store at once is stored by the first', async () => {
  const storeSame = (path: string) =>
    store.db
      .transaction()
      .execute((transaction) =>
        storeContent(transaction, { area: 'public', name: 'same.bin', path, at: 0 }),
      );
  const results = await Promise.all([
    storeSame(await received('a')),
    storeSame(await received('b')),
  ]);
  expect(results.sort()).toEqual([false, true]);
  expect(await findContent(store.db, 'public', 'same.bin')).toMatchObject({ size: 1 });
});
