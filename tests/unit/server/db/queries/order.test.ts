import { expect, describe as group, it } from 'vitest';
import { entity, f } from '../../../../../src/config';
import { describeEntity } from '../../../../../src/server/db/queries/describe';
import { isAfter, orderBy, resolveSort } from '../../../../../src/server/db/queries/order';
import { compiled, declared, lock, org, trace } from '../declared';

const order = (entity: typeof lock | typeof trace, field: string, order: 'asc' | 'desc') =>
  resolveSort(describeEntity(entity, declared), { field, order });

group('an order', () => {
  it.each([
    [lock, 'sn', 'asc', 'order by "t"."sn", "t"."id"'],
    [lock, 'sn', 'desc', 'order by "t"."sn" desc nulls last, "t"."id" desc'],
    [lock, 'maker_name', 'asc', 'order by "r0"."name", "t"."id"'],
    [lock, 'id', 'desc', 'order by "t"."id" desc, "t"."id" desc'],
    [trace, 'at', 'desc', 'order by "t"."at" desc, "t"."id" desc'],
  ] as const)('sorts $name by %s %s', (entity, field, way, text) => {
    expect(compiled(orderBy(order(entity as typeof lock, field, way))).text).toBe(text);
  });

  it('follows several columns in turn, and sorts ids like the first', () => {
    const sorts = [
      { field: 'maker_name', order: 'desc' },
      { field: 'sn', order: 'asc' },
    ] as const;
    expect(compiled(orderBy(resolveSort(describeEntity(lock, declared), sorts))).text).toBe(
      'order by "r0"."name" desc nulls last, "t"."sn", "t"."id" desc',
    );
  });

  it.each(['pin', 'org_id', 'nope', 'sn" desc; drop table lock; --'])(
    'refuses to sort by %s',
    (field) => {
      expect(() => order(lock, field, 'asc')).toThrow(TypeError);
    },
  );

  it('uses the declared order, or newest first, by default', () => {
    const sorted = entity('s', ['S', '序'], {
      fields: { n: f.number(['N', '数']) },
      sort: ['n', 'ASC'],
    });
    const names = [sorted, trace, org].map((declaration) => {
      const { keys } = resolveSort(describeEntity(declaration, declared), undefined);
      return keys.map(({ name, descending }) => [name, descending]);
    });
    expect(names).toEqual([[['n', false]], [['at', true]], [['id', true]]]);
  });
});

group('what comes after a place', () => {
  it.each([
    [
      'a value that is never empty',
      trace,
      'at',
      'desc',
      '9',
      '("t"."at", "t"."id") < (cast($1 as bigint), $2::bigint)',
      ['9', 5],
    ],
    [
      'a value that may be empty',
      lock,
      'sn',
      'asc',
      'A',
      '(("t"."sn", "t"."id") > (cast($1 as text), $2::bigint) or "t"."sn" is null)',
      ['A', 5],
    ],
    [
      'an empty value',
      lock,
      'sn',
      'desc',
      null,
      '("t"."sn" is null and "t"."id" < $1::bigint)',
      [5],
    ],
  ] as const)('continues after %s', (_, entity, field, way, value, text, values) => {
    const place = { values: [value], id: 5 };
    expect(compiled(isAfter(order(entity as typeof lock, field, way), place))).toEqual({
      text,
      values,
    });
  });

  it('continues in several columns: equal in the first and further in the next', () => {
    const sorts = [
      { field: 'sn', order: 'asc' },
      { field: 'charge', order: 'desc' },
    ] as const;
    const order = resolveSort(describeEntity(lock, declared), sorts);
    const place = { values: ['A', null], id: 5 };
    expect(compiled(isAfter(order, place))).toEqual({
      text:
        '((("t"."sn" > cast($1 as text) or "t"."sn" is null)) or' +
        ' ("t"."sn" = cast($2 as text) and "t"."charge" is null and "t"."id" > $3::bigint))',
      values: ['A', 'A', 5],
    });
  });
});
