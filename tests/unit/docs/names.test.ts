import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as language from '../../../src/config';
import { wireDefaults } from '../../../src/config';
import { optionsOfType } from './declaredOptions';
import { examplesIn, partsOf } from './page';

it('docs/own-server.md has an ordered row for each name of the wire, and no others', () => {
  const body = partsOf('docs/own-server.md').find(
    ({ heading }) => heading === 'Names of wire',
  )?.body;
  const names = [...(body ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(names).toEqual(Object.keys(wireDefaults).sort());
  const signOptions = optionsOfType('SignForm', []).map(({ name }) => name);
  expect(signOptions.filter((name) => !body?.includes(`\`${name}\``))).toEqual([]);
});

it('the first example of the README imports everything that its file does not', () => {
  const [example = ''] = examplesIn(
    partsOf('README.md').find(({ heading }) => heading === 'Add an entity')?.body ?? '',
  );
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
