import config from '../../../resources.config';
import { errorMessage } from '../../protocol';
import { hasDatabase, planStart, refusalLine } from '../db';
import { optionsOf } from '../options';

/** Prints the changes that the next start would make to the database. Exits with 1 if the start would be refused. */
const main = async (): Promise<void> => {
  const options = optionsOf(process.env, '');
  const { dataDir, databaseUrl } = options;
  if (!databaseUrl && !(await hasDatabase(dataDir))) {
    console.log(`There is no database in ${dataDir} yet: the first start makes one`);
    return;
  }
  const { lines, clashes } = await planStart({ ...options, config, log: () => {} });
  for (const line of lines) console.log(line);
  for (const clash of clashes) console.error(refusalLine(clash));
  if (lines.length + clashes.length === 0) console.log('Nothing: the tables are as declared');
  process.exitCode = clashes.length > 0 ? 1 : 0;
};

await main().catch((error: unknown) => {
  console.error(errorMessage(error));
  process.exitCode = 1;
});
