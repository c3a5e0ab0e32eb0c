import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Console, recordSources, sourceOfError } from '../../config';
import { countedText } from '../../domain/label';
import { errorMessage } from '../../protocol';
import type { CustomCode } from '../customCode';
import { sourceText, validateConfig } from '../validate';
import { configFile, customFolder } from './ownConfig';

/** Loads a part of the configuration. Prints its error, and returns null, if it cannot be loaded. */
const load = async <M>(name: string, module: () => Promise<M>): Promise<M | null> => {
  try {
    return await module();
  } catch (error) {
    console.error(`Error: ${name} cannot be loaded: ${loadError(error)}`);
    return null;
  }
};

const printEntity = ({ entities }: Console, name: string): void => {
  const entity = entities.find((candidate) => candidate.name === name);
  if (!entity) {
    console.error(`There is no entity ${name}`);
    process.exitCode = 1;
    return;
  }
  const plain = (_: string, value: unknown) => (value instanceof RegExp ? String(value) : value);
  console.log(JSON.stringify(entity, plain, 2));
};

const countOf = (count: number, noun: string): string => `${count} ${countedText(noun, count)}`;

const COMPILER = 'node_modules/typescript/lib/tsc.js';
/** Project file that covers the configuration, the customer's code and their imports. Their editor may extend it. */
const PROJECT = '.cache/configTypes.json';

/** Maximum characters of an error; the compiler writes whole types into it. */
const MAX_TEXT = 240;

/** Options of the compiler. Code outside of the product finds the product and its packages by `paths`. */
const project = () => {
  const root = resolve('.');
  const from = (...paths: string[]) => paths.map((path) => join(root, path));
  return {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      paths: {
        'sealdesk/*': from('*'),
        '*': from('node_modules/@types/*', 'node_modules/*'),
      },
      typeRoots: from('node_modules/@types', 'node_modules'),
      incremental: true,
      tsBuildInfoFile: 'configTypes.tsbuildinfo',
    },
    include: [
      configFile,
      `${customFolder}/**/*`,
      ...from('src/resources', 'src/fields/kinds/*.schema.ts', 'src/**/*.d.ts'),
    ],
  };
};

/**
 * Type-checks the configuration, the customer's code, the shipped resources and their imports. Returns the first line
 * of each error; the compiler explains it in indented lines. An unknown reference is left out, because its field has a
 * clearer error.
 */
const typeErrors = async (): Promise<string[]> => {
  await mkdir(dirname(PROJECT), { recursive: true });
  await writeFile(PROJECT, JSON.stringify(project()));
  return new Promise((done) => {
    const args = [COMPILER, '--noEmit', '--pretty', 'false', '-p', PROJECT];
    execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (error, output) => {
      const errors = error ? (output.trim() || error.message).split(/\n(?=\S)/) : [];
      const named = errors.filter((each) => !each.includes("'unknown reference to'"));
      done(named.map((each) => each.replace(/\n.*/s, '').slice(0, MAX_TEXT)));
    });
  });
};

/**
 * Checks all that can be loaded, and prints errors and notices. The last line names the checks that an error left out.
 * Exits with 1 if there is an error.
 */
const check = (
  config: Console | null,
  custom: CustomCode | null,
  ofTypes: readonly string[],
): void => {
  const { errors, notices, isComplete } = config
    ? validateConfig(config, custom)
    : { errors: [], notices: [], isComplete: true };
  const all = [...errors, ...ofTypes];
  for (const error of all) console.error(`Error: ${error}`);
  for (const notice of notices) console.log(`Notice: ${notice}`);
  const failed = [config, custom].filter((part) => part === null).length;
  const counts = [
    countOf(config?.entities.length ?? 0, 'entity |||| entities'),
    countOf(all.length + failed, 'error |||| errors'),
    countOf(notices.length, 'notice |||| notices'),
  ];
  console.log(counts.join(', '));
  const rest = config ? 'the rest of the declarations' : 'the declarations';
  const left = [
    ...(config && isComplete ? [] : [rest]),
    ...(config && custom && isComplete ? [] : ['the names in your own code']),
  ];
  if (left.length > 0)
    console.log(`Not checked until the errors above are corrected: ${left.join(', ')}`);
  process.exitCode = all.length + failed > 0 ? 1 : 0;
};

const TYPES = '--types';

const main = async (): Promise<void> => {
  const options = process.argv.slice(2);
  const name = options.find((option) => option !== TYPES);
  const checking = !name && options.includes(TYPES) ? typeErrors() : [];
  recordSources();
  const loaded = await load('the configuration', () => import('../../../resources.config'));
  const config = loaded?.default ?? null;
  if (name && config) return printEntity(config, name);
  const code = await load('your own code', () => import('../customCode'));
  check(config, code?.customCode ?? null, await checking);
};

/** Formats an error of loading, with its source line. The message of a syntax error already contains it. */
const loadError = (error: unknown): string => {
  const source = error instanceof Error ? sourceOfError(error) : undefined;
  return `${source ? `${sourceText(source)}: ` : ''}${stripVTControlCharacters(errorMessage(error))}`;
};

// Awaited at the top level: the module runner that loads a tool from source is closed once the module is evaluated.
await main().catch((error: unknown) => {
  console.error(`Error: ${errorMessage(error)}`);
  process.exitCode = 1;
});
