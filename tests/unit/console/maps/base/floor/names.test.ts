import { expect, test } from 'vitest';
import {
  byImportance,
  nameIn,
  placeNames,
  zoomsOf,
} from '../../../../../../src/console/maps/base/floor/names';
import type { NamedPlace } from '../../../../../../src/console/maps/base/floor/tiles';

const placeOf = (part: Partial<NamedPlace>): NamedPlace => ({
  kind: 'places',
  key: part.en ?? 'k',
  en: 'Town',
  zh: undefined,
  code: undefined,
  rank: 0,
  size: 0,
  x: 0,
  y: 0,
  ...part,
});

const placing = {
  locale: 'en',
  widthOf: (text: string) => text.length * 7,
  obstacles: [],
} as const;

const textsOf = (...args: Parameters<typeof placeNames>) =>
  placeNames(...args).map(({ text }) => text);

test.each<[Partial<NamedPlace>, string, string]>([
  [{ en: 'Wuhan', zh: '武汉' }, 'Wuhan', '武汉'],
  [{ en: 'Linchuan' }, 'Linchuan', 'Linchuan'],
  [{ kind: 'countries', code: 'CN' }, 'China', '中国'],
  [{ kind: 'countries', code: 'MM' }, 'Myanmar', '缅甸'],
  [{ kind: 'ports', en: 'Shanghai', zh: '上海港' }, 'Shanghai', '上海港'],
  [{ kind: 'airports', en: 'Pudong', code: 'PVG' }, 'Pudong PVG', 'PVG 机场'],
  [{ kind: 'airports', en: 'Adampur', code: '' }, 'Adampur', 'Adampur'],
])('names %j in both languages', (part, en, zh) => {
  expect([nameIn(placeOf(part), 'en'), nameIn(placeOf(part), 'zh')]).toEqual([en, zh]);
});

test('of two places at one point, shows the more important name', () => {
  const small = placeOf({ en: 'Small', rank: 6, x: 5 });
  const big = placeOf({ en: 'Big', rank: 1 });
  expect(textsOf([small, big], placing)).toEqual(['Big']);
  expect(textsOf([small, { ...big, x: 400 }], placing)).toEqual(['Big', 'Small']);
});

test('orders places of one rank by size, whatever their input order', () => {
  const a = placeOf({ en: 'A', rank: 2, size: 20 });
  const b = placeOf({ en: 'B', rank: 2, size: 22 });
  expect([a, b].sort(byImportance)).toEqual([b, a].sort(byImportance));
  expect([a, b].sort(byImportance)[0]).toBe(b);
});

test('omits a name that covers an obstacle', () => {
  const town = placeOf({ en: 'Town', x: 100, y: 100 });
  const mark = { left: 110, top: 90, right: 130, bottom: 110 };
  expect(textsOf([town], { ...placing, obstacles: [mark] })).toEqual([]);
  expect(textsOf([town], { ...placing, obstacles: [{ ...mark, left: 300, right: 320 }] })).toEqual([
    'Town',
  ]);
});

test.each([
  [2, ['World city']],
  [5, ['China', 'World city', 'Large town']],
  [10, ['World city', 'Large town', 'Village', 'Port']],
])('shows at zoom %i the names %j', (zoom, texts) => {
  const all = [
    placeOf({ en: 'Village', rank: 10 }),
    placeOf({ en: 'Port', kind: 'ports', rank: 6 }),
    placeOf({ en: 'Large town', rank: 4 }),
    placeOf({ en: 'World city', rank: 0 }),
    placeOf({ kind: 'countries', code: 'CN', rank: 1 }),
  ];
  const visible = all.filter((name) => {
    const [from, to] = zoomsOf(name);
    return zoom >= from && zoom <= to;
  });
  expect(visible.map((name) => nameIn(name, 'en')).sort()).toEqual([...texts].sort());
});
