import { describe, expect, test } from 'vitest';
import {
  createMatcher,
  fuzzyMarks,
  loadSyllables,
  markMatches,
  marksOf,
  splitMarks,
} from '../../../../../src/console/shell/search/matcher';
import { menusIn } from './findMenus';

const syllablesOf = await loadSyllables();
const finders = {
  en: createMatcher(menusIn('en')),
  zh: createMatcher(menusIn('zh')),
  pinyin: createMatcher(menusIn('zh', true), syllablesOf),
};
type Way = keyof typeof finders;

const codes = (way: Way, query: string) => finders[way](query).map(({ item }) => item);
const words = (text: string) => text.split(' ').filter((word) => word !== '');

/**
 * Results of the search that operators know, for the same menus: fuse.js 3.4.4 with threshold 0.4 and the weights 0.7,
 * 0.3, 0.3, executed for this table.
 */
describe('known queries of the header search give the same hits in the same order', () => {
  test.each([
    ['role', 'role'],
    ['devcie', 'deviceList deviceTypeList factoryList deviceLocationRecord'],
    ['recrod', 'deviceLocationRecord statusChangeRecord alertRecord operationLog smsRecord'],
    [
      'record',
      'deviceLocationRecord statusChangeRecord alertRecord operationLog smsRecord appointmentCommandRecord',
    ],
    ['alert', 'alertRecord'],
    ['alarm', 'alertRecord'],
    ['HOME', 'dashboard'],
    ['log', 'operationLog lockHistory deviceLocationRecord'],
    ['lock', 'lockHistory deviceLocationRecord'],
    ['user', 'oper factoryList'],
    ['device', 'deviceList deviceTypeList factoryList deviceLocationRecord'],
    ['device typ', 'deviceTypeList factoryList deviceList'],
    ['ic', 'icCard dictManage deviceList deviceTypeList factoryList deviceLocationRecord'],
    ['syst', 'org oper role menu systemParams dictManage'],
    ['oper', 'operationLog oper'],
    ['hstory', 'lockHistory factoryList'],
    ['nothing at all', ''],
  ])('for %j in English: %s', (query, expected) => {
    expect(codes('en', query)).toEqual(words(expected));
  });

  test.each([
    ['角色', 'role'],
    ['报警', 'alertRecord'],
    [
      '设备',
      'deviceList deviceLocationRecord statusChangeRecord alertRecord operationLog deviceTypeList factoryList',
    ],
    ['role', 'role'],
    ['devcie', 'deviceList deviceLocationRecord deviceTypeList'],
    ['recrod', 'smsRecord alertRecord'],
    ['log', 'operationLog lockHistory'],
    ['ic', 'icCard dictManage deviceList deviceLocationRecord deviceTypeList'],
    ['system', 'systemParams'],
    ['home', ''],
  ])('for %j in Chinese: %s', (query, expected) => {
    expect(codes('zh', query)).toEqual(words(expected));
  });
});

describe('queries that the header search did not cover', () => {
  test.each([
    ['en', 'system role', 'role'],
    ['en', 'role system', 'role'],
    ['en', 'System > Role', 'role'],
    ['en', 'systemrole', 'role'],
    ['en', 'records alarm', 'alertRecord'],
    ['zh', '设备报警', 'alertRecord'],
    ['zh', '系统 角色', 'role'],
    ['zh', '系统 role', 'role'],
    ['pinyin', 'juese', 'role'],
    ['pinyin', 'JueSe', 'role'],
    ['pinyin', "jue'se", 'role'],
    ['pinyin', 'jiaose', 'role'],
    ['pinyin', 'xitongjiaose', 'role'],
    ['pinyin', 'jiaoseguanli', 'role'],
    ['pinyin', 'jue se', 'role'],
    ['pinyin', 'jusee', 'role'],
    ['pinyin', 'js', 'role'],
    ['pinyin', 'jsgl', 'role'],
    ['pinyin', 'sy', 'dashboard'],
    ['pinyin', 'shouye', 'dashboard'],
    ['pinyin', 'xitongjuese', 'role'],
    ['pinyin', 'xitong juese', 'role'],
    ['pinyin', 'xtjs', 'role'],
    ['pinyin', '系统juese', 'role'],
    ['pinyin', '设备报警', 'alertRecord'],
    ['pinyin', 'baojing', 'alertRecord'],
    ['pinyin', 'role', 'role'],
    ['pinyin', 'devcie', 'deviceList'],
    ['pinyin', 'recrod', 'smsRecord'],
    ['pinyin', 'iccard', 'icCard'],
    ['pinyin', 'ickagl', 'icCard'],
  ] as const)('in %s, %j finds %s first', (way, query, expected) => {
    expect(codes(way, query)[0]).toBe(expected);
  });

  test.each(['xitong', 'xtgl', 'system', '系统'])('%j finds all pages of a group', (query) => {
    expect(codes('pinyin', query)).toEqual(words('org oper role menu systemParams dictManage'));
  });
});

