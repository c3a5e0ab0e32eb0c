import { expect, test } from 'vitest';
import { type Finding, sentenceOf } from '../../../../src/server/validate/finding';
import { sentences } from '../../../../src/server/validate/sentences';

/** Sentences with several values, whose order counts. The other tests compare those of an option. */
test.each<[string, Finding['code'], readonly string[]]>([
  ['thing has no list: its verbs lack it', 'list', ['thing']],
  ['a dictionary needs the entity item, which is not declared', 'dictItem', ['item']],
  ['names size, which is no number column of trip', 'number', ['size', 'trip']],
  ['is a text, but in its source a number', 'reportKind', ['text', 'number']],
  ['its source trip has no column sn: a report needs it', 'reportScope', ['trip', 'sn']],
  ['its source trip has records by at: a report needs create_time', 'reportTime', ['trip', 'at']],
  ['sortField is "sign", which every signed body has already', 'signed', ['sortField', 'sign']],
  ['from and to are both "_x"', 'wireTwice', ['from and to', '_x']],
  ['the list refuses "many" as size', 'refused', ['"many"', 'size']],
])('says: %s', (text, code, values) => {
  expect(sentenceOf({ place: 'thing', code, values })).toBe(text);
});

test('every sentence is complete with its values', () => {
  for (const [code, sentence] of Object.entries(sentences)) {
    const values = [...sentence.matchAll(/\{\}/g)].map((_, i) => `v${i}`);
    const text = sentenceOf({ place: 'thing', option: 'size', code: code as never, values });
    expect(text).toMatch(/^size \S/);
    expect(text).not.toContain('{}');
    for (const value of values) expect(text).toContain(value);
  }
});
