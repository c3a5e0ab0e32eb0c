import { expect, it } from 'vitest';
import { rowName } from '../../../../../src/console/look/charts/charts';
import { alertRecord, smsStatistics } from '../../../../../src/resources';

it.each([
  ['the title', alertRecord, { id: 1, sn: 'A1' }, 'A1'],
  ['the name of a reference', smsStatistics, { id: 1, org_id: 7, org_name: 'Port' }, 'Port'],
  ['a reference without a name', smsStatistics, { id: 1, org_id: 7 }, '7'],
] as const)('is %s', (_, entity, row, name) => {
  expect(rowName(entity, row, 'en')).toBe(name);
});
