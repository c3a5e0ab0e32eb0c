import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type Console, sourceOf } from '../../config';
import { declarationsOf } from '../validate';

export interface TypeProblem {
  /** Path relative to the project's folder. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** Further lines of the compiler that explain the error. */
  readonly detail: string;
}

const COMPILER = 'node_modules/typescript/lib/tsc.js';
/** Project file that covers the configuration and its imports. */
const PROJECT = 'src/server/tools/configTypes.json';

/** Maximum characters of a message; the compiler writes whole types into it. */
const MAX_TEXT = 240;

/** Parses the compiler's output; the indented lines after an error explain it. */
export const parseProblems = (output: string): TypeProblem[] =>
  output.split(/\n(?=\S)/).flatMap((error) => {
    const [, file, line, text, detail = ''] =
      /^(.+?)\((\d+),\d+\): error TS\d+: (.*)(?:\n([\s\S]*))?$/.exec(error) ?? [];
    if (!file || !text) return [];
    const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
    return [{ file, line: Number(line), text: short, detail }];
  });

/** Type-checks the configuration, the shipped resources and their imports. @throws Error if the compiler cannot run */
export const checkTypes = (root: string): Promise<TypeProblem[]> =>
  new Promise((done, fail) => {
    const options = ['--noEmit', '--pretty', 'false', '-p', resolve(root, PROJECT)];
    const settings = { cwd: root, maxBuffer: 2 ** 26 };
    execFile(process.execPath, [resolve(root, COMPILER), ...options], settings, (error, output) => {
      const problems = parseProblems(output);
      if (error && problems.length === 0) {
        fail(new Error(`The compiler failed: ${output || error.message}`, { cause: error }));
      } else done(problems);
    });
  });

const indent = (line = ''): number => line.search(/\S/);

/** Finds the entity or field whose declaration contains a line; undefined outside of all. */
const placeAt = (config: Console, root: string, { file, line }: TypeProblem) => {
  const lines = readFileSync(resolve(root, file), 'utf8').split('\n');
  const isWithin = (start: number) =>
    lines
      .slice(start, line)
      .every((text) => text === '' || indent(text) > indent(lines[start - 1]));
  return declarationsOf(config)
    .map(({ place, declaration }) => ({ place, source: sourceOf(declaration) }))
    .filter(({ source }) => source && relative(root, source.file) === file)
    .map(({ place, source }) => ({ place, start: Number(source?.line) }))
    .filter(({ start }) => start <= line && isWithin(start))
    .sort((one, other) => one.start - other.start)
    .at(-1)?.place;
};

/** True for the error that `defineConsole` gives an unknown reference. The field itself has a clearer error. */
const isUnknownReference = ({ detail }: TypeProblem): boolean =>
  detail.includes("'unknown reference to'");

/**
 * Formats problems like findings: `src/resources/fleet.ts:12: device.sn: …`.
 *
 * @param config undefined if it cannot be loaded: the lines then name no entity and no field
 */
export const problemLines = (
  root: string,
  problems: readonly TypeProblem[],
  config?: Console,
): string[] =>
  problems
    .filter((problem) => !isUnknownReference(problem))
    .map((problem) => {
      const place = config && placeAt(config, root, problem);
      return `${problem.file}:${problem.line}: ${place ? `${place}: ` : ''}${problem.text}`;
    });
