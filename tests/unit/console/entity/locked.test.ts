import { expect, test } from 'vitest';
import { lockReason } from '../../../../src/console/entity/locked';

const wire = { kept: '_kept' };

test.each([
  ['a row of our server', { _kept: { delete: 'Own account' } }, 'delete', 'Own account'],
  ['what it does not name', { _kept: { delete: 'Own account' } }, 'update', undefined],
  ['a row that tells nothing', { id: 1 }, 'delete', undefined],
  ['a server that means something else by it', { _kept: true }, 'delete', undefined],
  ['a reason that is none', { _kept: { delete: false } }, 'delete', undefined],
  ['an empty reason', { _kept: { delete: '' } }, 'delete', undefined],
  ['no record', undefined, 'delete', undefined],
] as const)('%s', (_, record, verb, why) => {
  expect(lockReason(verb, record, wire)).toBe(why);
});

test('where a server has no such column nothing is kept, whatever is in it', () => {
  expect(
    lockReason('update', { '': { update: 'No' }, _kept: { update: 'No' } }, { kept: '' }),
  ).toBe(undefined);
});
