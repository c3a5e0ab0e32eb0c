import type { LoginAnswer, OperHobbyConfigVo, OperVO, RuntimeConfig } from '../../protocol';
import { createListeners } from './listeners';

export type CookieJar = Pick<Document, 'cookie'>;

interface SessionKeys {
  token: string;
  /** RSA key for everything encrypted after login. */
  publicKey: string;
  /** RSA key of the login itself. */
  loginKey: string;
  /** Reserved code of some servers. Stored, and cleared with the rest. */
  jsCode?: string;
}

/** Session of this browser, stored in cookies that all tabs share. */
export interface Session {
  token(): string | undefined;
  publicKey(): string | undefined;
  open(keys: SessionKeys): void;
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
 * @param secure true if the page was loaded by https; only then may cookies be `Secure`
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

/** Records that the server rejected the session. Every failing call reports it; it is shown once. */
export interface SessionLoss {
  report(): void;
  isLost(): boolean;
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
}

export const createSessionLoss = (): SessionLoss => {
  const listeners = createListeners();
  let lost = false;
  return {
    report: () => {
      if (lost) return;
      lost = true;
      listeners.notify();
    },
    isLost: () => lost,
    subscribe: listeners.add,
  };
};

export const LANDING = '/amap';

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** URL of the login page, with the current page as `redirect`. */
export const loginUrl = ({ pathname, search, hash }: Address): string =>
  `/login?redirect=${encodeURIComponent(pathname + search + hash)}`;

/** Base URL for parsing. A path that leaves it is not of this console. */
const NOWHERE = 'http://nowhere.invalid';

/**
 * Parses a path of this console as the browser does. Undefined if it names another host, at once or once its dots are
 * resolved (`/a/..//host`): the browser throws for a page of another host.
 */
export const parseOwnPath = (path: string): URL | undefined => {
  if (!path.startsWith('/') || !URL.canParse(path, NOWHERE)) return undefined;
  const url = new URL(path, NOWHERE);
  return url.origin === NOWHERE && !url.pathname.startsWith('//') ? url : undefined;
};

/**
 * Returns the page to open after the login: a path of this console with its query and hash, else the landing page. If
 * `redirect` was not encoded, its query was parsed as parameters of the login page; they are added again.
 */
export const redirectTarget = (login: Pick<Address, 'search' | 'hash'>): string => {
  const parameters = new URLSearchParams(login.search);
  const url = parseOwnPath(parameters.get('redirect') ?? '');
  if (!url || ['/', '/login'].includes(url.pathname)) return LANDING;
  for (const [name, value] of parameters) {
    if (name !== 'redirect') url.searchParams.append(name, value);
  }
  return url.pathname + url.search + (url.hash || login.hash);
};

/** Data that only the login response has. Stored for the session, so that it survives a reload. */
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

/** Replaces the preferences of the login response. */
export const rememberPreferences = (preferences: OperHobbyConfigVo | null): void =>
  writeStored('local', LOGIN_KEY, { ...loginMemory(), preferences });

export const clearLogin = (): void => writeStored('local', LOGIN_KEY, undefined);

const NOTICE_KEY = 'notice';

/** Stores a message for the login page, which is a new page load. */
export const storeLoginNotice = (text: string): void => writeStored('session', NOTICE_KEY, text);

/** Returns the stored message once. */
export const takeLoginNotice = (): string | undefined => {
  const text = readStored('session', NOTICE_KEY);
  writeStored('session', NOTICE_KEY, undefined);
  return typeof text === 'string' ? text : undefined;
};

/** Prefix of all storage keys, those of react-admin's store included. */
export const STORED_PREFIX = 'sealdesk.';

/** `local` persists; `session` lasts as long as the tab. Access may throw if cookies are blocked. */
const stores = { local: () => localStorage, session: () => sessionStorage };

export type StoreKind = keyof typeof stores;

/** Parses a stored JSON value; undefined if it is missing or malformed. */
export const readStored = (store: StoreKind, key: string): unknown => {
  try {
    const text = stores[store]().getItem(STORED_PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Malformed, of another version, or the storage is blocked: treated as missing.
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
    // Kept in memory only, until the page is closed.
  }
};

/** Returns the stored keys with a prefix. */
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

/** ms. */
const CONFIG_TIMEOUT = 10_000;

/**
 * Loads the public settings of the server, once at start. Unknown entries are kept; missing ones become ''.
 * @throws Error if the file is missing, malformed or late: the console cannot work without it
 */
export const loadRuntimeConfig = async (): Promise<RuntimeConfig> => {
  const signal = AbortSignal.timeout(CONFIG_TIMEOUT);
  const answer = await fetch('/config.json', { cache: 'no-cache', signal });
  if (!answer.ok) throw new Error(`/config.json answered ${answer.status}`);
  const settings: Record<string, unknown> = await answer.json();
  const textValues = Object.fromEntries(texts.map((name) => [name, String(settings[name] ?? '')]));
  return { ...settings, ...textValues } as unknown as RuntimeConfig;
};
