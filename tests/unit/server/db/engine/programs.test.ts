import { chmod, mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hydrateSymlinks } from '../../../../../src/server/db/engine/programs';
import { temporaryFolder } from './temporaryFolder';

async function makePackage(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'native', 'lib'), { recursive: true });
  await writeFile(join(folder, 'native/lib/libpq.so.5.18'), 'library');
  const links = ['native/lib/libpq.so', 'native/lib/libpq.so.5'].map((target) => ({
    source: 'native/lib/libpq.so.5.18',
    target,
  }));
  await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
  return folder;
}

/** Root may write everywhere, so the test runs as an ordinary user. */
function becomeOrdinaryUser(): void {
  if (process.getuid?.() !== 0) return;
  process.seteuid?.(65534);
  onTestFinished(() => process.seteuid?.(0));
}

describe.skipIf(process.platform === 'win32')('hydrateSymlinks', () => {
  it('creates missing relative links in the package, and changes nothing the second time', async () => {
    const folder = await makePackage();
    for (let round = 0; round < 2; round += 1) {
      expect(await hydrateSymlinks(folder, join(folder, 'unused'))).toBeUndefined();
      expect(await readlink(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
      expect(await readFile(join(folder, 'native/lib/libpq.so'), 'utf8')).toBe('library');
    }
  });

  it('creates them in its own folder if the package is read-only', async () => {
    const folder = await makePackage();
    const own = await temporaryFolder();
    await chmod(own, 0o777);
    await chmod(folder, 0o755);
    await chmod(join(folder, 'native/lib'), 0o555);
    onTestFinished(() => chmod(join(folder, 'native/lib'), 0o755));
    becomeOrdinaryUser();
    const libraries = join(own, 'lib');
    for (let round = 0; round < 2; round += 1) {
      expect(await hydrateSymlinks(folder, libraries)).toBe(libraries);
      expect(await readFile(join(libraries, 'libpq.so.5'), 'utf8')).toBe('library');
    }
  });

  it('changes nothing in a package without a list', async () => {
    const folder = await temporaryFolder();
    expect(await hydrateSymlinks(folder, join(folder, 'unused'))).toBeUndefined();
  });
});
