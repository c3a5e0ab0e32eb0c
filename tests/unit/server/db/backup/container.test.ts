import { randomBytes } from 'node:crypto';
import {
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkBackup,
  readSections,
  type Section,
  writeBackup,
} from '../../../../../src/server/db/backup/container';

const head = {
  kind: 'tables',
  release: '1.2.3',
  made: '2026-01-02T03:04:05.000Z',
  postgres: '18.4',
  migrations: ['0001_first'],
} as const;

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealdesk-container-'));
  path = join(folder, 'a.backup');
});

afterAll(() => rm(folder, { recursive: true }));

async function* list(sections: readonly Section[]) {
  yield* sections;
}

const large = randomBytes(300_000);

const sectionsOf = (): readonly Section[] => [
  { name: 'empty', chunks: Readable.from([]) },
  {
    name: 'small',
    chunks: Readable.from([Buffer.from('a'), Buffer.alloc(0), Buffer.from('b')]),
    rows: () => 2,
  },
  { name: 'large', chunks: Readable.from([large, large.subarray(0, 70_000)]), rows: () => 3 },
];

const contentOf = async (rows: Readonly<Record<string, number>>) => {
  const contents: Record<string, Buffer> = {};
  await readSections(path, async ({ name, chunks }) => {
    const parts: Buffer[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    contents[name] = Buffer.concat(parts);
    return rows[name] ?? 0;
  });
  return contents;
};

describe('a backup', () => {
  it('has the head and the sections that were written, and only its owner can read it', async () => {
    await writeBackup(path, head, list(sectionsOf()));
    expect(await checkBackup(path)).toMatchObject(head);
    expect(await contentOf({ small: 2, large: 3 })).toEqual({
      empty: Buffer.alloc(0),
      small: Buffer.from('ab'),
      large: Buffer.concat([large, large.subarray(0, 70_000)]),
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('refuses a table of which not all rows arrived', async () => {
    await writeBackup(path, head, list(sectionsOf()));
    await expect(contentOf({ small: 2, large: 2 })).rejects.toThrow(
      `${path}: large has 3 rows, but 2 arrived`,
    );
  });

  it('is refused if any byte was changed, at any length, and if it is another file', async () => {
    await writeBackup(path, head, list(sectionsOf().slice(0, 2)));
    const whole = await readFile(path);
    for (const at of whole.keys()) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(path, changed);
      await expect(checkBackup(path)).rejects.toThrow(`${path} is not a whole backup`);
    }
    for (const length of [...whole.keys(), whole.length + 1]) {
      const other = Buffer.alloc(length);
      whole.copy(other);
      await writeFile(path, other);
      await expect(checkBackup(path)).rejects.toThrow(`${path} is not a whole backup`);
    }
  });

  it('leaves the former one, and nothing else, if a section fails', async () => {
    await writeBackup(path, head, list(sectionsOf()));
    const former = await readFile(path);
    async function* failing() {
      yield large;
      throw new Error('the database is gone');
    }
    const writing = writeBackup(path, head, list([{ name: 'one', chunks: failing() }]));
    await expect(writing).rejects.toThrow('the database is gone');
    expect(await readdir(folder)).toEqual(['a.backup']);
    expect((await readFile(path)).equals(former)).toBe(true);
  });

  it('is refused, and changes nothing, if another one to the same file has begun meanwhile', async () => {
    await writeBackup(path, head, list(sectionsOf()));
    const former = await readFile(path);
    async function* overtaken() {
      await writeFile(`${path}.other`, 'half');
      await rename(`${path}.other`, `${path}.part`);
      yield large;
    }
    const writing = writeBackup(path, head, list([{ name: 'one', chunks: overtaken() }]));
    await expect(writing).rejects.toThrow(`another backup writes ${path}`);
    expect((await readFile(path)).equals(former)).toBe(true);
    expect(await readFile(`${path}.part`, 'utf8')).toBe('half');
  });

  it('replaces what an interrupted one left', async () => {
    await writeFile(`${path}.part`, 'left', { mode: 0o644 });
    await writeBackup(path, head, list(sectionsOf()));
    expect(await readdir(folder)).toEqual(['a.backup']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('replaces the file to which a link leads', async () => {
    const link = join(folder, 'latest');
    await writeFile(path, 'of yesterday');
    await symlink(path, link);
    await writeBackup(link, head, list(sectionsOf()));
    expect(await readlink(link)).toBe(path);
    expect((await checkBackup(path)).release).toBe('1.2.3');
    await rm(link);
  });
});
