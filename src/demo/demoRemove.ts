import config from '../../resources.config';
import { errorMessage } from '../protocol';
import { hashAtCost, initialPassword } from '../server/auth';
import { checkUnused, openStore } from '../server/db';
import { openFiles } from '../server/files/files';
import { optionsOf } from '../server/options';
import { type RemovedDemo, removeDemo } from './removeDemo';

const print = ({ organisations, accounts, rows }: RemovedDemo): void => {
  for (const name of organisations) console.log(`organisation ${name}`);
  for (const name of accounts) console.log(`account ${name}`);
  for (const [table, count] of rows) console.log(`${table}: ${count}`);
};

/**
 * Removes the demo from a database if `--yes` is given; otherwise lists what it would remove. No server may be running.
 */
const remove = async (): Promise<void> => {
  const options = optionsOf({ ...process.env, HOST: undefined, DEMO: '0' }, '');
  const dryRun = !process.argv.includes('--yes');
  hashAtCost(options.passwordCost);
  const store = await openStore({ ...options, mustExist: true, config, log: () => {} });
  try {
    await checkUnused(store.db);
    const password = options.adminPassword ?? initialPassword();
    const removed = await removeDemo(store.db, { password, dryRun });
    if (removed.rows.size === 0 && !removed.hasNewPassword) {
      console.log('This database has nothing of the demo');
      return;
    }
    print(removed);
    if (dryRun) {
      console.log('Nothing was changed. To take it out: npm run demo:remove -- --yes');
      return;
    }
    await openFiles(store.db, options.dataDir).remove(removed.files);
    await store.recount();
    console.log('The demo was taken out');
    if (removed.hasNewPassword) {
      console.log(`sign in: admin / ${options.adminPassword ? 'ADMIN_PASSWORD' : password}`);
    }
  } finally {
    await store.close();
  }
};

remove().catch((error: unknown) => {
  console.error(`demo:remove: ${errorMessage(error)}`);
  process.exitCode = 1;
});
