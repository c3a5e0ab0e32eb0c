import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { LockProtocol } from '../../domain/family';
import type { Sealer } from '../auth';
import type { Tables } from '../db';

/** A lock that somebody entered. */
export interface RegisteredLock {
  readonly sn: string;
  readonly protocol: LockProtocol;
  /** Its access was taken. */
  readonly isRevoked: boolean;
  /** Its own password, where it was told to this server or by it. */
  readonly password?: string;
}

/** Who is behind the ids that locks call themselves by. */
export interface LockDirectory {
  /**
   * Returns the lock with an id, undefined if none is registered. A registered lock may be some seconds old, an unknown
   * one never is: the reports of a lock are stored from the moment it is adopted.
   * @param isUsable a cached lock that it rejects is read again
   */
  find(
    id: string,
    isUsable?: (lock: RegisteredLock) => boolean,
  ): RegisteredLock | undefined | Promise<RegisteredLock | undefined>;
  /** Keeps a lock's own password. @param db the transaction that it belongs to, if it does */
  keepSecret(sn: string, secret: string, db?: Kysely<Tables>): Promise<void>;
  /** Forgets what was read of a lock that may have changed; without a number, of all. */
  clear(sn?: string): void;
}

/** ms. */
const CACHE_TTL = 10_000;
const MAX_CACHED = 50_000;
/** Thousands of locks come at once after a restart: they are looked up together, this often, ms. */
const LOOKUP_WINDOW = 10;

type Resolve = (lock: RegisteredLock | undefined) => void;

/** @param sealer keeps locks' own passwords unreadable to whoever sees the table they are in */
export const openLockDirectory = (db: Kysely<Tables>, sealer: Sealer): LockDirectory => {
  const cache = new LRUCache<string, RegisteredLock>({ max: MAX_CACHED, ttl: CACHE_TTL });
  let pending = new Map<string, { answer: Resolve; fail: (error: Error) => void }[]>();

  const lookUpPending = async (): Promise<void> => {
    const batch = pending;
    pending = new Map();
    try {
      const locksById = await readLocks(db, sealer, [...batch.keys()]);
      for (const [id, waiting] of batch) {
        const lock = locksById.get(id);
        cache.set(keyOf(id), lock);
        for (const { answer } of waiting) answer(lock);
      }
    } catch (error) {
      for (const { fail } of [...batch.values()].flat()) fail(error as Error);
    }
  };

  return {
    find: (id, isUsable = () => true) => {
      const cached = cache.get(keyOf(id));
      if (cached && isUsable(cached)) return cached;
      return new Promise((answer, fail) => {
        if (pending.size === 0) setTimeout(lookUpPending, LOOKUP_WINDOW);
        pending.set(id, [...(pending.get(id) ?? []), { answer, fail }]);
      });
    },
    keepSecret: async (sn, secret, within = db) => {
      await sql`
        insert into lock_secret (sn, sealed) values (${sn}, ${sealer.seal(secret)})
        on conflict (sn) do update set sealed = excluded.sealed`.execute(within);
      cache.delete(keyOf(sn));
    },
    clear: (sn) => (sn === undefined ? cache.clear() : void cache.delete(keyOf(sn))),
  };
};

interface Row {
  readonly id: string;
  readonly sn: string;
  readonly protocol: LockProtocol;
  readonly revoked: boolean;
  readonly sealed: string | null;
}

/** Zeros at its beginning are often lost on the way to a form: ids are compared without. */
const keyOf = (id: string): string => id.replace(/^0+/, '');

/** By id. */
const readLocks = async (
  db: Kysely<Tables>,
  sealer: Sealer,
  ids: readonly string[],
): Promise<Map<string, RegisteredLock>> => {
  const { rows } = await sql<Row>`
    select requested.id, device.sn, device.protocol, lock_secret.sealed,
      lock_access.sn is not null and lock_access.digest is null as revoked
    from unnest(${[...ids]}::text[]) as requested(id)
    join device on ltrim(device.sn, '0') = ltrim(requested.id, '0')
    left join lock_access on lock_access.sn = device.sn
    left join lock_secret on lock_secret.sn = device.sn
    order by device.sn = requested.id, device.id desc`.execute(db);
  return new Map(
    rows.map(({ id, sn, protocol, revoked, sealed }) => [
      id,
      {
        sn,
        protocol,
        isRevoked: revoked,
        ...(sealed !== null && { password: sealer.open(sealed) }),
      },
    ]),
  );
};
