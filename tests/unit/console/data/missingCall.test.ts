import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { callIfPresent } from '../../../../src/console/data';
import { ApiError } from '../../../../src/protocol';

const PATH = '/gate/timeline';
const httpError = (status: number) => new ApiError('No', { kind: 'http', code: 'http', status });
const refusal = (code: string) => new ApiError('No', { kind: 'business', code });

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
});
const ask = (call: () => Promise<unknown>, path = PATH) => callIfPresent(client, path, call);

describe('a call that a server may lack', () => {
  it.each([
    ['does not exist', refusal('notFound')],
    ['has no route', httpError(404)],
    ['has another method', httpError(405)],
    ['is not implemented', httpError(501)],
    ['is not granted', refusal('noPermission')],
  ])('is made once if it %s', async (_, error) => {
    const call = vi.fn().mockRejectedValue(error);
    expect(await ask(call)).toBeNull();
    expect(await ask(call)).toBeNull();
    expect(call).toHaveBeenCalledTimes(1);
    expect(await ask(async () => 'other', '/other')).toBe('other');
  });

  it('is made once if the server answers null', async () => {
    const call = vi.fn().mockResolvedValue(null);
    expect([await ask(call), await ask(call)]).toEqual([null, null]);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['is throttled', refusal('throttled')],
    ['fails', httpError(502)],
    ['does not arrive', new ApiError('No', { kind: 'network', code: 'network' })],
  ])('is an error and made again if it %s', async (_, error) => {
    const call = vi.fn().mockRejectedValueOnce(error).mockResolvedValue('page');
    await expect(ask(call)).rejects.toBe(error);
    expect(await ask(call)).toBe('page');
  });

  it('is available if a record is deleted after an answer', async () => {
    expect(await ask(async () => 'page')).toBe('page');
    const deletion = refusal('notFound');
    await expect(ask(() => Promise.reject(deletion))).rejects.toBe(deletion);
    expect(await ask(async () => 'page')).toBe('page');
  });
});
