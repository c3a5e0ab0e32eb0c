import { mkdir, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { codeOf } from '../codeOf';

interface Link {
  /** The library, relative to the package's folder. */
  source: string;
  /** The name to make for it, relative to the package's folder. */
  target: string;
}

/** Whether the name exists after the call, made now or before. Throws where it cannot be made. */
async function link(to: string, path: string): Promise<void> {
  try {
    await symlink(to, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Makes the library names that native/pg-symlinks.json lists. An npm package cannot hold symbolic
 * links; the package's own install script makes them, but npm 11 does not run it unasked.
 *
 * `packageFolder` is the package with the binaries. Where it is read only the names are made in
 * `privateFolder` instead, which is then answered and belongs on the library search path.
 */
export async function hydrateSymlinks(
  packageFolder: string,
  privateFolder: string,
): Promise<string | undefined> {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  let links: Link[];
  try {
    links = JSON.parse(await readFile(list, 'utf8'));
  } catch (error) {
    // The Windows package has no such list.
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    for (const { source, target } of links) {
      await link(relative(dirname(target), source), join(packageFolder, target));
    }
    return undefined;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error;
  }
  await mkdir(privateFolder, { recursive: true, mode: 0o755 });
  for (const { source, target } of links) {
    const path = join(privateFolder, basename(target));
    await link(resolve(packageFolder, source), path);
  }
  return privateFolder;
}
