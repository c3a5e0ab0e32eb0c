import { expect, test } from 'vitest';
import { f } from '../../../src/config';
import { fieldText, titleIn } from '../../../src/fields';
import { alertRecord, smsStatistics } from '../../../src/resources';

test.each([
  ['the title', alertRecord, { id: 1, sn: 'A1' }, 'A1'],
  ['the name of a reference', smsStatistics, { id: 1, org_id: 7, org_name: 'Port' }, 'Port'],
  ['a reference without a name', smsStatistics, { id: 1, org_id: 7 }, '7'],
] as const)('reads a title from %s', (_, { fields, title }, row, name) => {
  expect(fieldText(fields[title as never], title, row, 'en')).toBe(name);
});

test.each([
  [{ org_name: 'A' }, 'org_name', 'A'],
  [{ org_name: 'A' }, undefined, 'A'],
  [{ org_name: '' }, undefined, undefined],
  [{ org_name: { en: 'A' } }, undefined, undefined],
  [{ title: 'B' }, 'title', 'B'],
  [undefined, undefined, undefined],
])('reads from %o via %s the title %s', (record, via, title) => {
  expect(titleIn(record, f.ref(['Organisation', '机构'], 'org', { via }), 'org_id')).toBe(title);
});
