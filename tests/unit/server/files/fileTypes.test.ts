import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAccept } from '../../../../src/domain/files';
import { fileType } from '../../../../src/server/files/fileTypes';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealdesk-types-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const received = async (content: string | Uint8Array): Promise<string> => {
  const path = join(folder, 'received');
  await writeFile(path, content);
  return path;
};

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
  ])('of %s follows its name and first bytes', async (name, content, type) => {
    const path = await received(content);
    expect(await fileType(path, name, parseAccept())).toBe(type);
  });

  it('is an accepted extension if the content has no signature', async () => {
    const path = await received('a,b');
    expect(await fileType(path, 'a.csv', ['pdf', 'csv'])).toBe('csv');
    expect(await fileType(path, 'a.bin', ['pdf', 'csv'])).toBeUndefined();
  });
});
