import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMarker, writeMarker } from '../../../../../src/server/db/engine/dataFolder';
import { temporaryFolder } from './temporaryFolder';

describe('the marker ENGINE', () => {
  it('is absent in a new folder', async () => {
    expect(await readMarker(await temporaryFolder())).toBeUndefined();
  });

  it.each(['postgres', 'pglite'] as const)('stores %s', async (engine) => {
    const folder = await temporaryFolder();
    await writeMarker(folder, engine);
    expect(await readMarker(folder)).toEqual({ engine, initialised: true });
  });

  it.each([
    ['pglite', { engine: 'pglite', initialised: false }],
    ['  postgres\n', { engine: 'postgres', initialised: false }],
  ])('reads the operator’s choice %j', async (text, expected) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'ENGINE'), text);
    expect(await readMarker(folder)).toEqual(expected);
  });

  it.each(['', 'sqlite', 'Postgres'])('refuses %j', async (text) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'ENGINE'), text);
    await expect(readMarker(folder)).rejects.toMatchObject({ problem: 'damaged' });
  });
});
