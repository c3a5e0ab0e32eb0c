import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR } from '../../domain/duration';
import type { Caller, Operator } from '../calls/endpoint';
import type { Database, Sql } from '../db';
import { operatorOf, SYSTEM_ADMINISTRATOR } from './operators';
import { ADDRESS_TTL, THROTTLE_WINDOW } from './throttle';

export interface SessionTimes {
  /** Lifetime of a token, ms. In its second half the next call replaces it. */
  readonly life: number;
  /** Time without calls after which a session ends, ms. */
  readonly idle: number;
}

export const SESSION_TIMES: SessionTimes = { life: 12 * HOUR, idle: 2 * HOUR };

/** Time for which a replaced token stays valid, for calls already in flight, ms. */
const RETIRED = 60_000;
/** Minimum interval between two writes of `last_use`, ms. */
const USE_WRITTEN = 60_000;

interface SessionRow {
  readonly token_hash: string;
  readonly oper_id: number;
  readonly created: number;
  readonly expires: number;
  readonly last_use: number;
}

/** Watch on a session, for requests that stay open. */
interface Watch {
  readonly signal: AbortSignal;
  stop(): void;
}

export interface Sessions {
  /** Starts a session and returns its token. @param within transaction that the session is part of */
  start(operId: number, address: string, within?: Database): Promise<string>;
  /** Returns the sender of a token; undefined if the token is unknown or expired, or the operator is disabled. */
  caller(token: string, address: string): Promise<Caller | undefined>;
  /** Returns a signal that aborts within two seconds after the session ended or its operator was disabled. */
  watch(token: string): Watch;
  /** Returns the operator of a token. Does not count as a use of the session. */
  owner(token: string): Promise<Operator | undefined>;
  end(token: string, within: Database): Promise<void>;
  /** Ends all sessions of an operator except that of `token`. */
  endOthers(operId: number, token: string, within: Database): Promise<void>;
  /** Drops cached operators. Called when operators or their organisations may have changed. */
  clearCache(): void;
  /** Deletes expired sessions, login failures and known addresses. */
  deleteExpired(): Promise<void>;
}

/** Opens the session store. Sessions are kept in the database, so that all servers share them. */
export const openSessions = (
  db: Database,
  now: () => number,
  { life, idle }: SessionTimes = SESSION_TIMES,
): Sessions => {
  const load = (id: number) => operatorOf(db, id);
  const operators = createShortCache(load, now);

  const start = async (operId: number, address: string, within = db): Promise<string> => {
    const token = newToken();
    await sql`
      insert into session (token_hash, oper_id, created, expires, last_use, address)
      values (${tokenHash(token)}, ${operId}, ${now()}, ${now() + life}, ${now()}, ${address})
    `.execute(within);
    return token;
  };

  const find = async (token: string): Promise<SessionRow | undefined> => {
    if (token === '') return undefined;
    const { rows } = await sql<SessionRow>`
      select token_hash, oper_id, created, expires, last_use from session
      where token_hash = ${tokenHash(token)} and expires > ${now()} and last_use > ${now() - idle}
    `.execute(db);
    return rows[0];
  };

  const noteUse = async ({ token_hash, last_use }: SessionRow): Promise<void> => {
    if (now() - last_use <= USE_WRITTEN) return;
    await sql`
      update session set last_use = ${now()} where token_hash = ${token_hash}`.execute(db);
  };

  /** Returns a successor for a token in the second half of its life. Of concurrent calls only one gets it. */
  const renew = async (row: SessionRow, address: string): Promise<string | undefined> => {
    if (now() < row.created + life / 2 || row.expires <= now() + RETIRED) return undefined;
    const { rows } = await sql`
      update session set expires = ${now() + RETIRED}
      where token_hash = ${row.token_hash} and expires = ${row.expires}
      returning 1`.execute(db);
    return rows.length > 0 ? start(row.oper_id, address) : undefined;
  };

  /** Returns those of the token hashes whose sessions are valid and whose operators are enabled. */
  const alive = async (hashes: readonly string[]): Promise<ReadonlySet<string>> => {
    const { rows } = await sql<{ token_hash: string }>`
      with recursive shut(id) as (
        select id from org where status = 0
        union
        select org.id from org join shut on org.parent_id = shut.id
      )
      select s.token_hash from session s join oper o on o.id = s.oper_id
      where s.token_hash = any(${hashes})
        and s.expires > ${now()} and s.last_use > ${now() - idle}
        and (o.id = ${SYSTEM_ADMINISTRATOR} or (o.status is distinct from 0
          and o.org_id not in (select id from shut)))`.execute(db);
    return new Set(rows.map(({ token_hash }) => token_hash));
  };

  return {
    start,
    watch: watchOver(alive),
    caller: async (token, address) => {
      const row = await find(token);
      if (!row) return undefined;
      const cached = await operators.get(row.oper_id);
      // Reads past the cache: another server may just have stored the new password, and the next call must not be
      // refused.
      const oper = cached?.mustChange ? await load(row.oper_id) : cached;
      if (!oper) return undefined;
      await noteUse(row);
      return { oper, token: (await renew(row, address)) ?? token };
    },
    owner: async (token) => {
      const row = await find(token);
      return row && operators.get(row.oper_id);
    },
    end: async (token, within) => {
      await sql`delete from session where token_hash = ${tokenHash(token)}`.execute(within);
    },
    endOthers: async (operId, token, within) => {
      await sql`
        delete from session
        where oper_id = ${operId} and token_hash <> ${tokenHash(token)}`.execute(within);
    },
    clearCache: operators.clear,
    deleteExpired: async () => {
      await sql`
        delete from session
        where expires < ${now()} or last_use < ${now() - idle}`.execute(db);
      await sql`delete from login_failure where at < ${now() - THROTTLE_WINDOW}`.execute(db);
      await sql`delete from known_address where at < ${now() - ADDRESS_TTL}`.execute(db);
    },
  };
};

