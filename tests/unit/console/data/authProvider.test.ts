import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAuthProvider } from '../../../../src/console/data';
import type { Http } from '../../../../src/console/data/http';
import { takeLoginNotice } from '../../../../src/console/data/session';
import { ApiError } from '../../../../src/protocol';
import { declared } from './declared';
import { storageOf } from './storageOf';

const oper = {
  id: 2,
  operName: 'Ines',
  loginName: 'i',
  orgVO: { id: 1, org_name: 'O', logo: null },
};
const buttons = [
  { btnCode: 'lock:add', btnName: 'Add', actionUrl: '/lock/add' },
  { btnCode: 'b7', btnName: 'Edit', actionUrl: '/card/change' },
];
const menus = [{ menu_code: 'locks', menu_url: 'lock', menu_icon: '', buttons }];
const rights = { token: 'T', publicKey: 'K', menus, oper };
const lost = new ApiError('Lost', { kind: 'session', code: 'sessionTimeOut' });

/** Creates a provider for a server with a fixed answer. */
const gate = (answer: unknown, signedIn = true) => {
  let token = signedIn ? 'T' : undefined;
  const post = vi.fn(async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const session = {
    token: () => token,
    publicKey: () => 'K',
    open: vi.fn(),
    renew: vi.fn(),
    clear: vi.fn(() => {
      token = undefined;
    }),
  };
  const leave = vi.fn();
  const provider = createAuthProvider({
    http: { post, file: vi.fn(), upload: vi.fn() } as unknown as Http,
    session,
    declared,
    encrypt: async (password) => `<${password}>`,
    failureText: (failure) => failure,
    here: () => ({ pathname: '/locks', search: '?a=1', hash: '' }),
    leave,
  });
  return { provider, post, session, leave };
};

const wayOut = { redirectTo: '/login?redirect=%2Flocks%3Fa%3D1', message: false };

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storageOf());
  vi.stubGlobal('localStorage', storageOf());
});

describe('checkAuth', () => {
  it('sends an operator without a token to the login page', async () => {
    const { provider, post } = gate(rights, false);
    await expect(provider.checkAuth({})).rejects.toEqual(wayOut);
    expect(post).not.toHaveBeenCalled();
  });

  it('asks for the rights once', async () => {
    const { provider, post, session } = gate(rights);
    await Promise.all([provider.checkAuth({}), provider.getPermissions?.({})]);
    await provider.checkAuth({});
    expect(post).toHaveBeenCalledTimes(1);
    expect(session.renew).toHaveBeenCalledWith(rights);
    provider.forget();
    await provider.checkAuth({});
    expect(post).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['no answer', null, 'verificationFailed'],
    ['no operator', { ...rights, oper: undefined }, 'verificationFailed'],
    ['no menus', { ...rights, menus: [] }, 'noPermissions'],
    ['malformed menus', { ...rights, menus: { menu_code: 'x' } }, 'noPermissions'],
    [
      'menus without an address',
      { ...rights, menus: [null, { menu_code: null }] },
      'noPermissions',
    ],
    ['an error', new ApiError('Because', { kind: 'business', code: 'fail' }), 'Because'],
    ['an error without words', new Error(''), 'hasError'],
  ])(
    'ends the session after %s and shows the reason on the login page',
    async (_, answer, notice) => {
      const { provider, session } = gate(answer);
      await expect(provider.checkAuth({})).rejects.toEqual(wayOut);
      expect(session.clear).toHaveBeenCalled();
      expect(takeLoginNotice()).toBe(notice);
      expect(takeLoginNotice()).toBeUndefined();
    },
  );

  it('leaves a lost session to the re-login dialog', async () => {
    const { provider, session } = gate(lost);
    const onSettled = vi.fn();
    provider.checkAuth({}).then(onSettled, onSettled);
    await new Promise((resolve) => setTimeout(resolve));
    expect(onSettled).not.toHaveBeenCalled();
    expect(session.clear).not.toHaveBeenCalled();
  });
});

describe('getPermissions', () => {
  it.each([
    ['the granted menus', rights, true, { oper, menus }],
    [
      'the server’s list of readable entities',
      { ...rights, reads: ['lock'], filters: true },
      true,
      { oper, menus, reads: ['lock'], filters: true },
    ],
    ['no malformed list', { ...rights, reads: 1, filters: 'no' }, true, { oper, menus }],
    ['nothing without a session', rights, false, null],
    ['nothing after an error', new Error('x'), true, null],
  ])('returns %s', async (_, answer, signedIn, granted) => {
    expect(await gate(answer, signedIn).provider.getPermissions?.({})).toEqual(granted);
  });
});

it('reads menus in every form a server sends', async () => {
  const malformedMenus = [
    null,
    'menu',
    { id: '1', menu_code: 'group', menu_url: 0, menu_icon: null, buttons: null },
    { id: 2, sid: 1, menu_code: 7, menu_url: null, buttons: [null, buttons[0]] },
    { menu_code: ' ', menu_url: 'lock' },
  ];
  const granted = await gate({ ...rights, menus: malformedMenus }).provider.getPermissions?.({});
  expect(granted).toMatchObject({
    menus: [
      { menu_code: 'group', menu_url: '0', menu_icon: '', buttons: undefined },
      { menu_code: '7', menu_url: '', menu_icon: '', buttons: [buttons[0]] },
    ],
  });
  expect(granted.menus).toHaveLength(2);
});

describe('canAccess', () => {
  it.each([
    ['list', 'lock', true],
    ['show', 'org', true],
    ['list', 'card', false],
    ['create', 'lock', true],
    ['edit', 'lock', false],
    ['delete', 'lock', false],
    ['edit', 'card', true],
    ['delete', 'card', false],
  ])('answers %s of %s with %s', async (action, resource, granted) => {
    expect(await gate(rights).provider.canAccess?.({ action, resource })).toBe(granted);
  });

  it('grants nothing when the rights are unknown', async () => {
    const ask = { action: 'list', resource: 'lock' };
    expect(await gate(new Error('x')).provider.canAccess?.(ask)).toBe(false);
  });
});

describe('logout', () => {
  it.each([
    ['the server agrees', null],
    ['the server fails', new Error('x')],
    ['the session is lost', lost],
  ])('clears everything when %s', async (_, answer) => {
    const { provider, post, session, leave } = gate(answer);
    expect(await provider.logout({})).toBe(false);
    expect(post).toHaveBeenCalledWith(
      '/login/logout',
      {},
      expect.objectContaining({ quiet: true }),
    );
    expect(session.clear).toHaveBeenCalled();
    expect(leave).toHaveBeenCalledWith(wayOut.redirectTo);
  });

  it.each([lost, new ApiError('No', { kind: 'business', code: 'fail' }), new Error('x')])(
    'does not happen after a failed call: %s',
    async (error) => {
      await expect(gate(rights).provider.checkError(error)).resolves.toBeUndefined();
    },
  );
});

it('changes a password and encrypts both values', async () => {
  const { provider, post } = gate(null);
  await provider.changePassword('old1', 'new1');
  expect(post).toHaveBeenCalledWith('/login/changePassword', {
    oldPassword: '<old1>',
    newPassword: '<new1>',
  });
});
