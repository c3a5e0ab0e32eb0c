import { expect, test, vi } from 'vitest';
import { outcomeError, runAction } from '../../../../../src/console/operations/send/runAction';
import { ApiError } from '../../../../../src/protocol';

const conflict = (data: unknown) =>
  new ApiError('Refused', { kind: 'business', code: 'conflict', data });

const secretOf = (title: string) => ({ title, lines: [{ label: 'Password', text: title }] });

test('sends up to the maximum of records per call, and adds up the results', async () => {
  const call = vi
    .fn()
    .mockResolvedValueOnce({
      done: 1,
      failed: [{ id: 2, why: 'No' }],
      message: 'Mailed',
      secrets: [secretOf('A')],
    })
    .mockRejectedValueOnce(conflict({ failed: [{ id: 3, why: 'Off' }] }))
    .mockResolvedValueOnce({ done: 1, failed: [], message: 'Mailed', secrets: [secretOf('B')] });
  const processed: number[] = [];
  const outcome = await runAction(call, [1, 2, 3, 4, 5], 2, (at) => processed.push(at));
  expect(call.mock.calls).toEqual([[[1, 2]], [[3, 4]], [[5]]]);
  expect(processed).toEqual([2, 4, 5]);
  expect(outcome).toEqual({
    done: 2,
    failed: [
      { id: 2, why: 'No' },
      { id: 3, why: 'Off' },
    ],
    messages: ['Mailed'],
    files: [],
    secrets: [secretOf('A'), secretOf('B')],
  });
});

test('takes a file as the result for all its records', async () => {
  const file = { blob: new Blob(['x']), name: 'errors.xlsx' };
  const outcome = await runAction(
    async () => file,
    [1],
    10,
    () => undefined,
  );
  expect(outcome).toMatchObject({ done: 1, files: [file] });
});

test.each([
  ['the connection fails', new ApiError('Gone', { kind: 'network', code: 'network' })],
  ['a conflict names no record', conflict(undefined)],
])('stops if %s, and keeps earlier results', async (_, error) => {
  const call = vi.fn().mockResolvedValueOnce({ done: 1, failed: [] }).mockRejectedValueOnce(error);
  const outcome = await runAction(call, [1, 2, 3], 1, () => undefined);
  expect(outcome).toMatchObject({ done: 1, error });
  expect(call).toHaveBeenCalledTimes(2);
});

test.each([
  ['the reason of the first record', [{ id: 1, why: 'No' }], new Error('Off'), 'No'],
  ['the error that ended the run', [], new Error('Off'), new Error('Off')],
  ['nothing if all succeeded', [], undefined, undefined],
])('returns %s', (_, failed, error, why) => {
  const outcome = { done: 0, failed, messages: [], files: [], secrets: [], error };
  expect(outcomeError(outcome)).toEqual(why);
});
