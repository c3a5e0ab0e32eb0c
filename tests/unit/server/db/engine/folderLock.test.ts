import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockFolder } from '../../../../../src/server/db/engine/folderLock';
import { temporaryFolder } from './temporaryFolder';

/** Leaves the entry of a killed process, without a listener. */
async function leaveDeadHolder(folder: string): Promise<void> {
  await mkdir(join(folder, 'lock'));
  await writeFile(join(folder, 'lock', '4711-dead'), '');
}

describe('lockFolder', () => {
  it('refuses a second holder and names the first', async () => {
    const folder = await temporaryFolder();
    const lock = await lockFolder(folder);
    const second = lockFolder(folder);
    await expect(second).rejects.toMatchObject({ problem: 'locked' });
    await expect(second).rejects.toThrow(`${process.pid}`);
    await expect(second).rejects.toThrow(folder);
    await lock.release();
  });

  it('can lock again after release, and leaves only the empty lock', async () => {
    const folder = await temporaryFolder();
    await (await lockFolder(folder)).release();
    await (await lockFolder(folder)).release();
    expect(await readdir(folder, { recursive: true })).toEqual(['lock']);
  });

  it('takes over the lock of a dead process', async () => {
    const folder = await temporaryFolder();
    await leaveDeadHolder(folder);
    const lock = await lockFolder(folder);
    expect(await readdir(join(folder, 'lock'))).toHaveLength(1);
    await expect(lockFolder(folder)).rejects.toMatchObject({ problem: 'locked' });
    await lock.release();
  });

  it('has one winner if many find the same dead process', async () => {
    const folder = await temporaryFolder();
    await leaveDeadHolder(folder);
    const tries = await Promise.allSettled(Array.from({ length: 40 }, () => lockFolder(folder)));
    const winners = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(winners).toHaveLength(1);
    await Promise.all(winners.map((lock) => lock.release()));
  });

  it.runIf(process.platform === 'linux')('works if the path is too long for a socket', async () => {
    const folder = join(await temporaryFolder(), 'deep'.repeat(40));
    await mkdir(folder);
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toMatchObject({ problem: 'locked' });
    await lock.release();
    await (await lockFolder(folder)).release();
  });
});
