import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  anyExtension,
  type Files,
  fileType,
  openFiles,
  parseAccept,
} from '../../../../src/server/files/files';

let dataDir: string;
let files: Files;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-files-'));
  files = await openFiles(dataDir);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const received = async (content: string | Uint8Array = 'x'): Promise<string> => {
  const path = files.incoming();
  await writeFile(path, content);
  return path;
};

describe('files', () => {
  it('are stored under names that cannot be guessed, and found by them', async () => {
    const names = [
      await files.keep(await received(), 'png'),
      await files.keep(await received(), 'png'),
    ];
    expect(names[0]).toMatch(/^[\w-]{32}\.png$/);
    expect(names[0]).not.toBe(names[1]);
    expect(await files.find(String(names[0]))).toBe(join(files.folder, String(names[0])));
    expect(await readdir(join(dataDir, 'incoming'))).toEqual([]);
  });

  it('to be imported lie elsewhere, and go after a day', async () => {
    const name = await files.keepForImport(await received(), 'xlsx');
    const path = await files.find(name);
    expect(path).toBe(join(dataDir, 'imports', name.slice('import/'.length)));
    await files.sweep(Date.now());
    expect(await files.find(name)).toBe(path);
    const yesterday = Date.now() / 1000 - 25 * 3600;
    await utimes(String(path), yesterday, yesterday);
    await files.sweep(Date.now());
    expect(await files.find(name)).toBeUndefined();
  });

  it.each([
    '',
    '.',
    '../ENGINE',
    `${'x'.repeat(32)}.png`,
    `import/../${'x'.repeat(32)}.png`,
    'a/b.png',
  ])('are not found as %j', async (name) => {
    expect(await files.find(name)).toBeUndefined();
  });
});

describe('the type of a file', () => {
  const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  it.each([
    ['a.png', PNG, 'png'],
    ['A.JPEG', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), 'jpg'],
    ['a.b.bin', '', 'bin'],
    ['a.xlsx', PNG, undefined],
    ['a.png', '', undefined],
    ['a.svg', '<svg/>', undefined],
    ['a.pdf', '<svg/>', undefined],
    ['a.pdf', '%PDF-1.7', 'pdf'],
    ['png', PNG, undefined],
  ])('called %s is told by its beginning (%#)', async (name, content, type) => {
    const path = await received(content);
    onTestFinished(() => rm(path));
    expect(await fileType(path, name, anyExtension)).toBe(type);
  });

  it('is one of those taken, also where its content is not known', async () => {
    const path = await received('a,b');
    onTestFinished(() => rm(path));
    expect(await fileType(path, 'a.csv', ['pdf', 'csv'])).toBe('csv');
    expect(await fileType(path, 'a.bin', ['pdf', 'csv'])).toBeUndefined();
  });

  it.each([
    ['.pdf', ['pdf']],
    ['.BIN, .jpeg,.docx', ['bin', 'jpg', 'docx']],
  ])('%j of a field is %j', (accept, extensions) => {
    expect(parseAccept(accept)).toEqual(extensions);
  });
});
