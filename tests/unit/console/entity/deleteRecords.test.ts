import { expect, test } from 'vitest';
import { deleteRecords } from '../../../../src/console/entity/deleteRecords';
import { ApiError } from '../../../../src/protocol';

const records = (count: number) => Array.from({ length: count }, (_, i) => ({ id: i + 1 }));
const refusal = new ApiError('in use', { kind: 'business', code: 'conflict' });

/** Deletes records on a server that refuses calls that name some of them, and fails at others. */
const run = async (count: number, refused: readonly number[], broken: readonly number[] = []) => {
  const calls: number[] = [];
  const call = async (ids: (string | number)[]) => {
    calls.push(ids.length);
    if (ids.some((id) => broken.includes(Number(id)))) {
      throw new ApiError('not reached', { kind: 'network', code: 'network' });
    }
    if (ids.some((id) => refused.includes(Number(id)))) throw refusal;
  };
  const { deleted, failed } = await deleteRecords(records(count), call, () => undefined);
  return { calls, gone: deleted.length, failed: failed.map(({ item, why }) => [item.id, why]) };
};

test.each([
  [1, [1]],
  [1000, [1000]],
  [2345, [1000, 1000, 345]],
])('deletes %d records in calls of %o', async (count, calls) => {
  expect(await run(count, [])).toEqual({ calls, gone: count, failed: [] });
});

test('deletes the others if one record is refused', async () => {
  const { calls, gone: deleted, failed } = await run(1500, [700]);
  expect([deleted, failed]).toEqual([1499, [[700, 'in use']]]);
  expect(calls.length).toBeLessThan(25);
});

test('tries a single refused record once', async () => {
  expect(await run(1, [1])).toEqual({ calls: [1], gone: 0, failed: [[1, 'in use']] });
});

test('does not try each record if all are refused', async () => {
  const all = records(1000).map(({ id }) => id);
  const { calls, gone: deleted, failed } = await run(1000, all);
  expect([deleted, failed.length]).toEqual([0, 1000]);
  expect(calls.length).toBeLessThan(150);
});

test('stops calling a server that is unreachable', async () => {
  const { calls, gone: deleted, failed } = await run(2500, [], [1500]);
  expect([calls, deleted, failed.length]).toEqual([[1000, 1000], 1000, 1500]);
  expect(failed[0]).toEqual([1001, 'not reached']);
});
