import { expect, it } from 'vitest';
import { type AnyEntity, action, command, f } from '../../../../src/config';
import { kind, number, text, thing, verdictOn } from './declared';

it.each<[string, AnyEntity]>([
  [
    'thing.go: no rule of the server does this action: src/server/rules has them, by entity',
    thing({}, { actions: { go: action(['Go', '走']) } }),
  ],
  [
    'thing.go: when names nope, which is no column',
    thing({}, { actions: { go: action(['Go', '走'], { when: { nope: [1] } }) } }),
  ],
  [
    'thing.go: anotherThan names nope, which is no column',
    thing({}, { actions: { go: action(['Go', '走'], { anotherThan: 'nope' }) } }),
  ],
  [
    'thing.go: has no deniedMessage',
    thing({}, { actions: { go: action(['Go', '走'], { anotherThan: 'title' }) } }),
  ],
  [
    'thing.go: when names v, which is no column',
    thing(
      { v: f.boolean(['V', 'V'], { virtual: true }) },
      { actions: { go: action(['Go', '走'], { when: { v: [true] } }) } },
    ),
  ],
  [
    'thing.go.n: min 9 is above max 2',
    thing(
      {},
      { actions: { go: action(['Go', '走'], { args: { n: number({ min: 9, max: 2 }) } }) } },
    ),
  ],
  [
    'thing.go.ids: the wire uses this name itself',
    thing({}, { actions: { go: action(['Go', '走'], { args: { ids: text() } }) } }),
  ],
  [
    'thing.go: icon names lorry, which is no icon',
    thing({}, { actions: { go: action(['Go', '走'], { icon: 'lorry' }) } }),
  ],
  ['thing.go: label has no text in zh', thing({}, { actions: { go: action(['Go', '']) } })],
  [
    'thing.clear: setting.of names fill, which is no command that adds to a list',
    thing(
      { sn: f.text(['SN', '号']) },
      { commands: { clear: command(['C', '清'], { setting: { how: 'clears', of: 'fill' } }) } },
    ),
  ],
  [
    'thing.clear: group has no text in en',
    thing(
      { sn: f.text(['SN', '号']) },
      { commands: { clear: command(['C', '清'], { group: ['', '控制'] }) } },
    ),
  ],
  [
    'thing: commands need a field sn that names the lock',
    thing({}, { commands: { seal: command(['Seal', '施封']) } }),
  ],
  [
    'thing.seal: when: kind is never 9',
    thing(
      { sn: text(), kind },
      { commands: { seal: command(['S', '施'], { when: { kind: [9] } }) } },
    ),
  ],
])('reports an invalid action or command: %s', (error, declared) => {
  expect(verdictOn(declared).errors).toContain(error);
});
