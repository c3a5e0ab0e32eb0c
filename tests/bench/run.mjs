import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Runs all benches, those of a file, or one row by its name together with the baselines of its file. */
const [name, ...options] = process.argv.slice(2);
const folder = new URL('.', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.bench.ts'));

const filters = () => {
  if (!name) return [];
  if (name.startsWith('-') || files.some((file) => file.includes(name))) return [name];
  const filesOfRow = files.filter((file) =>
    readFileSync(new URL(file, folder), 'utf8').includes(name),
  );
  if (filesOfRow.length === 0) throw new Error(`No bench has a row named "${name}"`);
  const pattern = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return [...filesOfRow, '--testNamePattern', `${pattern}|baseline`];
};

// With the memory for new objects that `npm start` gives the server.
const memory = '--execArgv=--max-semi-space-size=64';
const args = ['bench', '--run', '--project', 'unit', memory, ...filters(), ...options];
const runner = spawn('vitest', args, { stdio: 'inherit', shell: process.platform === 'win32' });
runner.on('exit', (code) => process.exit(code ?? 1));
