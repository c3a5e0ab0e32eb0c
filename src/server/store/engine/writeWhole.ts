import { open, rename } from 'node:fs/promises';

/** Writes a file only its owner may read: after a crash it is complete or as it was before. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const fresh = `${path}.new`;
  const file = await open(fresh, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
}
