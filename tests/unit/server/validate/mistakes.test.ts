import { expect, test } from 'vitest';
import { type AnyEntity, type Fields, f } from '../../../../src/config';
import { day, errorsIn, number, text, thing, verdictOn } from './declared';

const shape = (options: object) => f.geometry(['Shape', '形状'], options);
const at = (columns: readonly string[]) => f.lngLat(['At', '位置'], { columns } as never);
const boxRef = (via: string) => f.ref(['Box', '箱'], 'box', { via });
const tab = { entity: 'box', foreignField: 'title', localField: 'title', label: ['Box', '箱'] };

test.each<[string, AnyEntity]>([
  ['thing.n kindIn unknown', thing({ n: shape({ kindIn: 'nope' }) })],
  ['thing.n radius unknown', thing({ n: shape({ radius: 'nope' }) })],
  ['thing.n color unknown', thing({ n: shape({ color: 'nope' }) })],
  ['thing.n from unknown', thing({ n: f.codes(['N', 'N'], { from: 'nope' }) })],
  ['thing.n columns uniqueItems', thing({ lat: number({}), n: at(['lat', 'lat']) })],
  ['thing.n columns unknown', thing({ lat: number({}), lon: text(), n: at(['lat', 'lon']) })],
  [
    'thing.n whole: no whole number is between min 1.2 and max 1.8',
    thing({ n: number({ integer: true, min: 1.2, max: 1.8 }) }),
  ],
  [
    'thing.n min type: min must be a number, not Infinity',
    thing({ n: number({ min: Number.POSITIVE_INFINITY }) }),
  ],
  ['thing.n max type', thing({ n: number({ max: Number.NaN }) })],
  ['thing.n inline', thing({ n: text({ inline: true, virtual: true }) })],
  ['thing.n inline', thing({ n: text({ inline: true, fixed: true }) })],
  ['thing.n inline', thing({ n: text({ inline: true, on: ['edit', 'show'] }) })],
  ['thing.n inline', thing({ n: text({ inline: true, on: ['list', 'show'] }) })],
  ['thing.n title', thing({ n: boxRef('id') })],
  [
    'thing.n titleTwice: its title comes as box_title, as that of another field: name another via',
    thing({ m: boxRef('box_title'), n: boxRef('box_title') }),
  ],
  [
    'thing poll poll: poll is 2147483648 ms: it must be from 1000 to 2147483647 ms',
    thing({}, { poll: 2 ** 31 }),
  ],
  ['thing scope unknown', thing({}, { scope: 'id' })],
  ['thing tabKey: two tabs have the code box: name a tabKey', thing({}, { related: [tab, tab] })],
  ['thing empty labels', thing({}, { empty: ['None', ' '] })],
  ['thing note labels', thing({}, { note: ['', '说明'] })],
])('reports the mistake: %s', (error, declared) => {
  expect(errorsIn(declared)).toContain(error);
});

test('accepts correct declarations next to these mistakes', () => {
  const fields: Fields = {
    kindIn: text(),
    lat: number({ min: -90, max: 90 }),
    lon: number({}),
    n: shape({ kindIn: 'kindIn' }),
    place: at(['lat', 'lon']),
    codes: f.codes(['Codes', '编号'], { from: 'box' }),
    whole: number({ integer: true, min: 1.5, max: 2.5 }),
    inline: text({ inline: true }),
    one: boxRef('one_title'),
    two: boxRef('two_title'),
    asked: f.ref(['Box', '箱'], 'box', { via: 'one_title', virtual: true, on: ['create'] }),
    from: day({ min: 'today' }),
  };
  const related = [tab, { ...tab, tabKey: 'more' }];
  expect(verdictOn(thing(fields, { related, poll: 2 ** 31 - 1 })).errors).toEqual([]);
});
