import { expect, test } from 'vitest';
import { type AnyEntity, action, f } from '../../../../src/config';
import { kind, text, thing, verdictOn } from './declared';

test.each([
  'list',
  'columns',
  'card',
  'filter',
  'form',
  'sort',
  'counts',
  'chart',
  'head',
  'related',
  'sections',
])('%s of an entity must be a list', (option) => {
  const { errors } = verdictOn(thing({}, { [option]: 'title' }));
  expect(errors).toContain(`thing ${option} type`);
});

test.each<[string, AnyEntity]>([
  ['thing side.place type', thing({}, { side: { place: 'title', around: 'title' } })],
  ['thing.n when.kind type', thing({ kind, n: text({ when: { kind: 1 } }) })],
  [
    'thing.n helpWhen.kind type',
    thing({ kind, n: text({ help: ['Help', '说明'], helpWhen: { kind: 'a' } }) }),
  ],
  [
    'thing.go when.kind type',
    thing({ kind }, { actions: { go: action(['Go', '走'], { when: { kind: 1 } } as never) } }),
  ],
  ['thing.n choices type', thing({ n: f.choice(['N', 'N'], [1] as never) })],
  ['thing.n choices type', thing({ n: f.choices(['N', 'N'], undefined as never) })],
])('reports the wrong shape: %s', (error, declared) => {
  expect(verdictOn(declared).errors).toEqual([error]);
});

test('a missing page is an error', () => {
  const pages = { thing: 'thing', own: undefined };
  expect(verdictOn(thing({}), { pages } as never).errors).toContain('page own noPage');
});
