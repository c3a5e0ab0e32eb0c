import { describe, expect, test } from 'vitest';
import { merged, mergeEdit, storedValues } from '../../../../../src/console/entity/form/mergeEdit';
import { formRows } from '../../../../../src/console/entity/form/values';
import { ApiError } from '../../../../../src/protocol';
import { lock } from '../entities';

const rows = formRows(lock, 'edit');
const base = { id: 5, sn: 'A1', name: 'old', org_id: 2, count: 1 };
const unchanged = { sn: 'A1', name: 'old', org_id: 2, secret: null, count: 1 };
const namesOf = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

describe('a concurrent edit of a field', () => {
  test.each([
    ['is a conflict if both values differ', { name: 'mine' }, { name: 'theirs' }, ['name'], []],
    ['is no conflict if both values agree', { name: 'same' }, { name: 'same' }, [], []],
    ['takes over their change', {}, { name: 'theirs', count: 2 }, [], ['name', 'count']],
    ['keeps our change', { name: 'mine' }, {}, [], []],
    ['hides secrets', { secret: 'x' }, { secret: 'y' }, [], []],
  ])('%s', (_, changes, stored, disputed, undisputed) => {
    const merge = mergeEdit(rows, base, { ...unchanged, ...changes }, { ...base, ...stored });
    expect([namesOf(merge.disputed), namesOf(merge.undisputed)]).toEqual([disputed, undisputed]);
  });

  test.each([
    [[], { name: 'mine', org_id: 7, count: 9 }],
    [['name'], { name: 'theirs', org_id: 7, count: 9 }],
  ])('resolves the conflict with their values for %o', (theirFields, values) => {
    const ours = { ...unchanged, name: 'mine', count: 9 };
    const merge = mergeEdit(rows, base, ours, { ...base, name: 'theirs', org_id: 7 });
    expect(merged(rows, merge, new Set(theirFields))).toMatchObject(values);
  });
});

test.each([
  ['a stale edit', 'conflict', { current: base }, base],
  ['another conflict', 'conflict', undefined, undefined],
  ['another refusal', 'invalid', { current: base }, undefined],
])('reads the stored values from %s', (_, code, data, current) => {
  expect(storedValues(new ApiError('No', { kind: 'business', code, data }))).toEqual(current);
});
