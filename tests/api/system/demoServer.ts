import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import config from '../../../resources.config';
import type { Locale } from '../../../src/domain/label';
import { optionsOf, startServer } from '../../../src/server/start';
import { createClient } from '../http/client';

const SECRET = 'test-secret';
const log = { info: () => {}, warn: () => {}, error: () => {} };

/** The server as it ships, with its demo of ten locks; whoever starts it closes it. */
export const demoServer = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-system-'));
  const env = {
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: dataDir,
    SIGN_SECRET: SECRET,
    DEMO_LOCKS: '10',
  };
  const server = await startServer(config, { ...optionsOf(env, ''), clientDir: undefined }, log);
  const url = await server.listen();
  const client = createClient(url, SECRET, { ahead: 0 });
  /** Calls as one operator. */
  const as = async (name: string) => {
    const token = await client.signIn(name);
    const call = (path: string, body: object = {}, locale: Locale = 'en') =>
      client.call(path, body, { token, locale });
    /** What a call answers that must succeed. */
    const ask = async (path: string, body: object = {}) => {
      const { verify, data } = await call(path, body);
      if (verify.sign !== 'success')
        throw new Error(`${path}: ${verify.desc} ${JSON.stringify(data)}`);
      return data;
    };
    const upload = (content: Uint8Array, file: string, purpose: string) =>
      client.upload(content, file, { purpose }, { token });
    return { token, call, ask, upload };
  };
  return {
    url,
    as,
    client,
    close: async () => {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export type DemoServer = Awaited<ReturnType<typeof demoServer>>;
export type Operator = Awaited<ReturnType<DemoServer['as']>>;
