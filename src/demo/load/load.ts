import { loadOptions, USAGE } from './options';
import { runLoad } from './runLoad';

const load = async (): Promise<void> => {
  const options = loadOptions(process.argv.slice(2), process.env);
  if (!options) return console.log(USAGE);
  const stop = new AbortController();
  process.once('SIGINT', () => {
    console.log('Stopping, and removing what was added. Again to leave it behind');
    stop.abort(new Error('stopped'));
  });
  const isWhole = await runLoad(options, { log: console.log, signal: stop.signal });
  process.exitCode = isWhole ? 0 : 1;
};

load().catch((error: Error) => {
  console.error(`load: ${error.message}`);
  process.exitCode = 2;
});
