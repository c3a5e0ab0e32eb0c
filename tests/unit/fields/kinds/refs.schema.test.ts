import { expect, test } from 'vitest';
import { parseTitles } from '../../../../src/fields/kinds/refs.schema';

test.each([
  ['C01', ['C01']],
  ['C01, C02;C03\nC04\r\n C05\tC06，C07、C01', ['C01', 'C02', 'C03', 'C04', 'C05', 'C06', 'C07']],
  [' \n', []],
])('splits the pasted text %j into %o', (text, titles) => {
  expect(parseTitles(text)).toEqual(titles);
});
