import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { catalogues } from './catalogues';

/** Attributes with texts that people read or hear. */
const TEXT_ATTRIBUTES = new Set([
  'alt',
  'aria-label',
  'label',
  'placeholder',
  'title',
  'helperText',
]);
/** Matches a word in any script, but not a colour code. */
const WORD = /(?<!#[\dA-Fa-f]*)\p{L}{2,}/u;

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: { readonly name?: string };
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Returns the texts that an expression may evaluate to. Arguments of calls are not followed. */
const outcomes = (node: unknown): string[] => {
  if (!isNode(node)) return [];
  const { type, value, quasis, expression, consequent, alternate, left, right } = node as Node &
    Record<string, unknown>;
  if (type === 'Literal') return typeof value === 'string' ? [value] : [];
  if (type === 'TemplateLiteral') {
    return (quasis as readonly { value: { cooked: string } }[]).map((part) => part.value.cooked);
  }
  if (type === 'JSXExpressionContainer') return outcomes(expression);
  if (type === 'ConditionalExpression') return [consequent, alternate].flatMap(outcomes);
  if (type === 'LogicalExpression' || type === 'BinaryExpression') {
    return (node as { operator?: string }).operator?.match(/^([&|?]{2}|\+)$/)
      ? [left, right].flatMap(outcomes)
      : [];
  }
  return [];
};

/** Texts that are equal in every language. */
const UNITS: readonly string[] = ['km/h'];

/** Keys of messages, which some parts translate themselves. */
const KEYS = new Set(catalogues.console?.map(({ key }) => key));

const words = (texts: readonly string[]) =>
  texts.filter((text) => WORD.test(text) && !UNITS.includes(text.trim()) && !KEYS.has(text));

/** Returns the literal texts in a component, which cannot be translated. */
const literals = (node: Node): string[] => {
  if (node.type === 'JSXText') return words([String(node.value)]);
  const children = Object.values(node)
    .flat()
    .flatMap((child) => (isNode(child) ? literals(child) : []));
  if (node.type === 'JSXAttribute') {
    return [
      ...(TEXT_ATTRIBUTES.has(node.name?.name ?? '') ? words(outcomes(node.value)) : []),
      ...children,
    ];
  }
  const visibleChildren = (node as { children?: readonly Node[] }).children?.filter(
    ({ type }) => type === 'JSXExpressionContainer',
  );
  return [...words((visibleChildren ?? []).flatMap(outcomes)), ...children];
};

const components = ['src/console', 'src/fields'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => join(folder, file)),
);

const textsOf = (path: string, code: string) =>
  literals(parseSync(path, code).program as unknown as Node);

it('finds visible texts', () => {
  const code = '<p title="Name">Hello <b aria-label={x}>世界</b> {count} · 1</p>';
  expect(textsOf('a.tsx', code).map((text) => text.trim())).toEqual(['Name', 'Hello', '世界']);
});

it.each([
  ["<p>{open ? 'Close' : translate('a.open')}</p>", ['Close']],
  [`<p>{\`\${count} locks\`}</p>`, [' locks']],
  ["<p aria-label={name ?? 'Nobody'} />", ['Nobody']],
  ["<p placeholder={'Type ' + name} />", ['Type ']],
  ["<p>{failed && 'It failed'}</p>", ['It failed']],
  ["<Button label={open ? 'shell.error.title' : 'shell.error.titel'} />", ['shell.error.titel']],
  ["<p className={open ? 'wide' : 'narrow'}>{kind === 'page' && icon}</p>", []],
])('finds in %s the texts %j', (code, texts) => {
  expect(textsOf('a.tsx', code)).toEqual(texts);
});

it('no component contains a literal text', () => {
  expect(components.length).toBeGreaterThan(100);
  const texts = components.flatMap((path) =>
    textsOf(path, readFileSync(path, 'utf8')).map((text) => `${path}: ${text.trim()}`),
  );
  expect(texts).toEqual([]);
});
