import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import config from '../../resources.config';
import { demo } from '../demo';
import { optionsOf } from './options';
import { misspelt } from './settings';
import { consoleLog, startServer } from './start';
import { collectWhenIdle } from './work/idleCollection';

const clientDir = join(dirname(fileURLToPath(import.meta.url)), '../client');

const run = async (): Promise<void> => {
  const options = optionsOf(process.env, clientDir);
  for (const [name, meant] of misspelt(process.env)) {
    consoleLog.warn(`${name} is no setting. Is ${meant} meant?`);
  }
  const server = await startServer({ config, options, log: consoleLog, demo });
  const stop = () => {
    server.close().then(
      () => process.exit(0),
      (error: Error) => {
        consoleLog.error(`Stopping failed: ${error.message}`);
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const url = await server.listen();
  collectWhenIdle(server.app.server);
  consoleLog.info(`Sealdesk: ${url}${server.signIn ? `  sign in: ${server.signIn}` : ''}`);
};

// The reader of a pipe may close it, as `head` does. The server keeps running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

run().catch((error: Error) => {
  consoleLog.error(`Sealdesk cannot start: ${error.message}`);
  process.exit(1);
});
