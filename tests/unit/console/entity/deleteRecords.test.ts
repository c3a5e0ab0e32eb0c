import { expect, test } from 'vitest';
import { deleteRecords } from '../../../../src/console/entity/deleteRecords';
import { ApiError } from '../../../../src/protocol';

const records = (count: number) => Array.from({ length: count }, (_, i) => ({ id: i + 1 }));
const refusal = new ApiError('in use', { kind: 'business', code: 'conflict' });

/** Deletes records on a server that refuses calls that name some of them, and fails at others. */
const run = async (count: number, refused: readonly number[], broken: readonly number[] = []) => {
  const calls: number[] = [];
  const { deleted, failed } = await deleteRecords(records(count), {
    call: async (ids) => {
      calls.push(ids.length);
      if (ids.some((id) => broken.includes(Number(id)))) {
        throw new ApiError('not reached', { kind: 'network', code: 'network' });
      }
      if (ids.some((id) => refused.includes(Number(id)))) throw refusal;
    },
    onProgress: () => undefined,
  });
  return { calls, gone: deleted.length, failed: failed.map(({ item, why }) => [item.id, why]) };
};

test.each([
  [1, [1]],
  [1000, [1000]],
  [2345, [1000, 1000, 345]],
])('%d records go in calls of %o', async (count, calls) => {
  expect(await run(count, [])).toEqual({ calls, gone: count, failed: [] });
});

test('one refused record does not keep the others', async () => {
  const { calls, gone: deleted, failed } = await run(1500, [700]);
  expect([deleted, failed]).toEqual([1499, [[700, 'in use']]]);
  expect(calls.length).toBeLessThan(25);
});

test('one refused record alone is asked about once', async () => {
  expect(await run(1, [1])).toEqual({ calls: [1], gone: 0, failed: [[1, 'in use']] });
});

test('where everything is refused it is not asked for one by one', async () => {
  const all = records(1000).map(({ id }) => id);
  const { calls, gone: deleted, failed } = await run(1000, all);
  expect([deleted, failed.length]).toEqual([0, 1000]);
  expect(calls.length).toBeLessThan(150);
});

test('a server that is gone is not asked again', async () => {
  const { calls, gone: deleted, failed } = await run(2500, [], [1500]);
  expect([calls, deleted, failed.length]).toEqual([[1000, 1000], 1000, 1500]);
  expect(failed[0]).toEqual([1001, 'not reached']);
});
