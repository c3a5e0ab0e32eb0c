import { describe, expect, it } from 'vitest';
import { type CookieJar, createSession } from '../../../../../src/console/data/session';

/** Keeps cookies as a browser does, and what was written. */
const browser = () => {
  const kept = new Map<string, string>();
  const written: string[] = [];
  const jar: CookieJar = {
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      written.push(text);
      const [pair = '', ...attributes] = text.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (attributes.includes('max-age=0')) kept.delete(name);
      else kept.set(name, value);
    },
  };
  return { jar, kept, written };
};

const keys = { token: 'T', publicKey: 'MII+/=\n;x', loginKey: 'L' };

describe('createSession', () => {
  it('keeps the keys under the agreed names', () => {
    const { jar, kept } = browser();
    const session = createSession(jar, false);
    session.open({ ...keys, jsCode: 'J' });
    expect([...kept.keys()]).toEqual([
      'Admin-Token',
      'Admin-Key',
      'Security-Key',
      'Security-JsCode',
    ]);
    expect(session.token()).toBe('T');
    expect(session.publicKey()).toBe(keys.publicKey);
  });

  it('renews the token, and clears everything', () => {
    const { jar, kept } = browser();
    const session = createSession(jar, false);
    session.open(keys);
    session.renew({ token: 'T2' });
    expect(session.token()).toBe('T2');
    expect(session.publicKey()).toBe(keys.publicKey);
    session.clear();
    expect(kept.size).toBe(0);
    expect(session.token()).toBeUndefined();
  });

  it('leaves nothing of the session before', () => {
    const { jar, kept } = browser();
    const session = createSession(jar, false);
    session.open({ ...keys, jsCode: 'J' });
    session.open(keys);
    expect(kept.has('Security-JsCode')).toBe(false);
  });

  it.each([
    [true, '; path=/; SameSite=Strict; Secure'],
    [false, '; path=/; SameSite=Strict'],
  ])('guards its cookies, secure: %s', (secure, attributes) => {
    const { jar, written } = browser();
    createSession(jar, secure).renew({ token: 'T' });
    expect(written).toEqual([`Admin-Token=T${attributes}`]);
  });

  it('is not confused by a name that ends alike', () => {
    const { jar } = browser();
    jar.cookie = 'My-Admin-Token=other';
    expect(createSession(jar, false).token()).toBeUndefined();
  });
});
