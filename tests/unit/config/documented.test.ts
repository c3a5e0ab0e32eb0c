import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as language from '../../../src/config';
import { entity, f, wireDefaults } from '../../../src/config';
import { kinds } from '../../../src/fields';

/** Returns the code spans in the first column of the table under a heading of docs/configuration.md. */
const documented = (heading: string): readonly string[] => {
  const page = readFileSync('docs/configuration.md', 'utf8');
  const part = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const rows = part.split('\n').filter((line) => line.startsWith('|'));
  return rows
    .slice(2)
    .flatMap((line) =>
      [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? []),
    );
};

/** Returns the members of an interface in src/config. */
const membersOf = (file: string, name: string): readonly string[] => {
  const source = readFileSync(`src/config/${file}.ts`, 'utf8');
  const body = source.split(`export interface ${name}`)[1]?.split('\n}')[0] ?? '';
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].flatMap(([, member]) => member ?? []);
};

it('tells every kind of field, and none that is not there', () => {
  expect([...documented('Fields')].sort()).toEqual([...kinds].sort());
});

it('tells every option of an entity that has a default', () => {
  const thing = entity('thing', ['Thing', '物品'], { fields: { name: f.text(['Name', '名称']) } });
  const options = Object.keys(thing).filter((name) => !['name', 'label', 'fields'].includes(name));
  const documentedOptions = documented('Entities');
  expect(options.filter((name) => !documentedOptions.includes(name))).toEqual([]);
  expect(new Set(documentedOptions).size).toBe(documentedOptions.length);
});

it.each([
  ['Commands and actions', 'operation', 'Operation'],
  ['Reports', 'report', 'Report'],
])('tells under %s every option, and none that is not there', (heading, file, name) => {
  const members = membersOf(file, name);
  expect(members.length).toBeGreaterThan(5);
  const options = members.filter((member) => !['name', 'label'].includes(member));
  expect([...documented(heading)].sort()).toEqual(options.sort());
});

it('tells every name of the wire, and none that is not there', () => {
  expect([...documented('A server of your own')].sort()).toEqual(Object.keys(wireDefaults).sort());
});

it('imports all that the first example of the README uses, and what its file imports already', () => {
  const [, example = ''] =
    /^## Add an entity[\s\S]*?```ts\n([\s\S]*?)```/m.exec(readFileSync('README.md', 'utf8')) ?? [];
  const importedIn = (source: string) =>
    (/import \{ (.+?) \} from '.\/src\/config'/.exec(source)?.[1] ?? '').split(', ');
  const code = example.replace(/^import .*/m, '');
  const used = [...code.matchAll(/\b(\w+)[.(]/g)].flatMap(([, name = '']) =>
    name in language ? name : [],
  );
  const shipped = importedIn(readFileSync('resources.config.ts', 'utf8'));
  expect(used).toContain('choices');
  expect(importedIn(example)).toEqual(expect.arrayContaining([...used, ...shipped]));
});
