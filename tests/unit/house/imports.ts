import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseAst } from 'vite';

/** An import of one file of ours by another; types count too. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** TypeScript files below a folder, with their paths from the root of the project. */
export const sourceFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));

const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

interface ImportNode {
  readonly source?: { readonly value?: unknown } | null;
  readonly importKind?: string;
  readonly exportKind?: string;
}

/** Specifiers of imports, exports and dynamic imports, in any depth of a syntax tree. */
const specifiersIn = (
  node: unknown,
  counts: (node: ImportNode) => boolean = () => true,
): string[] => {
  if (Array.isArray(node)) return node.flatMap((each) => specifiersIn(each, counts));
  if (typeof node !== 'object' || node === null) return [];
  const { source } = node as ImportNode;
  const own = typeof source?.value === 'string' && counts(node) ? [source.value] : [];
  return [...own, ...Object.values(node).flatMap((each) => specifiersIn(each, counts))];
};

/** Specifiers that a source loads at run time. `import { type A }` is among them: it stays as an import of nothing. */
export const loadedBy = (source: string, lang: 'ts' | 'tsx' = 'ts'): string[] =>
  specifiersIn(
    parseAst(source, { lang }).body,
    ({ importKind, exportKind }) => importKind !== 'type' && exportKind !== 'type',
  );

/** Imports between the files of some folders. */
export const importsIn = (...folders: readonly string[]): Import[] => {
  const files = new Set(folders.flatMap(sourceFiles));
  return [...files].flatMap((from) => {
    const lang = from.endsWith('x') ? 'tsx' : 'ts';
    const { body } = parseAst(readFileSync(from, 'utf8'), { lang });
    return specifiersIn(body)
      .filter((specifier) => specifier.startsWith('.'))
      .flatMap((specifier) => {
        const path = normalize(join(dirname(from), specifier));
        const ending = ENDINGS.find((each) => files.has(path + each));
        return ending === undefined ? [] : [{ from, to: path + ending }];
      });
  });
};

/** Arrows between rooms, each with one import that draws it: `a > b` to `file > file`. */
export const arrowsBetween = (
  imports: readonly Import[],
  roomOf: (file: string) => string | undefined,
): ReadonlyMap<string, string> =>
  new Map(
    imports.flatMap(({ from, to }) => {
      const [a, b] = [roomOf(from), roomOf(to)];
      return a === undefined || b === undefined || a === b
        ? []
        : [[`${a} > ${b}`, `${from} > ${to}`]];
    }),
  );

/** Arrows that lead back to where they start, with the import of each. */
export const circlesIn = (arrows: ReadonlyMap<string, string>): string[] => {
  const targets = new Map<string, string[]>();
  for (const arrow of arrows.keys()) {
    const [a = '', b = ''] = arrow.split(' > ');
    targets.set(a, [...(targets.get(a) ?? []), b]);
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (targets.get(from) ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return [...arrows].flatMap(([arrow, example]) => {
    const [a = '', b = ''] = arrow.split(' > ');
    return reaches(b, a) ? [`${arrow}: ${example}`] : [];
  });
};
