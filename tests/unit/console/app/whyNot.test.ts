import { expect, test } from 'vitest';
import { lockReasonsIn } from '../../../../src/console/app/whyNot';

const wire = { kept: '_kept' };

test.each([
  ['a row of our server', { _kept: { delete: 'Own account' } }, ['Own account', 'Own account']],
  ['another verb', { _kept: { update: 'Own account' } }, undefined],
  ['a row without lock reasons', { id: 1 }, undefined],
  ['a column with another meaning', { _kept: true }, undefined],
  ['a malformed reason', { _kept: { delete: false } }, undefined],
  ['an empty reason', { _kept: { delete: '' } }, undefined],
])('reads the lock reasons of %s', (_, record, reason) => {
  expect(lockReasonsIn(record, wire)?.delete).toEqual(reason);
});

test('finds no lock reason on a server without such a column', () => {
  const record = { '': { update: 'No' }, _kept: { update: 'No' } };
  expect(lockReasonsIn(record, { kept: '' })).toBeUndefined();
});
