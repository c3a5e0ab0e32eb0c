import { AxiosHeaders } from 'axios';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSessionLoss } from '../../../../src/console/data';
import { createHttpClient } from '../../../../src/console/data/http';
import {
  type CookieJar,
  createSession,
  LANDING,
  loginUrl,
  readStored,
  redirectTarget,
  storedKeys,
  writeStored,
} from '../../../../src/console/data/session';
import { failure } from '../../../../src/protocol';
import { storageOf } from './storageOf';

/** Creates a cookie jar like that of a browser, and records what is written. */
const browser = () => {
  const cookies = new Map<string, string>();
  const writes: string[] = [];
  const jar: CookieJar = {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      writes.push(text);
      const [pair = '', ...attributes] = text.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (attributes.includes('max-age=0')) cookies.delete(name);
      else cookies.set(name, value);
    },
  };
  return { jar, kept: cookies, written: writes };
};

const keys = { token: 'T', publicKey: 'MII+/=\n;x', loginKey: 'L' };

describe('createSession', () => {
  it('stores its values under the documented keys', () => {
    const { jar, kept: cookies } = browser();
    const session = createSession(jar, false);
    session.open({ ...keys, jsCode: 'J' });
    expect([...cookies.keys()]).toEqual([
      'Admin-Token',
      'Admin-Key',
      'Security-Key',
      'Security-JsCode',
    ]);
    expect(session.token()).toBe('T');
    expect(session.publicKey()).toBe(keys.publicKey);
  });

  it('renews the token, and clears everything', () => {
    const { jar, kept: cookies } = browser();
    const session = createSession(jar, false);
    session.open(keys);
    session.renew({ token: 'T2' });
    expect(session.token()).toBe('T2');
    expect(session.publicKey()).toBe(keys.publicKey);
    session.clear();
    expect(cookies.size).toBe(0);
    expect(session.token()).toBeUndefined();
  });

  it('clears the values of the previous session', () => {
    const { jar, kept: cookies } = browser();
    const session = createSession(jar, false);
    session.open({ ...keys, jsCode: 'J' });
    session.open(keys);
    expect(cookies.has('Security-JsCode')).toBe(false);
  });

  it.each([
    [true, '; path=/; SameSite=Strict; Secure'],
    [false, '; path=/; SameSite=Strict'],
  ])('restricts its cookies, secure: %s', (secure, attributes) => {
    const { jar, written: writes } = browser();
    createSession(jar, secure).renew({ token: 'T' });
    expect(writes).toEqual([`Admin-Token=T${attributes}`]);
  });

  it('ignores a cookie whose name has the same ending', () => {
    const { jar } = browser();
    jar.cookie = 'My-Admin-Token=other';
    expect(createSession(jar, false).token()).toBeUndefined();
  });
});

it('reports a lost session once, however many calls fail at the same moment', async () => {
  const loss = createSessionLoss();
  const listener = vi.fn();
  loss.subscribe(listener);
  const onSessionLost = vi.fn(loss.report);
  let answer = () => {};
  const all = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let pending = 0;
  const http = createHttpClient({
    runtime: { apiBase: '/api', signSecret: 'S' },
    session: {
      token: () => 'T',
      publicKey: () => undefined,
      open: vi.fn(),
      renew: vi.fn(),
      clear: vi.fn(),
    },
    form: {},
    locale: () => 'en',
    failureText: (code) => code,
    onSessionLost,
    adapter: async (config) => {
      pending += 1;
      if (pending === 10) answer();
      await all;
      const data = failure('sessionTimeOut', 'Gone');
      return { status: 200, statusText: '', config, data, headers: new AxiosHeaders() };
    },
  });
  const calls = Array.from({ length: 10 }, (_, i) => http.post(`/call/${i}`));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
  expect(onSessionLost).toHaveBeenCalledTimes(10);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(loss.isLost()).toBe(true);
});

const at = (address: string) => new URL(address, 'http://console');

describe('redirectTarget', () => {
  it.each([
    ['/login', LANDING],
    ['/login?redirect=', LANDING],
    ['/login?redirect=%2F', LANDING],
    ['/login?redirect=%2Flogin%3Fredirect%3D%252Fx', LANDING],
    ['/login?redirect=%2FdeviceList', '/deviceList'],
    ['/login?redirect=%2FdeviceList%3Fa%3D1%26b%3D2%23x', '/deviceList?a=1&b=2#x'],
    ['/login?redirect=/deviceList?a=1&b=2', '/deviceList?a=1&b=2'],
    ['/login?redirect=/deviceList#x', '/deviceList#x'],
    ['/login?redirect=https://evil.example/x', LANDING],
    ['/login?redirect=//evil.example/x', LANDING],
    ['/login?redirect=/%5Cevil.example', LANDING],
    ['/login?redirect=/%09/evil.example', LANDING],
    ['/login?redirect=/%09/[', LANDING],
    ['/login?redirect=/.//evil.example', LANDING],
    ['/login?redirect=/a/..//evil.example?b=1', LANDING],
    ['/login?redirect=javascript:alert(1)', LANDING],
    ['/login?redirect=deviceList', LANDING],
  ])('redirectTarget of “%s” is %s', (address, target) => {
    expect(redirectTarget(at(address))).toBe(target);
  });
});

describe('loginUrl', () => {
  it.each(['/deviceList', '/deviceList?a=1&b=%26#x', '/设备?q=海 港'])('returns to %s', (page) => {
    const place = at(page);
    const back = redirectTarget(at(loginUrl(place)));
    expect(at(back).href).toBe(place.href);
  });
});

afterEach(() => vi.unstubAllGlobals());

it('stores values of any shape under its own prefix', () => {
  const storage = storageOf({ other: 'x' });
  vi.stubGlobal('localStorage', storage);
  writeStored('local', 'sidebar.open', false);
  writeStored('local', 'sidebar.groups', { a: true });
  expect(readStored('local', 'sidebar.open')).toBe(false);
  expect(readStored('local', 'sidebar.groups')).toEqual({ a: true });
  expect(storedKeys('local', 'sidebar')).toEqual(['sidebar.open', 'sidebar.groups']);
  expect(storedKeys('local')).not.toContain('other');
  writeStored('local', 'sidebar.open', undefined);
  expect(Object.keys(storage)).toEqual(['other', 'sealdesk.sidebar.groups']);
});

it.each([
  ['a malformed value', storageOf({ 'sealdesk.x': '{' })],
  ['a missing value', storageOf()],
])('reads %s as undefined', (_, storage) => {
  vi.stubGlobal('localStorage', storage);
  expect(readStored('local', 'x')).toBeUndefined();
});

it('works in a browser that forbids storage', () => {
  const forbidden = new Proxy({} as Storage, {
    get: () => {
      throw new DOMException('No', 'SecurityError');
    },
    ownKeys: () => {
      throw new DOMException('No', 'SecurityError');
    },
  });
  vi.stubGlobal('sessionStorage', forbidden);
  expect(() => writeStored('session', 'x', 1)).not.toThrow();
  expect(readStored('session', 'x')).toBeUndefined();
  expect(storedKeys('session')).toEqual([]);
});
