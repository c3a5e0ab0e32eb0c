import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './imports';

/** Rules of docs/contributing.md for comments, names and documents that a machine can check. */

/** Openings of docstrings that make a noun clause, or point at something without a name. */
const OPENER =
  /^(?:What(?:ever)?|Whether|How(?:ever)?|Where(?:ver)?|When(?:ever)?|Why|Which|Who(?:ever|se|m)?|Those|That which|(?:Some|No|Every|Any)body|(?:Some|No|Every)thing|It|Of|As far as|As long as|In front of|By what|By which|The same)\b/;

const PHRASE =
  /\b(?:somebody|nobody|anybody|everybody|who(?:m)?ever|of what)\b|\bas it (?:came|comes|stands)\b|\bas it (?:is|was)(?=[,.;:)])|\bso that\b[^.]*\bso that\b/i;

/** Participles and pronouns that name no thing. */
const BARE =
  /^(?:asked|begun|believed|brought|collected|crossed|doubtful|ended|fenced|few|found|gathered|given|gone|graded|heard|held|kept|known|made|mine|most|odd|offered|others|played|reached|said|settled|shown|spoken|stood|sure|taken|these|those|told|took|untold|wanted|what|which|who|wished|woken|written)$/i;

/** Words in a sentence of a document. */
const MAX_SENTENCE = 30;

/** Bare parameters that tests still have. */
const MAX_BARE_IN_TESTS = 69;

const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, 'X');

/** Returns the docstrings and comments of a file, each as one line. */
const commentsIn = (code: string): { readonly isDocstring: boolean; readonly text: string }[] => {
  const comments = /\/\*\*[\s\S]*?\*\/|^[ \t]*\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/gm;
  return [...code.matchAll(comments)].map(([comment]) => ({
    isDocstring: comment.startsWith('/**'),
    text: comment
      .replace(/^\/\*+|\*\/$/g, '')
      .replace(/^\s*(?:\*|\/\/)/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }));
};

/** Names that a pattern, parameter or declaration introduces. */
const namesIn = (pattern: unknown): string[] => {
  if (typeof pattern !== 'object' || pattern === null) return [];
  const { type, name, ...parts } = pattern as Record<string, unknown>;
  if (type === 'Identifier') return [String(name)];
  if (type === 'ObjectPattern') return (parts.properties as unknown[]).flatMap(namesIn);
  if (type === 'Property') return namesIn(parts.value);
  if (type === 'ArrayPattern') return (parts.elements as unknown[]).flatMap(namesIn);
  if (type === 'AssignmentPattern') return namesIn(parts.left);
  if (type === 'RestElement') return namesIn(parts.argument);
  return [];
};

/** Bare names of variables (`local`) and of parameters that stand for themselves, not taken from an object. */
const bareNames = (path: string, code: string): { locals: string[]; parameters: string[] } => {
  const locals: string[] = [];
  const parameters: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const child of Object.values(value)) visit(child);
    const { type, id, params } = value as Record<string, unknown>;
    if (type === 'VariableDeclarator' && (id as { type?: unknown }).type === 'Identifier') {
      locals.push(...namesIn(id));
    }
    const isFunction = /^(?:ArrowFunctionExpression|Function(?:Declaration|Expression))$/.test(
      String(type),
    );
    if (isFunction) {
      const plain = (params as { type: string }[]).filter((each) => each.type === 'Identifier');
      parameters.push(...plain.flatMap(namesIn));
    }
  };
  visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body);
  const bareIn = (names: readonly string[]) =>
    names.filter((name) => BARE.test(name)).map((name) => `${path}: ${name}`);
  return { locals: bareIn(locals), parameters: bareIn(parameters) };
};

/** Paragraphs, list items and table cells of a document. */
const paragraphsOf = (markdown: string): string[] =>
  markdown
    .replace(/^```[\s\S]*?^```/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=[#|])|(?<!\\)\|/)
    .filter((block) => !/^(?:#|!\[)/.test(block));

/** Sentences of a document that are too long. Lists of numbers and of code do not count. */
const longSentences = (markdown: string): string[] =>
  paragraphsOf(markdown)
    .flatMap((block) => block.split(/(?<=[.!?:])\s+(?=[A-Z`*[])/))
    .map((sentence) => withoutCode(sentence).replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    .filter((sentence) => {
      const words = sentence.split(/\s+/).filter((word) => /\w/.test(word));
      const numbers = words.filter((word) => /^-?\d/.test(word));
      const code = words.filter((word) => /^X\W*$/.test(word));
      const isList = numbers.length > 5 || code.length > words.length / 2;
      return words.length > MAX_SENTENCE && !isList;
    });

const FILES = ['resources.config.ts', ...sourceFiles('src'), ...sourceFiles('tests')].filter(
  (path) => path !== 'tests/unit/house/prose.test.ts',
);
const sources = FILES.map((path) => ({ path, code: readFileSync(path, 'utf8') }));
const documents = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
].map((path) => ({ path, text: readFileSync(path, 'utf8') }));

describe('comments', () => {
  const comments = sources.flatMap(({ path, code }) =>
    commentsIn(code).map((comment) => ({ path, ...comment })),
  );
  const wrong = (isWrong: (comment: (typeof comments)[number]) => boolean) =>
    comments.filter(isWrong).map(({ path, text }) => `${path}: ${text}`);

  it('are docstrings that begin with a verb or a noun', () => {
    expect(wrong(({ isDocstring, text }) => isDocstring && OPENER.test(text))).toEqual([]);
  });

  it('contain no invented phrases', () => {
    expect(wrong(({ text }) => PHRASE.test(withoutCode(text)))).toEqual([]);
  });
});

describe('bare participles', () => {
  const bare = sources.map(({ path, code }) => bareNames(path, code));

  it('do not name variables', () => {
    expect(bare.flatMap(({ locals }) => locals)).toEqual([]);
  });

  it('do not name parameters of src, and few of tests', () => {
    const parameters = bare.flatMap(({ parameters }) => parameters);
    expect(parameters.filter((each) => each.startsWith('src'))).toEqual([]);
    expect(parameters.length).toBeLessThanOrEqual(MAX_BARE_IN_TESTS);
  });
});

describe('documents', () => {
  it(`have no sentence over ${MAX_SENTENCE} words`, () => {
    expect(
      documents.flatMap(({ path, text }) => longSentences(text).map((each) => `${path}: ${each}`)),
    ).toEqual([]);
  });
});

describe('the rules', () => {
  it.each([
    ['Whether a lock is sealed.', true],
    ['Returns the lock.', false],
  ])('match the opening of “%s”: %s', (text, isWrong) => {
    expect(OPENER.test(text)).toBe(isWrong);
  });

  it('find bare names of variables and parameters', () => {
    const code = 'const told = (kept: number, lock: string) => [kept, lock];';
    expect(bareNames('a.ts', code)).toEqual({ locals: ['a.ts: told'], parameters: ['a.ts: kept'] });
  });

  it('find long sentences, not those of a code block', () => {
    const long = `The ${'very '.repeat(31)}end.`;
    expect(longSentences(`Short one. ${long}\n\n\`\`\`\n${long}\n\`\`\`\n`)).toHaveLength(1);
  });
});
