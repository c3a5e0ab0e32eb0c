/** The part of `document` that holds cookies. */
export interface CookieJar {
  cookie: string;
}

/** What a sign-in brings. */
export interface SessionKeys {
  token: string;
  /** RSA key for everything encrypted after login. */
  publicKey: string;
  /** RSA key of the login itself. */
  loginKey: string;
  /** A reserved code that some servers send: kept, and cleared with the rest. */
  jsCode?: string;
}

/** The session of this browser, in cookies, so that every tab shares it. */
export interface Session {
  token(): string | undefined;
  publicKey(): string | undefined;
  open(keys: SessionKeys): void;
  /** Puts renewed keys in the place of the old ones. */
  renew(keys: Partial<Pick<SessionKeys, 'token' | 'publicKey'>>): void;
  clear(): void;
}

const COOKIE = {
  token: 'Admin-Token',
  publicKey: 'Admin-Key',
  loginKey: 'Security-Key',
  jsCode: 'Security-JsCode',
} as const satisfies Record<keyof SessionKeys, string>;

/**
 * @param jar `document`
 * @param secure whether the page came by https; only then may a cookie demand it
 */
export const createSession = (jar: CookieJar, secure: boolean): Session => {
  const attributes = `; path=/; SameSite=Strict${secure ? '; Secure' : ''}`;
  const read = (name: string) => {
    const pair = jar.cookie.split('; ').find((text) => text.startsWith(`${name}=`));
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) || undefined : undefined;
  };
  const write = (name: string, value: string) => {
    jar.cookie = `${name}=${encodeURIComponent(value)}${attributes}`;
  };
  const remove = (name: string) => {
    jar.cookie = `${name}=${attributes}; max-age=0`;
  };
  return {
    token: () => read(COOKIE.token),
    publicKey: () => read(COOKIE.publicKey),
    open: (keys) => {
      for (const key of Object.keys(COOKIE) as (keyof SessionKeys)[]) {
        const value = keys[key];
        if (value) write(COOKIE[key], value);
        else remove(COOKIE[key]);
      }
    },
    renew: ({ token, publicKey }) => {
      if (token) write(COOKIE.token, token);
      if (publicKey) write(COOKIE.publicKey, publicKey);
    },
    clear: () => Object.values(COOKIE).forEach(remove),
  };
};
