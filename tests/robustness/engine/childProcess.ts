import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

export interface Line {
  log?: string;
  ready?: string | number;
  acked?: number;
  closed?: boolean;
  problem?: string;
  message?: string;
  folder?: string;
  address?: string;
  port?: string;
}

/** Child process with its output so far. */
export class Child {
  readonly lines: Line[] = [];
  readonly exited: Promise<unknown>;
  readonly #process: ChildProcessWithoutNullStreams;
  #stderr = '';

  constructor(process: ChildProcessWithoutNullStreams) {
    this.#process = process;
    this.exited = once(process, 'close');
    createInterface(process.stdout).on('line', (line) => {
      this.lines.push(JSON.parse(line));
      process.emit('line');
    });
    process.stderr.on('data', (text) => {
      this.#stderr += text;
    });
  }

  /** Waits for the first line that has the key. */
  async line(key: keyof Line): Promise<Line> {
    await this.lineCount(key, 1);
    return this.lines.find((line) => key in line) ?? {};
  }

  async lineCount(key: keyof Line, count: number): Promise<void> {
    while (this.lines.filter((line) => key in line).length < count) {
      const exit = await Promise.race([
        once(this.#process, 'line').then(() => false),
        this.exited.then(() => true),
      ]);
      if (exit && this.lines.filter((line) => key in line).length < count) {
        throw new Error(`ended without "${key}": ${JSON.stringify(this.lines)} ${this.#stderr}`);
      }
    }
  }

  get log(): string {
    return this.lines.flatMap(({ log }) => log ?? []).join('\n');
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.exited;
  }

  /** Asks the process to close the engine, and waits for its end. */
  async finish(): Promise<void> {
    this.#process.stdin.end();
    await this.line('closed');
    await this.exited;
  }
}

export interface ChildOptions {
  task?: 'hold' | 'write';
  dataDir: string;
  env?: NodeJS.ProcessEnv;
  /** Words before `node` in the command line. */
  prefix?: string[];
  /** Folder to run a copy of the program in, with the packages found there. */
  home?: string;
}

/**
 * Builds the child program once per test file, like the shipped server, and returns a function that starts it. The
 * build is in the project folder, to find its packages.
 */
export function childProgram(): (options: ChildOptions) => Child {
  let folder = '';
  beforeAll(async () => {
    await mkdir('.cache', { recursive: true });
    folder = await mkdtemp(join(process.cwd(), '.cache', 'engine-'));
    // Some tests start it as another user.
    await chmod(folder, 0o755);
    await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        ssr: join(import.meta.dirname, 'child.ts'),
        outDir: join(folder, 'built'),
        target: 'node20',
        rolldownOptions: { output: { entryFileNames: 'child.mjs' } },
      },
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  return ({ task = 'hold', dataDir, env, prefix = [], home }) => {
    const built = join(folder, 'built', 'child.mjs');
    const program = home ? join(home, 'child.mjs') : built;
    if (home) copyFileSync(built, program);
    const [file = '', ...args] = [...prefix, process.execPath, program, task, dataDir];
    const process_ = spawn(file, args, { env: { ...process.env, ...env } });
    onTestFinished(() => {
      process_.kill('SIGKILL');
    });
    return new Child(process_);
  };
}

/** Creates a folder for PATH that holds only the named system programs. */
export async function pathWithOnly(folder: string, programs: readonly string[]): Promise<string> {
  const path = join(folder, `only-${programs.join('-')}`);
  await mkdir(path);
  const places = (process.env.PATH ?? '').split(':');
  for (const program of programs) {
    for (const place of places) {
      const isThere = await access(join(place, program)).then(
        () => true,
        () => false,
      );
      if (!isThere) continue;
      await symlink(join(place, program), join(path, program));
      break;
    }
  }
  return path;
}
