import { expect, describe as group, it } from 'vitest';
import { wireDefaults } from '../../../../../src/config';
import { filterConditions } from '../../../../../src/server/db/queries/conditions';
import { describeEntity } from '../../../../../src/server/db/queries/describe';
import { compiled, declared, lock } from '../declared';

const conditions = (filters: Record<string, unknown>) =>
  filterConditions(describeEntity(lock, declared), filters, wireDefaults).map(compiled);

group('a filter', () => {
  it.each([
    ['matches a part of a text', { sn: 'A1' }, '"t"."sn" ilike $1', ['%A1%']],
    ['escapes wildcards', { sn: '50%_\\' }, '"t"."sn" ilike $1', ['%50\\%\\_\\\\%']],
    ['escapes quotes', { sn: `'";--` }, '"t"."sn" ilike $1', [`%'";--%`]],
    ['matches exact texts', { sn: ['A', 'B'] }, '"t"."sn" = any(cast($1 as text[]))', [['A', 'B']]],
    ['matches one exact text', { sn: ['A'] }, '"t"."sn" = cast($1 as text)', ['A']],
    ['matches the exact text of a key', { sn_is: 'A' }, '"t"."sn" = cast($1 as text)', ['A']],
    [
      'matches the exact texts of a key',
      { sn_is: ['A', 'B'] },
      '"t"."sn" = any(cast($1 as text[]))',
      [['A', 'B']],
    ],
    ['matches a choice', { kind: 1 }, '"t"."kind" = cast($1 as bigint)', [1]],
    [
      'matches several choices',
      { kind: [1, 2] },
      '"t"."kind" = any(cast($1 as bigint[]))',
      [[1, 2]],
    ],
    [
      'matches nothing for an impossible value',
      { kind: [1.5, 'x'] },
      '"t"."kind" = any(cast($1 as bigint[]))',
      [[]],
    ],
    ['matches nothing for no value', { kind: [] }, '"t"."kind" = any(cast($1 as bigint[]))', [[]]],
    [
      'limits a range from below',
      { charge_from: 20.5 },
      '"t"."charge" >= cast($1 as bigint)',
      [21],
    ],
    ['limits a range from above', { charge_to: 20.5 }, '"t"."charge" <= cast($1 as bigint)', [20]],
    [
      'limits a range beyond all values',
      { charge_to: 1e30 },
      '"t"."charge" <= cast($1 as bigint)',
      [Number.MAX_SAFE_INTEGER],
    ],
    [
      'matches a day',
      { sold_from: '2025-02-03' },
      '"t"."sold" >= cast($1 as date)',
      ['2025-02-03'],
    ],
    ['matches an exact number', { charge: 20 }, '"t"."charge" = cast($1 as bigint)', [20]],
    ['matches an id', { id: 7 }, '"t"."id" = cast($1 as bigint)', [7]],
    ['matches ids', { id: [7, 8] }, '"t"."id" = any(cast($1 as bigint[]))', [[7, 8]]],
    ['matches a reference', { maker_id: 3 }, '"t"."maker_id" = cast($1 as bigint)', [3]],
  ])('%s', (_, filters, text, values) => {
    expect(conditions(filters)).toEqual([{ text, values }]);
  });

  it('adds no condition for an empty filter', () => {
    expect(conditions({ sn: '', kind: null, charge_from: undefined })).toEqual([]);
  });

  it.each([
    'pin',
    'papers',
    'org_id',
    'sn_from',
    'kind_to',
    'nope',
    'id_from',
    '"; drop table lock',
  ])('refuses a filter by %s', (name) => {
    expect(() => conditions({ [name]: 1 })).toThrow(TypeError);
  });
});
