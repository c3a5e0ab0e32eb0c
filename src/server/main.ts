import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import config from '../../resources.config';
import { demo } from '../demo';
import { customCode } from './customCode';
import { optionsOf } from './options';
import { misspelt } from './settings';
import { consoleLog, logOf, startServer } from './start';
import { collectWhenIdle } from './work/idleCollection';

const clientDir = join(dirname(fileURLToPath(import.meta.url)), '../client');

let log = consoleLog;

/** Ends a start, which may wait for other servers. The first process of a container ignores signals without a handler. */
const leave = () => process.exit(0);
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const run = async (): Promise<void> => {
  const options = optionsOf(process.env, clientDir);
  log = await logOf(process.env.LOG);
  log.info(`Sealdesk ${import.meta.env.RELEASE}`);
  for (const [name, meant] of misspelt(process.env)) {
    log.warn(`${name} is no setting. Is ${meant} meant?`);
  }
  for (const signal of SIGNALS) process.once(signal, leave);
  const server = await startServer({ config, options, log, demo, custom: customCode });
  for (const signal of SIGNALS) process.off(signal, leave);
  const stop = () => {
    server.close().then(
      () => process.exit(0),
      (error: Error) => {
        log.error(`Stopping failed: ${error.message}`);
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', async () => {
    server.drain();
    await sleep(options.drainSeconds * 1_000);
    stop();
  });
  const url = await server.listen();
  collectWhenIdle(server.app.server);
  log.info(`Sealdesk: ${url}${server.signIn ? `  sign in: ${server.signIn}` : ''}`);
};

// The reader of a pipe may close it, as `head` does. The server keeps running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

run().catch((error: Error) => {
  log.error(`Sealdesk cannot start: ${error.message}`);
  process.exit(1);
});
