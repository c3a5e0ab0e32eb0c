import { lineOfChain, verifyStored } from '../db';
import { optionsOf } from '../options';

/**
 * Verifies the hash chain of every organisation's operation log and prints the first broken row of each. Arguments
 * `2:15:<digest>` (organisation, row, digest) are ends that an earlier run printed; these rows must still exist.
 */
const verify = async (): Promise<void> => {
  const options = optionsOf(process.env, '');
  const anchors = process.argv.slice(2).map((text) => {
    const [org, place, digest = ''] = text.split(':');
    return { orgId: Number(org), place: Number(place), digest };
  });
  const results = await verifyStored({ ...options, mustExist: true, log: () => {} }, anchors);
  for (const chain of results) console.log(lineOfChain(chain));
  if (results.length === 0) console.log('The operation log is empty');
  process.exitCode = results.some(({ broken }) => broken) ? 1 : 0;
};

verify().catch((error: Error) => {
  console.error(`log:verify: ${error.message}`);
  process.exitCode = 2;
});
