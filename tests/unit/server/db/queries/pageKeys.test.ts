import { expect, describe as group, it } from 'vitest';
import { wireDefaults } from '../../../../../src/config';
import { describeEntity } from '../../../../../src/server/db/queries/describe';
import { resolveSort } from '../../../../../src/server/db/queries/order';
import { type PageRequest, pageKeys } from '../../../../../src/server/db/queries/pageKeys';
import { compiled, declared, lock, maker, trace } from '../declared';

const page = (
  declaration: typeof lock | typeof trace | typeof maker,
  field: string,
  orgs: readonly number[],
  { skip = 0, ...more }: Partial<Pick<PageRequest, 'skip' | 'filters' | 'lead'>> = {},
) => {
  const entity = describeEntity(declaration, declared);
  const order = resolveSort(entity, { field, order: 'desc' });
  return compiled(
    pageKeys(entity, {
      orgs,
      filters: {},
      names: wireDefaults,
      order,
      skip,
      limit: 20,
      ...more,
    }),
  );
};

group('the keys of a page', () => {
  it('selects the rows of the tenant', () => {
    expect(page(lock, 'id', [1, 2], { skip: 40 })).toEqual({
      text:
        'select "t"."id" from "lock" as t where "t"."org_id" = any($1::bigint[])' +
        ' order by "t"."id" desc, "t"."id" desc limit $2 offset $3',
      values: [[1, 2], 20, 40],
    });
  });

  it('selects nothing for an unknown tenant', () => {
    expect(page(lock, 'id', []).text).toContain('"t"."org_id" = any($1::bigint[])');
  });

  it('joins the sort columns, but no titles of other tenants', () => {
    expect(page(trace, 'lock_name', [3]).text).toContain(
      'left join "lock" as "r0" on "r0"."id" = "t"."lock_id" and "r0"."org_id" = $1::bigint',
    );
  });

  it('selects the rows of all tenants if tenants share them', () => {
    expect(page(maker, 'name', [3]).text).toContain('from "maker" as t where true');
  });

  it.each([
    ['one organisation: by its index', [3], false],
    ['a few: each by its index, merged', [3, 4, 5], true],
    ['many: by time', Array.from({ length: 51 }, (_, i) => i + 1), false],
  ])('selects records of %s', (_, orgs, merged) => {
    const { text } = page(trace, 'at', orgs, { skip: 100 });
    expect(text.includes('cross join lateral')).toBe(merged);
    if (!merged) return;
    expect(text).toMatch(
      /limit \$\d \) as t order by "t"."at" desc, "t"."id" desc limit \$\d offset \$\d$/,
    );
  });

  it('merges records of several exact texts once each, within the tenant', () => {
    const { text, values } = page(trace, 'at', [3], { filters: { sn: ['A', 'B', 'A'] } });
    expect(text).toContain('from unnest(cast($1 as text[])) as spread(value) cross join lateral');
    expect(text).toContain('where "t"."sn" = spread.value and "t"."org_id" = $2::bigint');
    expect(values[0]).toEqual(['A', 'B']);
  });

  it.each<[string, unknown, boolean]>([
    ['one value: by time within it', 1, false],
    ['the same value twice', [1, 1], false],
    ['several: each within the tenant, merged', [1, 2, 1], true],
  ])('selects records of a rare choice: %s', (_, kind, merged) => {
    const { text, values } = page(trace, 'at', [3, 4], { filters: { kind }, lead: 'kind' });
    expect(text.includes('cross join lateral')).toBe(merged);
    expect(text).toContain('"t"."org_id" = any(');
    if (!merged) return;
    expect(text).toContain('where "t"."kind" = spread.value and "t"."org_id" = any($2::bigint[])');
    expect(values[0]).toEqual([1, 2]);
  });

  it('does not merge far pages, since each part would reach that far', () => {
    expect(page(trace, 'at', [3, 4, 5], { skip: 20_000 }).text).not.toContain('lateral');
  });

  it('selects the partition column', () => {
    expect(page(trace, 'at', [3]).text).toMatch(/^select "t"."id", "t"."at" from "trace"/);
  });
});
