import { expect, it, vi } from 'vitest';
import type { EntityRules } from '../../../../src/server/entities';
import { withVirtualFields } from '../../../../src/server/entities/virtualFields';

const rows = [{ id: 1 }, { id: 2 }];
const context = { now: 5 } as never;

const fill = (virtualFields: EntityRules['virtualFields'], isRead?: (name: string) => boolean) =>
  withVirtualFields({ name: 'visit' }, { virtualFields }, rows, context, isRead);

it('fills in the fields of all rows at once, in their order', async () => {
  const hours = vi.fn(async () => [3, undefined]);
  expect(await fill({ hours })).toEqual([
    { id: 1, hours: 3 },
    { id: 2, hours: null },
  ]);
  expect(hours.mock.calls).toEqual([[rows, context]]);
});

it('computes only the fields that are read', async () => {
  const hours = vi.fn(async () => []);
  expect(await fill({ hours }, (name) => name !== 'hours')).toEqual(rows);
  expect(hours).not.toHaveBeenCalled();
});

it('refuses another number of values than of rows', async () => {
  await expect(fill({ hours: async () => [1] })).rejects.toThrow(
    'virtualFields.hours of visit returned 1 values for 2 rows',
  );
});
