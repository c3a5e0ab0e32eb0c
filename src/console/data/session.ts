import type { LoginAnswer, OperHobbyConfigVo, OperVO, RuntimeConfig } from '../../protocol';

/** The part of `document` that holds cookies. */
export interface CookieJar {
  cookie: string;
}

/** What a sign-in brings. */
interface SessionKeys {
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
  const readCookie = (name: string) => {
    const pair = jar.cookie.split('; ').find((text) => text.startsWith(`${name}=`));
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) || undefined : undefined;
  };
  const writeCookie = (name: string, value: string) => {
    jar.cookie = `${name}=${encodeURIComponent(value)}${attributes}`;
  };
  const removeCookie = (name: string) => {
    jar.cookie = `${name}=${attributes}; max-age=0`;
  };
  return {
    token: () => readCookie(COOKIE.token),
    publicKey: () => readCookie(COOKIE.publicKey),
    open: (keys) => {
      for (const key of Object.keys(COOKIE) as (keyof SessionKeys)[]) {
        const value = keys[key];
        if (value) writeCookie(COOKIE[key], value);
        else removeCookie(COOKIE[key]);
      }
    },
    renew: ({ token, publicKey }) => {
      if (token) writeCookie(COOKIE.token, token);
      if (publicKey) writeCookie(COOKIE.publicKey, publicKey);
    },
    clear: () => Object.values(COOKIE).forEach(removeCookie),
  };
};

/** Whether the server has forgotten the session; reported by every failing call, shown once. */
export interface SessionLoss {
  report(): void;
  isLost(): boolean;
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
}

export const createSessionLoss = (): SessionLoss => {
  const listeners = new Set<() => void>();
  let lost = false;
  return {
    report: () => {
      if (lost) return;
      lost = true;
      for (const listener of listeners) listener();
    },
    isLost: () => lost,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Where a sign-in leads when nobody asked for a page. */
export const LANDING = '/amap';

interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** The login page, with the way back to the page that needed it. */
export const loginUrl = ({ pathname, search, hash }: Address): string =>
  `/login?redirect=${encodeURIComponent(pathname + search + hash)}`;

/** A base that no real page has, so that a path which leaves it shows. */
const NOWHERE = 'http://nowhere.invalid';

/**
 * The page a sign-in leads to, from the address of the login page: a path of this console with its query and hash,
 * else the landing page. Where `redirect` was written unencoded, its query fell apart into parameters of the login
 * page; they are put together again.
 */
export const redirectTarget = (login: Pick<Address, 'search' | 'hash'>): string => {
  const parameters = new URLSearchParams(login.search);
  const target = parameters.get('redirect') ?? '';
  if (!/^\/(?![/\\])/.test(target)) return LANDING;
  const url = new URL(target, NOWHERE);
  if (url.origin !== NOWHERE || ['/', '/login'].includes(url.pathname)) return LANDING;
  for (const [name, value] of parameters) {
    if (name !== 'redirect') url.searchParams.append(name, value);
  }
  return url.pathname + url.search + (url.hash || login.hash);
};

/** What only the login answer says, kept while the session lasts so that a reload still knows it. */
interface LoginMemory {
  oper?: OperVO;
  imageServerUrl?: string;
  preferences?: OperHobbyConfigVo | null;
}

const LOGIN_KEY = 'login';

export const rememberLogin = ({
  oper,
  imageServerUrl,
  operHobbyConfigVo: preferences,
}: LoginAnswer): void => writeStored('local', LOGIN_KEY, { oper, imageServerUrl, preferences });

export const loginMemory = (): LoginMemory => {
  const stored = readStored('local', LOGIN_KEY);
  return typeof stored === 'object' && stored !== null ? stored : {};
};

/** Puts newly saved settings in the place of those that came with the login. */
export const rememberPreferences = (preferences: OperHobbyConfigVo | null): void =>
  writeStored('local', LOGIN_KEY, { ...loginMemory(), preferences });

export const clearLogin = (): void => writeStored('local', LOGIN_KEY, undefined);

const NOTICE_KEY = 'notice';

/** Leaves a message for the login page, which is another page load away. */
export const storeLoginNotice = (text: string): void => writeStored('session', NOTICE_KEY, text);

/** The message that was left, once. */
export const takeLoginNotice = (): string | undefined => {
  const text = readStored('session', NOTICE_KEY);
  writeStored('session', NOTICE_KEY, undefined);
  return typeof text === 'string' ? text : undefined;
};

/** Where everything of ours lies in the browser's storage; react-admin's store uses the same place. */
export const STORED_PREFIX = 'sealdesk.';

/** `local` outlives the browser, `session` the page; reaching for either may throw where cookies are forbidden. */
const stores = { local: () => localStorage, session: () => sessionStorage };

export type StoreKind = keyof typeof stores;

/** A value as JSON; undefined for what is missing or cannot be read. */
export const readStored = (store: StoreKind, key: string): unknown => {
  try {
    const text = stores[store]().getItem(STORED_PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Written by hand or by another version, or no storage at all: as good as missing.
    return undefined;
  }
};

/** Undefined removes the value. A browser that stores nothing (private mode, quota) is not an error. */
export const writeStored = (store: StoreKind, key: string, value: unknown): void => {
  try {
    const storage = stores[store]();
    if (value === undefined) storage.removeItem(STORED_PREFIX + key);
    else storage.setItem(STORED_PREFIX + key, JSON.stringify(value));
  } catch {
    // The value lasts as long as the page.
  }
};

/** The keys in use that begin with a text. */
export const storedKeys = (store: StoreKind, beginning = ''): string[] => {
  try {
    const start = STORED_PREFIX + beginning;
    const keys = Object.keys(stores[store]()).filter((key) => key.startsWith(start));
    return keys.map((key) => key.slice(STORED_PREFIX.length));
  } catch {
    return [];
  }
};

const texts = [
  'apiBase',
  'loginKey',
  'signSecret',
  'mapService',
  'imageServerUrl',
  'title',
] as const satisfies readonly (keyof RuntimeConfig)[];

/**
 * What the server says about itself, read once at start. Unknown entries stay, missing ones are empty texts.
 * @throws Error when there is no such file or it is not JSON: the console cannot work without it
 */
export const loadRuntimeConfig = async (): Promise<RuntimeConfig> => {
  const answer = await fetch('/config.json', { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`/config.json answered ${answer.status}`);
  const settings: Record<string, unknown> = await answer.json();
  const textValues = Object.fromEntries(texts.map((name) => [name, String(settings[name] ?? '')]));
  return { ...settings, ...textValues } as unknown as RuntimeConfig;
};
