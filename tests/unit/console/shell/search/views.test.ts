import { describe, expect, test } from 'vitest';
import { choices, entity, f } from '../../../../../src/config';
import { menuTree } from '../../../../../src/console/app/menus';
import { plainTranslate } from '../../../../../src/console/i18n';
import { matchViews } from '../../../../../src/console/shell/search/hits';
import { createMatcher } from '../../../../../src/console/shell/search/matcher';
import { parseTimePhrase } from '../../../../../src/console/shell/search/times';
import {
  listHitAddress,
  searchableRecords,
  searchableViews,
} from '../../../../../src/console/shell/search/views';
import type { Locale } from '../../../../../src/domain/label';

const lock = entity('lock', ['Lock', '锁'], {
  fields: { sn: f.text(['SN', '设备号']), electric: f.number(['Battery', '电量']) },
  title: 'sn',
  views: {
    low: {
      label: ['Low battery', '低电量'],
      synonyms: [['flat battery'], ['缺电']],
      filter: { electric_to: 20 },
    },
  },
});
const swing = entity('swing', ['Swing', '开关'], {
  fields: {
    at: f.datetime(['Time', '时间']),
    how: f.choice(['How', '方式'], choices([[1, 'Unseal', '解封']])),
  },
  title: 'how',
  record: { time: 'at' },
  views: {
    unsealed: {
      label: ['Unsealed, last 7 days', '近 7 天解封'],
      labelWithoutPeriod: ['Unsealed', '解封'],
      synonyms: [['opened'], ['开锁']],
      filter: { how: [1], at_last: '7d' },
    },
  },
});
const declared = { entities: [lock, swing] };

const menu = (id: number, code: string, hidden: 'true' | 'false' = 'false') => ({
  id,
  sid: 0,
  remarks: '1',
  menu_code: code,
  menu_name: code,
  menu_url: code,
  menu_icon: '',
  hidden,
});
const pages = { lock: 'lock', swing: 'swing' };
const menus = menuTree([menu(1, 'lock'), menu(2, 'swing')], { pages });
const names = {
  en: plainTranslate({ menus: { lock: 'Locks', swing: 'Lock history' } }),
  zh: plainTranslate({ menus: { lock: '锁列表', swing: '开关锁历史' } }),
};

/** Returns the results of a query: the steps of the title, the phrase that matched, and the address. */
const matchesOf = (query: string, locale: Locale, tree = menus) => {
  const translate = names[locale];
  const finders = {
    views: createMatcher(searchableViews(declared, tree, { translate, locale })),
    timed: createMatcher(searchableViews(declared, tree, { translate, locale, timed: true })),
    records: createMatcher(searchableRecords(declared, tree, translate)),
  };
  return matchViews(query, finders, locale).map(({ title, code, address }) => ({
    title: title.map(({ text }) => text).join(' > '),
    code: code?.text,
    address: decodeURIComponent(address),
  }));
};

const yesterday = '{"how":[1],"at_last":"yesterday"}';

describe('a phrase finds a view of a list', () => {
  test.each([
    ['low battery', 'en', 'Locks > Low battery', undefined, '/lock?view=low'],
    ['flat battery', 'en', 'Locks > Low battery', 'flat battery', '/lock?view=low'],
    ['低电量', 'zh', '锁列表 > 低电量', undefined, '/lock?view=low'],
    ['低电量', 'en', 'Locks > Low battery', '低电量', '/lock?view=low'],
    ['opened', 'en', 'Lock history > Unsealed, last 7 days', 'opened', '/swing?view=unsealed'],
    ['unsealed', 'en', 'Lock history > Unsealed, last 7 days', undefined, '/swing?view=unsealed'],
    [
      'unsealed yesterday',
      'en',
      'Lock history > Unsealed > Yesterday',
      undefined,
      `/swing?filter=${yesterday}`,
    ],
    [
      "yesterday's opened",
      'en',
      'Lock history > Unsealed > Yesterday',
      'opened',
      `/swing?filter=${yesterday}`,
    ],
    ['昨天解封', 'zh', '开关锁历史 > 解封 > 昨天', undefined, `/swing?filter=${yesterday}`],
    [
      'opened last 24 hours',
      'en',
      'Lock history > Unsealed > Last 24 hours',
      'opened',
      '/swing?filter={"how":[1],"at_last":"24h"}',
    ],
  ] as const)('with “%s” in the language %s', (query, locale, title, code, address) => {
    expect(matchesOf(query, locale)[0]).toEqual({ title, code, address });
  });

  test.each(['lock history today', 'lock historys today'])(
    'and, before its views, a list of records in a time span: %s',
    (query) => {
      expect(matchesOf(query, 'en')[0]).toEqual({
        title: 'Lock history > Today',
        code: undefined,
        address: '/swing?filter={"at_last":"today"}',
      });
    },
  );

  test('but no hidden list, and no view at a time without a time field', () => {
    const hidden = menuTree([menu(1, 'lock', 'true'), menu(2, 'swing')], { pages });
    expect(matchesOf('low battery', 'en', hidden)).toEqual([]);
    const [low] = searchableViews(declared, menus, { translate: names.en, locale: 'en' });
    const { time } = parseTimePhrase('yesterday') ?? {};
    expect(low && listHitAddress(low.item, time)).toBeUndefined();
  });
});

test.each([
  ['unsealed yesterday', 'yesterday', 'unsealed'],
  ['Yesterday’s alarms', 'yesterday', 'alarms'],
  ['24 hours of alarms', '24h', 'of alarms'],
  ['最近7天报警', '7d', '报警'],
  ['今天', 'today', ''],
  ['last week', 'lastWeek', ''],
  ['alarms this week', 'thisWeek', 'alarms'],
  ['上周解封', 'lastWeek', '解封'],
  ['本月报警', 'thisMonth', '报警'],
  ['last month’s alarms', 'lastMonth', 'alarms'],
  ['124 hours', undefined, undefined],
  ['todays', undefined, undefined],
])('reads the time in “%s”', (query, name, rest) => {
  const phrase = parseTimePhrase(query);
  expect(phrase?.time).toBe(name);
  expect(phrase?.rest).toBe(rest);
});
