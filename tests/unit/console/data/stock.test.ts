import { HttpError } from 'react-admin';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createAuthProvider, createDataProvider } from '../../../../src/console/data';
import type { Http } from '../../../../src/console/data/http';
import { ApiError } from '../../../../src/protocol';
import { declared } from './declared';
import { storageOf } from './storageOf';

/** Contract of react-admin's own components with the providers. */

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storageOf());
  vi.stubGlobal('localStorage', storageOf());
});

const httpOf = (post: Http['post']) => ({ post }) as unknown as Http;

test('a refusal is an HttpError with a status, and its body has the fields', () => {
  const fields = { sn: 'Already in use' };
  const error = new ApiError('Please check', { kind: 'business', code: 'invalid', fields });
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 422, body: { errors: fields } });
  expect(Object.hasOwn(error, 'body')).toBe(true);
});

test.each([
  ['noPermission', 'business', 403],
  ['notFound', 'business', 404],
  ['conflict', 'business', 409],
  ['sessionTimeOut', 'session', 401],
  ['fail', 'business', 500],
  ['network', 'network', undefined],
] as const)('%s has the matching HTTP status', (code, kind, status) => {
  expect(new ApiError('No', { kind, code }).status).toBe(status);
});

describe('lists', () => {
  /** Creates a provider for a server with `total` rows, which answers at most 1,000 at once. */
  const over = (total: number) => {
    const post = vi.fn(async (_: string, body: Record<string, unknown> = {}) => {
      const size = Number(body.pageSize);
      expect(size).toBeLessThanOrEqual(1000);
      const start = (Number(body.pageNum) - 1) * size;
      const length = Math.max(0, Math.min(size, total - start));
      return { list: Array.from({ length: length }, (_, i) => ({ id: start + i })), total };
    });
    const http = httpOf(post as unknown as Http['post']);
    const provider = createDataProvider({
      http,
      declared,
      encrypt: async (text) => text,
      failureText: (failure) => failure,
    });
    return { provider, post };
  };
  const sort = { field: 'id', order: 'ASC' as const };

  it.each([
    [2500, 1, 5000, 0, 2500],
    [2500, 1, 1500, 0, 1500],
    [2500, 2, 1500, 1500, 1000],
    [5000, 3, 1200, 2400, 1200],
    [0, 1, 2000, 0, 0],
  ])(
    'of %i rows: page %i of %i begins at %i and has %i rows',
    async (total, page, perPage, from, count) => {
      const { provider } = over(total);
      const answer = await provider.getList('lock', {
        pagination: { page, perPage },
        sort,
        filter: {},
      });
      expect(answer.total).toBe(total);
      expect(answer.data.map(({ id }) => id)).toEqual(
        Array.from({ length: count }, (_, i) => from + i),
      );
    },
  );

  it('search `q` in the title field of the entity', async () => {
    const { provider, post } = over(1);
    const pagination = { page: 1, perPage: 10 };
    await provider.getList('lock', { pagination, sort, filter: { q: 'A1', status: 1 } });
    expect(post.mock.calls[0]?.[1]).toMatchObject({ sn: 'A1', status: 1 });
    expect(post.mock.calls[0]?.[1]).not.toHaveProperty('q');
  });

  it('find the plural name that react-admin guesses for a reference', async () => {
    const { provider, post } = over(1);
    post.mockResolvedValueOnce({ list: [{ id: 0, org_name: 'Port' } as { id: number }], total: 1 });
    const { data } = await provider.getMany('orgs', { ids: [0] });
    expect(data[0]).toMatchObject({ id: 0, name: 'Port' });
    expect(post.mock.calls[0]?.[0]).toBe('/org/list');
    await expect(provider.getMany('nothings', { ids: [0] })).rejects.toThrow('nothings');
  });
});

describe('an application with its own login page', () => {
  const gate = (post: Http['post']) => {
    let token: string | undefined;
    const signIn = vi.fn(async () => {
      token = 'T';
    });
    const clear = vi.fn(() => {
      token = undefined;
    });
    const provider = createAuthProvider({
      http: httpOf(post),
      session: { token: () => token, publicKey: () => 'K', open: vi.fn(), renew: vi.fn(), clear },
      declared,
      encrypt: async (text) => text,
      failureText: (failure) => failure,
      signIn,
      here: () => ({ pathname: '/', search: '', hash: '' }),
    });
    return { provider, signIn, clear };
  };
  const oper = { id: 2, operName: 'Ines', loginName: 'i', orgVO: { id: 1, org_name: 'O' } };
  const rights = {
    token: 'T',
    publicKey: 'K',
    oper,
    menus: [{ menu_code: 'l', menu_url: 'lock' }],
  };

  it('signs in by user name and password, and signs out to its login page', async () => {
    const { provider, signIn, clear } = gate(vi.fn().mockResolvedValue(rights));
    await expect(provider.checkAuth({})).rejects.toEqual({ redirectTo: '/login', message: false });
    await provider.login({ username: 'ines', password: 'Secret1' });
    expect(signIn).toHaveBeenCalledWith({ username: 'ines', phone: '', password: 'Secret1' });
    await provider.checkAuth({});
    expect(await provider.getIdentity?.()).toMatchObject({ id: 2, fullName: 'Ines' });
    expect(await provider.logout({})).toBe('/login');
    expect(clear).toHaveBeenCalled();
  });

  it('reports a lost session as an error, and no other failure', async () => {
    const { provider } = gate(vi.fn());
    const lost = new ApiError('Lost', { kind: 'session', code: 'sessionTimeOut' });
    await expect(provider.checkError(lost)).rejects.toBe(lost);
    const refused = new ApiError('No', { kind: 'business', code: 'noPermission' });
    await expect(provider.checkError(refused)).resolves.toBeUndefined();
  });
});
