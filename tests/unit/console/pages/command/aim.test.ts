import { describe, expect, it } from 'vitest';
import { aimOf, unknownNumbers } from '../../../../../src/console/pages/command/aim';

const empty = { choice: 'some', numbers: '', fences: null, orgs: null, status: null } as const;

describe('targets of a command page', () => {
  it.each([
    ['no values', {}],
    ['blank values', { numbers: ' \n,', fences: [], orgs: [], status: '' }],
  ])('are missing with %s', (_, values) => {
    expect(aimOf({ ...empty, ...values })).toBeUndefined();
  });

  it.each([
    [{ numbers: 'A1, A2' }, { sns: ['A1', 'A2'] }],
    [{ fences: [3] }, { fences: [3] }],
    [
      { orgs: [2], status: 0 },
      { orgs: [2], filter: { status: 0 } },
    ],
    [{ choice: 'all', numbers: 'A1' } as const, { all: true }],
  ])('are for %j %j', (values, aim) => {
    expect(aimOf({ ...empty, ...values })).toEqual(aim);
  });
});

it('lists entered numbers that no lock has', () => {
  const refused = [
    { why: 'This device does not exist', code: 'notFound', sns: ['A1', 'A2'] },
    { why: 'Already sealed', code: 'conflict', sns: ['A3'] },
  ];
  expect(unknownNumbers({ refused }, 'A1, A3\nA4')).toEqual(['A1']);
});