test.each(['', '   ', "'"])('%j finds nothing', (query) => {
  expect(finders.pinyin(query)).toEqual([]);
});

test('without pinyin data, finds nothing by pinyin', () => {
  expect(codes('zh', 'juese')).toEqual([]);
  expect(codes('zh', 'jsgl')).toEqual([]);
});

test('reports the kind of each match', () => {
  const kindOf = (way: Way, query: string) => finders[way](query)[0]?.kind;
  expect(kindOf('en', 'device')).toBe('typed');
  expect(kindOf('pinyin', 'jsgl')).toBe('typed');
  expect(kindOf('en', 'system role')).toBe('across');
  expect(kindOf('en', 'devcie')).toBe('like');
});

describe('the matching text is marked', () => {
  const marked = (way: Way, query: string) => {
    const [best] = finders[way](query);
    return best?.title.map(({ text, marks }) => marks.map(([from, to]) => text.slice(from, to)));
  };
  test.each([
    ['en', 'role', [[], ['Role']]],
    ['en', 'devcie', [[], ['Device']]],
    ['en', 'system role', [['System'], ['Role']]],
    ['pinyin', '角色', [[], ['角色']]],
    ['pinyin', 'juese', [[], ['角色']]],
    ['pinyin', 'juesegua', [[], ['角色管']]],
    ['pinyin', 'jiaose', [[], ['角色']]],
    ['pinyin', 'js', [[], ['角色']]],
    ['pinyin', 'xtjs', [['系统'], ['角色']]],
    ['pinyin', 'icka', [[], ['IC卡']]],
    ['pinyin', 'role', [[], []]],
  ] as const)('in %s for %j', (way, query, expected) => {
    expect(marked(way, query)).toEqual(expected);
  });
});

test.each([
  ['en', 'role', undefined],
  ['pinyin', 'juese', undefined],
  ['pinyin', 'role', ['/role', ['role']]],
  ['pinyin', 'devcie', ['/deviceList', ['device']]],
  ['pinyin', 'system', ['/system', ['system']]],
] as const)(
  'for %s %j, shows the code if the title does not contain the match',
  (way, query, expected) => {
    const code = finders[way](query)[0]?.code;
    expect(code && [code.text, code.marks.map(([from, to]) => code.text.slice(from, to))]).toEqual(
      expected,
    );
  },
);

test.each([
  ['ES1002', 'es10', [[0, 4]]],
  ['ES1002', '02', [[4, 6]]],
  ['ES1002', 'x', []],
  ['ES1002', '', []],
] as const)('marks in %j the match of %j', (text, term, expected) => {
  expect(markMatches(text, term)).toEqual(expected);
});

test('pinyin marks whole characters, even for part of a syllable', () => {
  // The first character takes two UTF-16 units.
  const segment = { text: '𠮷角色A', syllables: ['𠮷', 'jue', 'se', 'A'] };
  const marked = (term: string) =>
    marksOf(segment, term).map(([from, to]) => segment.text.slice(from, to));
  expect(marked('juese')).toEqual(['角色']);
  expect(marked('es')).toEqual(['角色']);
  expect(marked('sea')).toEqual(['色A']);
  expect(marked('jsa')).toEqual(['角色A']);
  expect(marked('色a')).toEqual(['色A']);
  expect(marked('zhu')).toEqual([]);
});

test('joins the marks of a fuzzy match across single letters', () => {
  expect(
    fuzzyMarks([
      [0, 5],
      [7, 7],
    ]),
  ).toEqual([[0, 6]]);
});

test.each([
  ['abcdef', [], [['abcdef', false]]],
  ['abcdef', [[0, 6]], [['abcdef', true]]],
  [
    'abcdef',
    [[2, 4]],
    [
      ['ab', false],
      ['cd', true],
      ['ef', false],
    ],
  ],
  [
    'abcdef',
    [
      [4, 5],
      [0, 2],
    ],
    [
      ['ab', true],
      ['cd', false],
      ['e', true],
      ['f', false],
    ],
  ],
  [
    'abcdef',
    [
      [0, 3],
      [1, 2],
      [2, 4],
    ],
    [
      ['abc', true],
      ['d', true],
      ['ef', false],
    ],
  ],
] as const)('splits %j at the marks %j', (text, marks, expected) => {
  expect(splitMarks({ text, marks }).map((piece) => [piece.text, piece.marked])).toEqual(expected);
});
