import { chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openEngine } from '../../../../../src/server/db/engine';
import { temporaryFolder } from './temporaryFolder';

const log = () => {};

describe('openEngine refuses', () => {
  it.each([
    ['no URL', 'localhost:5432/sealdesk?password=secret'],
    ['another scheme', 'mysql://sealdesk:secret@localhost/sealdesk'],
    ['no server listening', 'postgres://sealdesk:secret@127.0.0.1:1/sealdesk'],
    ['no server listening on localhost', 'postgres://sealdesk:secret@localhost:1/sealdesk'],
    ['unusual characters in the password', 'postgres://sealdesk:se@cret@127.0.0.1:1/sealdesk'],
    ['no port number', 'postgres://sealdesk:secret@127.0.0.1:port/sealdesk'],
  ])('DATABASE_URL with %s, without showing the password', async (_, databaseUrl) => {
    const dataDir = await temporaryFolder();
    const error = await openEngine({ dataDir, databaseUrl, log }).catch((reason) => reason);
    expect(error).toMatchObject({ problem: 'unreachable' });
    expect(error.message).toContain('DATABASE_URL');
    expect(`${error.stack}${JSON.stringify(error)}`).not.toMatch(/secret|se@cret/);
  });

  it('to create a database where one must exist, and names the folder', async () => {
    const dataDir = await temporaryFolder();
    const mistyped = join(dataDir, 'mistyped');
    for (const folder of [dataDir, mistyped]) {
      const error = { problem: 'missing', message: `There is no database in ${folder} (DATA_DIR)` };
      const opening = openEngine({ dataDir: folder, mustExist: true, log });
      await expect(opening).rejects.toMatchObject(error);
    }
    expect(await readdir(dataDir)).toEqual([]);
  });

  it.each([true, false])(
    'a data folder without its database files, mustExist %s',
    async (mustExist) => {
      const dataDir = await temporaryFolder();
      await writeFile(join(dataDir, 'ENGINE'), 'postgres\ninitialised 2026-01-01T00:00:00Z\n');
      const opening = openEngine({ dataDir, mustExist, log });
      await expect(opening).rejects.toMatchObject({ problem: 'damaged' });
      await expect(opening).rejects.toThrow('missing');
    },
  );

  it("root a database that another user's server made", async ({ onTestFinished }) => {
    const dataDir = await temporaryFolder();
    const marker = join(dataDir, 'ENGINE');
    await writeFile(marker, 'postgres\ninitialised 2026-01-01T00:00:00Z\n');
    if (process.getuid?.() === 0) await chown(marker, 65_534, 65_534);
    const { uid } = await stat(marker);
    const root = vi.spyOn(process, 'getuid').mockReturnValue(0);
    onTestFinished(() => root.mockRestore());
    const opening = openEngine({ dataDir, log });
    await expect(opening).rejects.toThrow(`belongs to user ${uid}: run this as that user`);
  });

  it('to guess between two sets of database files', async () => {
    const dataDir = await temporaryFolder();
    for (const files of ['pg', 'pglite']) {
      await mkdir(join(dataDir, files));
      await writeFile(join(dataDir, files, 'PG_VERSION'), '18\n');
    }
    await expect(openEngine({ dataDir, log })).rejects.toMatchObject({ problem: 'damaged' });
  });
});
