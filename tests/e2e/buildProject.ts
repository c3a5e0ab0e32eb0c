import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Declared {
  /** File of declarations to place beside the configuration. */
  readonly declarations: string;
  /** Its exports that the configuration imports. */
  readonly names: readonly string[];
  /** Edits the text of the configuration. */
  readonly configure: (config: string) => string;
}

interface Change extends Partial<Declared> {
  /** Program that replaces the console. */
  readonly main?: string;
  /** Build only the files for the browser, for a server of the test. */
  readonly clientOnly?: boolean;
  /** Configuration of a customer, outside of the project. */
  readonly ownConfig?: string;
}

/** Files that a build reads. The Vite configuration imports a reporter of the tests and the packer of the places. */
const BUILT_FROM = [
  'src',
  'index.html',
  'vite.config.ts',
  'tests/slowest.ts',
  'tests/tools',
  'tsconfig.json',
  'package.json',
];

/**
 * Builds the project with a changed configuration in a folder of its own.
 * @returns the folder; the build is in `dist`
 */
export const buildProject = async (change: Change): Promise<string> => {
  const {
    declarations,
    names = [],
    configure = String,
    main,
    clientOnly = false,
    ownConfig,
  } = change;
  const root = await mkdtemp(join(tmpdir(), 'sealdesk-project-'));
  for (const path of BUILT_FROM) await cp(path, join(root, path), { recursive: true });
  await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  if (main) {
    const program = await readFile(main, 'utf8');
    const placed = program.replaceAll('../../../src/', './').replaceAll('../../../', '../');
    await writeFile(join(root, 'src/main.tsx'), placed);
  }
  const config = await readFile('resources.config.ts', 'utf8');
  const imported = declarations ? await layBeside(root, declarations, names) : '';
  await writeFile(join(root, 'resources.config.ts'), imported + configure(config));
  const vite = join('node_modules', '.bin', 'vite');
  // The mode `test` leaves out what only slow networks need.
  const options = { cwd: root, env: { ...process.env, SEALDESK_CONFIG: ownConfig } };
  await run(vite, ['build', '--mode', 'test'], options);
  if (!clientOnly) await run(vite, ['build', '--mode', 'test', '--ssr'], options);
  return root;
};

/** Copies the declarations beside the configuration. @returns the line that imports their names */
const layBeside = async (
  root: string,
  declarations: string,
  names: readonly string[],
): Promise<string> => {
  const file = basename(declarations);
  const declared = await readFile(declarations, 'utf8');
  await writeFile(join(root, file), declared.replaceAll('../../../src/', './src/'));
  return `import { ${names.join(', ')} } from './${file.replace(/\.ts$/, '')}';\n`;
};
