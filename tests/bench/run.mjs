import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, runnerImport } from 'vite';

/** Runs all benches, those of a file, or one row by its name together with the baselines of its file. */
const [name = '', ...options] = process.argv.slice(2);
const folder = new URL('.', import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file) => readFileSync(new URL(file, folder), 'utf8');
const all = readdirSync(folder).filter((file) => file.endsWith('.bench.ts'));

const choose = () => {
  if (name.startsWith('-')) return { files: all, filters: [name] };
  const files = all.filter((file) => file.includes(name));
  if (files.length > 0) return { files, filters: [] };
  const filesOfRow = all.filter((file) => textOf(file).includes(name));
  if (filesOfRow.length === 0) throw new Error(`No bench has a row named "${name}"`);
  const pattern = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return { files: filesOfRow, filters: ['--testNamePattern', `${pattern}|baseline`] };
};

const { files, filters } = choose();
const needing = (helper) => files.filter((file) => textOf(file).includes(`/${helper}'`));

const skippedFiles = new Set();
if (needing('findBrowser').length > 0) {
  const { module } = await runnerImport(`${root}tests/e2e/findBrowser.ts`, { root });
  if (!(await module.findBrowser('measures'))) {
    for (const file of needing('findBrowser')) skippedFiles.add(file);
  }
}
for (const file of skippedFiles) console.log(`Skipped, as it needs a browser: ${file}`);
const runFiles = files.filter((file) => !skippedFiles.has(file));
if (runFiles.length === 0) process.exit(0);

if (!process.env.E2E_DIST && needing('startConsole').some((file) => runFiles.includes(file))) {
  await build({ root, logLevel: 'warn' });
  await build({ root, logLevel: 'warn', build: { ssr: true } });
}

const paths = runFiles.map((file) => `tests/bench/${file}`);
const args = ['bench', '--run', '--project', 'bench', ...paths, ...filters, ...options];
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const runner = spawn(process.execPath, [vitest, ...args], { stdio: 'inherit', cwd: root });
runner.on('exit', (code) => process.exit(code ?? 1));
