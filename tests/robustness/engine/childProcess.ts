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

/** Everything the child printed so far, and the wait for what it will print. */
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

  /** The first line that has the key, printed already or later. */
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

  /** Asks it to close the engine and end. */
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
  /** Words in front of node. */
  prefix?: string[];
  /** Folder to run a copy of the program in, with the packages it finds there. */
  home?: string;
}

/**
 * Builds the child program once per test file, as the shipped server is built, and answers the
 * function that starts it. It lies in the project, because it finds its packages from there.
 */
export function childProgram(): (options: ChildOptions) => Child {
  let folder = '';
  beforeAll(async () => {
    await mkdir('.cache', { recursive: true });
    folder = await mkdtemp(join(process.cwd(), '.cache', 'engine-'));
    // Tests start it as other users too.
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

/** A folder for PATH that holds only the named system programs. */
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
