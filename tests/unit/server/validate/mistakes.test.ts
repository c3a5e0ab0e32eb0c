import { expect, test } from 'vitest';
import { type AnyEntity, action, choices, type Fields, f } from '../../../../src/config';
import { day, errorsIn, number, text, thing, verdictOn } from './declared';

const shape = (options: object) => f.geometry(['Shape', '形状'], options);
const decimal = (options: object) => f.decimal(['Decimal', '小数'], options as never);
const series = (options: object) => f.series(['Series', '序列'], options as never);
const time = f.datetime(['At', '时间']);
const money = (options: object) => f.money(['Money', '金额'], options as never);
const coins = (...codes: string[]) =>
  f.choice(['Coin', '币种'], choices(codes.map((code) => [code, code, code] as const)));
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
  ['thing.n scale maximum: scale must be at most 10, not 11', thing({ n: decimal({ scale: 11 }) })],
  ['thing.n scale minimum', thing({ n: decimal({ scale: -1 }) })],
  ['thing.n scale type', thing({ n: decimal({ scale: 1.5 }) })],
  ['thing.n min type: min must be a number, not "ten"', thing({ n: decimal({ min: 'ten' }) })],
  ['thing.n above: min 10 is above max 9.5', thing({ n: decimal({ min: '10', max: '9.5' }) })],
  ['thing.n initial', thing({ n: decimal({ initial: '0.005' }) })],
  [
    'thing.n never: when: fee is never "10"',
    thing({ fee: decimal({}), n: text({ when: { fee: ['10'] } }) }),
  ],
  [
    'thing.n never: when: fee is never above 10',
    thing({ fee: decimal({ max: '9.99' }), n: text({ when: { fee: { above: 10 } } }) }),
  ],
  [
    'thing.n currency unknown: currency names YEN, which is no currency',
    thing({ n: money({ currency: 'YEN' }) }),
  ],
  [
    'thing.n currencyIn unknown: currencyIn names fee, which is no text or choice of currencies',
    thing({ fee: decimal({}), n: money({ currencyIn: 'fee' }) }),
  ],
  [
    'thing.n currencyIn unknown',
    thing({ fee: coins('CNY', 'YEN'), n: money({ currencyIn: 'fee' }) }),
  ],
  ['thing.n oneCurrency: needs either currency or currencyIn', thing({ n: money({}) })],
  ['thing.n oneCurrency', thing({ m: text(), n: money({ currency: 'CNY', currencyIn: 'm' }) })],
  ['thing.n required: has no form', thing({ n: series({}) })],
  ['thing.n form type', thing({ n: series({ form: 7 }) })],
  [
    'thing.n form seriesPlace: form needs one place for the number, such as {0000}, and has 0',
    thing({ n: series({ form: 'CT-{yyyy}' }) }),
  ],
  ['thing.n form seriesPlace', thing({ n: series({ form: '{00}-{00}' }) })],
  [
    'thing.n form seriesPart: form has {mm}, which is neither {yyyy}, {yy}, {MM}, {dd} nor zeros such as {0000}',
    thing({ n: series({ form: '{mm}-{00}' }) }),
  ],
  ['thing.n form seriesPart', thing({ n: series({ form: '{00}-{' }) })],
  ['thing.n form seriesPart', thing({ n: series({ form: '{00}-{}' }) })],
  [
    'thing.n restart seriesRestart: restart is "year", which form does not show: it needs {yyyy} or {yy}',
    thing({ n: series({ form: '{MM}{00}', restart: 'year' }) }),
  ],
  [
    'thing.n restart seriesRestart: restart is "month", which form does not show: it needs {MM}',
    thing({ n: series({ form: '{yy}{dd}{00}', restart: 'month' }) }),
  ],
  ['thing.n restart seriesRestart', thing({ n: series({ form: '{00}{MM}', restart: 'month' }) })],
  [
    'thing.n restart seriesRestart: restart is "day", which form does not show: it needs {dd}',
    thing({ n: series({ form: '{yy}{MM}{00}', restart: 'day' }) }),
  ],
  ['thing.n restart enum', thing({ n: series({ form: '{00}', restart: 'week' }) })],
  [
    'thing.n at unknown: at names lodge, which is no action',
    thing({ n: series({ form: '{00}', at: 'lodge' }) }),
  ],
  [
    'thing.n seriesInput: has a number that only the server gives, so it cannot be in initial, form, stamps, sets of lodge',
    thing(
      { n: series({ form: '{00}', initial: '1' }) },
      {
        form: ['title', ['n']],
        stamps: { n: 'a' },
        actions: { lodge: action(['Lodge', '申报'], { sets: { n: '1' } }) },
      },
    ),
  ],
  ['thing.n inline', thing({ n: series({ form: '{00}', inline: true }) })],
  ['thing.n on', thing({ n: series({ form: '{00}', required: true }) })],
  ['thing.n month', thing({ n: series({ form: '{00}' }), at: time }, { record: { time: 'at' } })],
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
    two: { ...boxRef('two_title'), label: ['Second', '乙'] },
    asked: f.ref(['Asked', '问'], 'box', { via: 'one_title', virtual: true, on: ['create'] }),
    from: day({ min: 'today' }),
    rate: decimal({ scale: 10, min: '-9', max: '10', initial: 1.5 }),
    coin: coins('CNY', 'USD'),
    fee: money({ currencyIn: 'coin' }),
    paid: { ...money({ currency: 'JPY', initial: '5' }), label: ['Paid', '已付'] },
    year: series({ form: 'A-{yyyy}-{0}-B', restart: 'year' }),
    month: { ...series({ form: '{MM}{yy}{00}', restart: 'month' }), label: ['Month', '月'] },
    day: { ...series({ form: '{dd}{MM}{yy}{00}', restart: 'day' }), label: ['Dated', '带日期'] },
    lodged: { ...series({ form: '{0000}', at: 'lodge' }), label: ['Lodged', '申报'] },
    change: text({ when: { fee: { above: 0.5 }, paid: ['5'] } }),
  };
  const actions = { lodge: action(['Lodge', '申报'], { sets: { inline: 'a' } }) };
  const related = [tab, { ...tab, tabKey: 'more' }];
  expect(verdictOn(thing(fields, { related, actions, poll: 2 ** 31 - 1 })).errors).toEqual([]);
});