/** Interval at which all watched sessions are checked, by one query, ms. */
const CHECK_INTERVAL = 1_000;

const watchOver = (
  alive: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
): Sessions['watch'] => {
  const waiting = new Map<AbortController, string>();
  let timer: NodeJS.Timeout | undefined;

  const check = async () => {
    const watches = [...waiting];
    const left = await alive([...new Set(watches.map(([, hash]) => hash))]);
    for (const [controller, hash] of watches) if (!left.has(hash)) controller.abort();
  };

  const scheduleCheck = () => {
    timer = setTimeout(async () => {
      // If the database fails, no end of a session is known. Open requests notice the outage themselves.
      await check().catch(() => undefined);
      timer = undefined;
      if (waiting.size > 0) scheduleCheck();
    }, CHECK_INTERVAL);
    timer.unref();
  };

  return (token) => {
    const controller = new AbortController();
    waiting.set(controller, tokenHash(token));
    if (!timer) scheduleCheck();
    return { signal: controller.signal, stop: () => waiting.delete(controller) };
  };
};

/** Generates a session token: 256 random bits as 43 characters that are safe in headers and cookies. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the stored form of a token, SHA-256 in lower-case hex, so that a stolen database opens no session. */
export const tokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/** Signs out the operators matching a condition on `o`, on every server. */
export const endSessions = async (db: Database, condition: Sql): Promise<void> => {
  await sql`
    delete from session where oper_id in (select o.id from oper o where ${condition})`.execute(db);
};

/** Read-through cache with a TTL of a second. */
export interface ShortCache<K, V> {
  get(key: K): Promise<V>;
  clear(): void;
}

/** Delay until changes made through another server are seen, ms. Those made through this one clear the cache. */
const CACHE_TTL = 1_000;
const MAX_KEYS = 10_000;

interface CacheEntry<V> {
  readonly at: number;
  readonly value: Promise<V>;
}

/**
 * Creates a cache for values that every call needs and that seldom change.
 * @param load reads the value of a key
 * @param now epoch ms
 */
export const createShortCache = <K, V>(
  load: (key: K) => Promise<V>,
  now: () => number,
): ShortCache<K, V> => {
  const entries = new Map<K, CacheEntry<V>>();

  const loadAndKeep = (key: K): Promise<V> => {
    if (entries.size >= MAX_KEYS) entries.clear();
    const value = load(key);
    const entry = { at: now(), value };
    entries.set(key, entry);
    value.catch(() => entries.get(key) === entry && entries.delete(key));
    return value;
  };

  return {
    get: (key) => {
      const cached = entries.get(key);
      // The clock may also be set back.
      return cached && Math.abs(now() - cached.at) < CACHE_TTL ? cached.value : loadAndKeep(key);
    },
    clear: () => entries.clear(),
  };
};
