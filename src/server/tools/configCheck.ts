import { stripVTControlCharacters } from 'node:util';
import { type Console, recordSources, sourceOfError } from '../../config';
import { countedText } from '../../domain/label';
import { errorMessage } from '../../protocol';
import { sourceText, validateConfig } from '../validate';
import { checkTypes, problemLines, type TypeProblem } from './checkTypes';

/** Loads the configuration. It is no static import, because sources are recorded only after `recordSources`. */
const loadConfig = async (): Promise<Console> => {
  recordSources();
  return (await import('../../../resources.config')).default;
};

/** Prints the resolved declaration of an entity. */
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

/** Prints errors and notices. Exits with 1 if there is an error. */
const report = (config: Console, problems: readonly TypeProblem[]): void => {
  const { errors, notices } = validateConfig(config);
  const all = [...errors, ...problemLines(process.cwd(), problems, config)];
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
  const checking = !name && options.includes(TYPES) ? checkTypes(process.cwd()) : [];
  try {
    const config = await loadConfig();
    if (name) printEntity(config, name);
    else report(config, await checking);
  } catch (error) {
    console.error(`Error: the configuration cannot be loaded: ${loadError(error)}`);
    // They name the cause if a declaration has the wrong form.
    for (const line of problemLines(process.cwd(), await checking)) console.error(`Error: ${line}`);
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
