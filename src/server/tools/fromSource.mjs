/** Runs a tool as its source is now, without a build: `node fromSource.mjs src/server/tools/configCheck.ts`. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const [tool] = process.argv.splice(2, 1);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const options = { root, logLevel: 'error' };
const { module } = await runnerImport(`${root}src/server/tools/ownConfig.ts`, options);
await runnerImport(`${root}${tool}`, { ...options, plugins: [module.ownConfig] });
