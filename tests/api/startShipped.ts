import config from '../../resources.config';
import { demo } from '../../src/demo';
import { optionsOf, type ServerOptions } from '../../src/server/options';
import { startServer } from '../../src/server/start';
import { createClient } from './http/client';
import { SECRET } from './openServer';
import { CHEAP_PASSWORDS, closeAfterwards, ownPlace, type Place } from './place';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** Starts the shipped server with the given environment. @param changed options that the environment cannot set */
export const startShipped = async (
  { dataDir, databaseUrl }: Place,
  env: NodeJS.ProcessEnv,
  changed: Partial<ServerOptions> = {},
) => {
  const settings = {
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SIGN_SECRET: SECRET,
    DEMO_DAYS: '0',
    DEMO_LANG: 'en',
    PASSWORD_COST: `${CHEAP_PASSWORDS}`,
    ...env,
  };
  const options = { ...optionsOf(settings, ''), clientDir: undefined, ...changed };
  const server = await startServer({ config, options, log: quiet, demo });
  const close = closeAfterwards(server.close);
  const url = await server.listen();
  return { ...createClient(url, SECRET, { ahead: 0 }), url, printed: server.signIn, close };
};

/** Starts the shipped server with a demo of ten locks. */
export const demoServer = async () =>
  startShipped(await ownPlace(config), { DEMO: '1', DEMO_LOCKS: '10' });

export type DemoServer = Awaited<ReturnType<typeof demoServer>>;
