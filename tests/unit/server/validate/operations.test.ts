import { expect, it } from 'vitest';
import { type AnyEntity, action, command, f } from '../../../../src/config';
import { errorsIn, kind, number, text, thing } from './declared';

it.each<[string, AnyEntity]>([
  ['thing.go actionMissing', thing({}, { actions: { go: action(['Go', '走']) } })],
  [
    'thing.go when unknown',
    thing({}, { actions: { go: action(['Go', '走'], { when: { nope: [1] } }) } }),
  ],
  [
    'thing.go anotherThan unknown',
    thing({}, { actions: { go: action(['Go', '走'], { anotherThan: 'nope' }) } }),
  ],
  [
    'thing.go required',
    thing({}, { actions: { go: action(['Go', '走'], { anotherThan: 'title' }) } }),
  ],
  [
    'thing.go when unknown',
    thing(
      { v: f.boolean(['V', 'V'], { virtual: true }) },
      { actions: { go: action(['Go', '走'], { when: { v: [true] } }) } },
    ),
  ],
  [
    'thing.go.n above',
    thing(
      {},
      { actions: { go: action(['Go', '走'], { args: { n: number({ min: 9, max: 2 }) } }) } },
    ),
  ],
  [
    'thing.go.ids wire',
    thing({}, { actions: { go: action(['Go', '走'], { args: { ids: text() } }) } }),
  ],
  [
    'thing.go icon unknown',
    thing({}, { actions: { go: action(['Go', '走'], { icon: 'lorry' }) } }),
  ],
  ['thing.go label labels', thing({}, { actions: { go: action(['Go', '']) } })],
  [
    'thing.clear setting.of unknown',
    thing(
      { sn: f.text(['SN', '号']) },
      { commands: { clear: command(['C', '清'], { setting: { how: 'clears', of: 'fill' } }) } },
    ),
  ],
  [
    'thing.clear group labels',
    thing(
      { sn: f.text(['SN', '号']) },
      { commands: { clear: command(['C', '清'], { group: ['', '控制'] }) } },
    ),
  ],
  ['thing lock', thing({}, { commands: { seal: command(['Seal', '施封']) } })],
  [
    'thing.seal never',
    thing(
      { sn: text(), kind },
      { commands: { seal: command(['S', '施'], { when: { kind: [9] } }) } },
    ),
  ],
])('reports an invalid action or command: %s', (error, declared) => {
  expect(errorsIn(declared)).toContain(error);
});
