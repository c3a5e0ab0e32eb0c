import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type Console, type Source, sourceOf } from '../../config';
import { declarationsOf } from './declarations';
import type { Finding } from './finding';

/** Formats a source location: `src/resources/fleet.ts:12`. */
export const sourceText = ({ file, line }: Source): string =>
  `${relative(process.cwd(), file)}:${line}`;

/** Returns `file:line: ` of the innermost declaration around a finding, or '' if sources were not recorded. */
export const locationOf = (config: Console, finding: Finding): string => {
  const { place, option, values } = finding;
  if (finding.export) return exportLocation(...finding.export);
  const around = declarationsOf(config)
    .filter(({ place: outer }) => place === outer || place.startsWith(`${outer}.`))
    .sort((one, other) => other.place.length - one.place.length);
  const sources = [...around.map(({ declaration }) => declaration), config].map(sourceOf);
  const source = sources.find((each) => each !== undefined);
  if (!source) return '';
  const line = option
    ? optionLine(linesOf(source.file), source.line, [...option.split('.'), values[0] ?? ''])
    : source.line;
  return `${sourceText({ ...source, line })}: `;
};

const exportLocation = (file: string, name = '', ...names: readonly string[]): string => {
  const lines = linesOf(file);
  const start = lines.findIndex(
    (text) => text.startsWith('export') && wordsOf(text).includes(name),
  );
  return start < 0 ? `${file}: ` : `${file}:${optionLine(lines, start + 1, names)}: `;
};

const linesOf = (file: string): readonly string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    // A build without its sources.
    return [];
  }
};

const wordsOf = (text: string): string[] => text.split(/[^\w$-]+/);

const indentOf = (text: string): number => text.search(/\S/);

/**
 * Finds the line of an option, by the names and the indentation of formatted code.
 * @param line of the call that declares it, from 1
 * @param path names of the option from the outside in, then its value
 * @returns the line of the innermost name that is found
 */
export const optionLine = (
  lines: readonly string[],
  line: number,
  path: readonly string[],
): number => {
  let at = line - 1;
  for (const name of path) {
    const start = at;
    const indent = indentOf(lines[start] ?? '');
    const size = lines.slice(start + 1).findIndex((text) => text && indentOf(text) <= indent);
    const block = lines.slice(start, size < 0 ? start + 1 : start + 1 + size);
    // The outermost: a field may have the name of an option.
    const [nearest] = block
      .map((text, i) => ({ text, i }))
      .filter(({ text }) => wordsOf(text).includes(name))
      .sort((one, other) => indentOf(one.text) - indentOf(other.text));
    if (!nearest) break;
    at = start + nearest.i;
  }
  return at + 1;
};
