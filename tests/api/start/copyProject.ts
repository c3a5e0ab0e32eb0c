import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ownFolder } from '../place';

const FILES = ['src', 'resources.config.ts', 'package.json', 'tsconfig.json', 'vite.config.ts'];

interface Run {
  readonly code: number;
  readonly output: string;
}

/**
 * Copies the project into a folder of its own, like a fresh clone after `npm ci`.
 * @param env of its npm scripts
 */
export const copyProject = async (env: NodeJS.ProcessEnv = {}) => {
  const { dataDir: folder } = await ownFolder();
  for (const file of [...FILES, 'tests/slowest.ts', 'tests/tools', 'index.html']) {
    await cp(resolve(file), join(folder, file), { recursive: true });
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    /** Replaces a text of a file, which must contain it. */
    edit: async (file: string, from: string, to: string) => {
      const path = join(folder, file);
      const before = await readFile(path, 'utf8');
      if (!before.includes(from)) throw new Error(`${file} has no ${from}`);
      await writeFile(path, before.replace(from, to));
    },
    /** Returns the number of the first line with a text, from 1. */
    lineOf: async (file: string, text: string) => {
      const lines = (await readFile(join(folder, file), 'utf8')).split('\n');
      return lines.findIndex((line) => line.includes(text)) + 1;
    },
    /** Runs an npm script. @returns its output, including standard error */
    npmRun: (script: string, ...args: string[]) =>
      new Promise<Run>((done) => {
        const settings = { cwd: folder, env: { ...process.env, ...env, NODE_ENV: undefined } };
        execFile('npm', ['run', '-s', script, '--', ...args], settings, (error, out, errors) =>
          done({ code: error ? Number(error.code) : 0, output: out + errors }),
        );
      }),
  };
};
