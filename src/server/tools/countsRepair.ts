import config from '../../../resources.config';
import { openStore } from '../db';
import { optionsOf } from '../options';

/**
 * Counts all records anew, for figures that do not agree with their lists: after rows were changed by other hands. The
 * server itself must not be running, unless the database is an external one; those who write records then wait.
 */
const repair = async (): Promise<void> => {
  const { dataDir, databaseUrl } = optionsOf(process.env, '');
  const store = await openStore({ dataDir, databaseUrl, config, log: () => {} });
  try {
    for (const { table } of await store.recount()) console.log(`${table}: counted anew`);
  } finally {
    await store.close();
  }
};

repair().catch((error: Error) => {
  console.error(`counts:repair: ${error.message}`);
  process.exitCode = 1;
});
