import { execFile } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { type Console, recordSources, sourceOfError } from '../../config';
import { countedText } from '../../domain/label';
import { errorMessage } from '../../protocol';
import { sourceText, validateConfig } from '../validate';

/** Loads the configuration. It is no static import, because sources are recorded only after `recordSources`. */
const loadConfig = async (): Promise<Console> => {
  recordSources();
  return (await import('../../../resources.config')).default;
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
/** Project file that covers the configuration and its imports. */
const PROJECT = 'src/server/tools/configTypes.json';

/** Maximum characters of an error; the compiler writes whole types into it. */
const MAX_TEXT = 240;

/**
 * Type-checks the configuration, the shipped resources and their imports. Returns the first line of each error; the
 * compiler explains it in indented lines. An unknown reference is left out, because its field has a clearer error.
 */
const typeErrors = (): Promise<string[]> =>
  new Promise((done) => {
    const args = [COMPILER, '--noEmit', '--pretty', 'false', '-p', PROJECT];
    execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (error, output) => {
      const errors = error ? (output.trim() || error.message).split(/\n(?=\S)/) : [];
      const named = errors.filter((each) => !each.includes("'unknown reference to'"));
      done(named.map((each) => each.replace(/\n.*/s, '').slice(0, MAX_TEXT)));
    });
  });

/** Prints errors and notices. Exits with 1 if there is an error. */
const report = (config: Console, ofTypes: readonly string[]): void => {
  const { errors, notices } = validateConfig(config);
  const all = [...errors, ...ofTypes];
  for (const error of all) console.error(`Error: ${error}`);
  for (const notice of notices) console.log(`Notice: ${notice}`);
  const counts = [
    countOf(config.entities.length, 'entity |||| entities'),
    countOf(all.length, 'error |||| errors'),
    countOf(notices.length, 'notice |||| notices'),
  ];
  console.log(counts.join(', '));
  process.exitCode = all.length > 0 ? 1 : 0;
};

const TYPES = '--types';

const main = async (): Promise<void> => {
  const options = process.argv.slice(2);
  const name = options.find((option) => option !== TYPES);
  const checking = !name && options.includes(TYPES) ? typeErrors() : [];
  try {
    const config = await loadConfig();
    if (name) printEntity(config, name);
    else report(config, await checking);
  } catch (error) {
    console.error(`Error: the configuration cannot be loaded: ${loadError(error)}`);
    // They name the cause if a declaration has the wrong form.
    for (const line of await checking) console.error(`Error: ${line}`);
    process.exitCode = 1;
  }
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
