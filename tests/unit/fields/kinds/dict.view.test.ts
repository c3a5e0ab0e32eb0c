import { describe, expect, it } from 'vitest';
import { dictionaryOptions } from '../../../../src/fields/kinds/dict.view';

const items = [
  { item_code: 'z', item_text: 'Last', item_text_zh: '最后', sort: null },
  { item_code: 'b', item_text: 'Second', item_text_zh: '', sort: 2 },
  { item_code: 'a', item_text: 'Also second', sort: 2 },
  { item_code: 'c', item_text: 'First', item_text_zh: '第一', sort: -1 },
];

describe('the options of a dictionary', () => {
  it.each([
    ['en', ['First', 'Also second', 'Second', 'Last']],
    ['zh', ['第一', 'Also second', 'Second', '最后']],
  ] as const)('are in order of position and code in %s', (locale, labels) => {
    const options = dictionaryOptions(items, locale);
    expect(options.map(({ label }) => label)).toEqual(labels);
    expect(options.map(({ value }) => value)).toEqual(['c', 'a', 'b', 'z']);
  });
});
