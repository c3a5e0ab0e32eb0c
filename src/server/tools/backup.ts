import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import config from '../../../resources.config';
import { backUp, lineOfChain, type RestoredCopy, restore, verifyBackup } from '../db';
import { optionsOf } from '../options';

const USAGE = `npm run backup -- FILE              the embedded database, also while the server runs
npm run backup -- FILE --portable   its rows, or those of DATABASE_URL, for any PostgreSQL
npm run restore -- FILE             into an empty database
npm run restore -- FILE --over      replaces the data of the database
npm run verify -- FILE              restores it into a temporary folder and checks it`;

const numberOf = (value: number) => value.toLocaleString('en');

const lineOf = ({ head, tables, rows }: RestoredCopy): string =>
  `${numberOf(rows)} rows in ${tables} tables, backed up at ${head.made} by release ${head.release} from PostgreSQL ${head.postgres}`;

/** Backs up the database, restores a backup, or verifies one without a database. */
const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { portable: { type: 'boolean' }, over: { type: 'boolean' } },
  });
  const [command, file = '', ...more] = positionals;
  const { portable = false, over = false } = values;
  if (file === '' || more.length > 0) throw new Error(`\n${USAGE}`);
  const options = {
    ...optionsOf({ ...process.env, HOST: undefined, DEMO: '0' }, ''),
    refusesPglite: true,
    config,
    log: () => {},
  };
  if (command === 'backup' && !over) {
    await backUp(options, file, portable);
    console.log(`${file}: ${numberOf((await stat(file)).size)} bytes`);
  } else if (command === 'restore' && !portable) {
    const copy = await restore({ ...options, isReplacing: over }, file);
    console.log(`${file}: restored ${lineOf(copy)}`);
  } else if (command === 'verify' && !portable && !over) {
    const { chains, ...copy } = await verifyBackup(options, file);
    console.log(`${file}: whole, and can be restored: ${lineOf(copy)}`);
    if (chains.length === 0) console.log('The operation log is empty');
    for (const chain of chains) console.log(lineOfChain(chain));
    if (chains.some(({ broken }) => broken)) process.exitCode = 1;
  } else throw new Error(`\n${USAGE}`);
};

// Exits in order, so that no temporary folder is left.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

run().catch((error: Error) => {
  console.error(`${process.argv[2]}: ${error.message}`);
  process.exitCode = 1;
});
