import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

/** Attributes whose text a person reads or hears. */
const SPOKEN = new Set(['alt', 'aria-label', 'label', 'placeholder', 'title', 'helperText']);
/** A word in any script; a colour's code is none. */
const WORD = /(?<!#[\dA-Fa-f]*)\p{L}{2,}/u;

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: { readonly name?: string };
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Texts that stand in the components themselves, where no other language can reach them. */
const literals = (node: Node): string[] => {
  if (node.type === 'JSXText') return WORD.test(String(node.value)) ? [String(node.value)] : [];
  if (node.type === 'JSXAttribute' && SPOKEN.has(node.name?.name ?? '')) {
    const { value } = node;
    if (isNode(value) && value.type === 'Literal' && WORD.test(String(value.value))) {
      return [String(value.value)];
    }
  }
  return Object.values(node)
    .flat()
    .flatMap((child) => (isNode(child) ? literals(child) : []));
};

const components = ['src/console', 'src/fields'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => join(folder, file)),
);

const textsOf = (path: string, code: string) =>
  literals(parseSync(path, code).program as unknown as Node);

it('finds what it looks for', () => {
  const code = '<p title="Name">Hello <b aria-label={x}>世界</b> {count} · 1</p>';
  expect(textsOf('a.tsx', code).map((text) => text.trim())).toEqual(['Name', 'Hello', '世界']);
});

it('no text stands in a component', () => {
  expect(components.length).toBeGreaterThan(100);
  const found = components.flatMap((path) =>
    textsOf(path, readFileSync(path, 'utf8')).map((text) => `${path}: ${text.trim()}`),
  );
  expect(found).toEqual([]);
});
