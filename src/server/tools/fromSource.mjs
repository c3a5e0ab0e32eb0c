/** Runs a tool of this folder as its source is now, without a build: `node fromSource.mjs configCheck`. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const [tool] = process.argv.splice(2, 1);
const root = fileURLToPath(new URL('../../..', import.meta.url));
await runnerImport(`${root}src/server/tools/${tool}.ts`, { root, logLevel: 'error' });
