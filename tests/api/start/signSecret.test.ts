import { describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { demo } from '../../../src/demo';
import { ownPlace } from '../place';
import { startShipped } from '../startShipped';

const secretAt = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/config.json`);
  return ((await answer.json()) as { signSecret: string }).signSecret;
};

describe('without SIGN_SECRET, the server signs calls', () => {
  it('with a secret from the database', async () => {
    const place = await ownPlace(config);
    const env = { DEMO: '0', SIGN_SECRET: '' };
    const first = await startShipped(place, env);
    const secret = await secretAt(first.url);
    expect(secret).toMatch(/^[\w-]{43}$/);
    if (place.databaseUrl) {
      const { dataDir } = await ownPlace();
      const second = await startShipped({ ...place, dataDir }, env);
      expect(await secretAt(second.url)).toBe(secret);
      await second.close();
    }
    await first.close();
    const again = await startShipped(place, env);
    expect(await secretAt(again.url)).toBe(secret);
    const other = await startShipped(await ownPlace(config), env);
    expect(await secretAt(other.url)).not.toBe(secret);
  });

  it('with the public secret in a demo', async () => {
    const env = { DEMO: '1', DEMO_LOCKS: '1', SIGN_SECRET: '' };
    const { url } = await startShipped(await ownPlace(config), env);
    expect(await secretAt(url)).toBe(demo.signSecret);
  });
});
