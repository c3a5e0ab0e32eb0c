import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { anchorsOf } from './page';

const documents = [
  'README.md',
  '.github/SECURITY.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** Returns the links of a document to files and headings of the project. */
const linksOf = (path: string): string[] => {
  const text = readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) =>
    /^[a-z]+:/.test(target) ? [] : target,
  );
};

const isBroken = (path: string, link: string): boolean => {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : join(dirname(path), file);
  if (!existsSync(target)) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
};

it.each(documents)('%s links to files and headings that exist', (path) => {
  expect(linksOf(path).filter((link) => isBroken(path, link))).toEqual([]);
});

it('README links every document', () => {
  const links = linksOf('README.md').map((link) => link.split('#')[0]);
  const linked = documents.filter((path) => path !== 'README.md');
  expect(linked.filter((path) => !links.includes(relative('.', path)))).toEqual([]);
});

/** Folders to which the documents refer by paths below them. */
const ROOTS = [
  '',
  'src/domain',
  'src/protocol',
  'src/console',
  'src/server',
  'src/server/gateways',
];

// Those of an installation are not among them.
it.each(documents)('%s names files and folders that exist', (path) => {
  const text = readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  const named = [...text.matchAll(/`((?:src|tests)\/[\w./-]+|[\w./-]+\/[\w.-]+\.(?:tsx?|mjs))`/g)];
  const paths = named.flatMap(([, name = '']) =>
    /NAME|FAMILY|GROUP|\bcustom\b/.test(name) ? [] : name,
  );
  expect(paths.filter((name) => !ROOTS.some((root) => existsSync(join(root, name))))).toEqual([]);
});
