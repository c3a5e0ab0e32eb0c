import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenLink } from '../fleet/link';

/** Leaves the way into the broker for tools on this machine; whoever can read the data folder owns the fleet anyway. */
export const writeAccess = async (dataDir: string, { access }: OpenLink): Promise<void> => {
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'mqtt.json'), JSON.stringify(access), { mode: 0o600 });
};
