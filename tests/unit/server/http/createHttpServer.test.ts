import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { consoleVersion } from '../../../../src/server/http/createHttpServer';

it('the page version changes with its files, and is absent without a page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sealdesk-version-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const versionOf = async (file: string) => {
    await writeFile(join(folder, 'index.html'), `<script src="/assets/${file}"></script>`);
    return consoleVersion(folder);
  };
  expect(await consoleVersion(folder)).toBeUndefined();
  const first = await versionOf('index-1.js');
  expect(first).toMatch(/^[\da-f]{16}$/);
  expect(await versionOf('index-1.js')).toBe(first);
  expect(await versionOf('index-2.js')).not.toBe(first);
});
