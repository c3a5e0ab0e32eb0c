import config from '../../../resources.config';
import { openStore } from '../db';
import { optionsOf } from '../options';

/**
 * Recounts all records. Use it if totals differ from their lists because rows were changed outside the server. The
 * server must be stopped unless the database is external; in that case writers wait until the recount ends.
 */
const repair = async (): Promise<void> => {
  const options = optionsOf(process.env, '');
  const store = await openStore({ ...options, mustExist: true, config, log: () => {} });
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
