import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { LockTraits } from '../../domain/lock';
import type { Sealer } from '../auth';
import { always, as, type Database, optional, query, table } from '../db';
import type { LockRecord } from './protocolFamily';

export interface RegisteredLock extends LockRecord {
  readonly sn: string;
  readonly ownedSince: number;
  /** True if the operator revoked the lock's access. */
  readonly isRevoked: boolean;
  /** The lock's unseal password, if the server knows it. */
  readonly password?: string;
}

const CACHE_TTL = 10_000;
const MAX_CACHED = 50_000;
/** Lookups within this time are one query, ms. After a restart thousands of locks connect at once. */
const LOOKUP_WINDOW = 10;

type Resolve = (lock: RegisteredLock | undefined) => void;

/** Finds registered locks by their wire ids. @param sealer encrypts the locks' passwords */
export const openLockDirectory = (db: Database, sealer: Sealer) => {
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
    /**
     * Returns the lock with an id, undefined if none is registered. A registered lock is cached for some seconds, an
     * unknown id never is: the reports of a lock are stored from the moment it is adopted.
     * @param isUsable a cached lock that it rejects is read again
     */
    find: (
      id: string,
      isUsable: (lock: RegisteredLock) => boolean = () => true,
    ): RegisteredLock | undefined | Promise<RegisteredLock | undefined> => {
      const cached = cache.get(keyOf(id));
      if (cached && isUsable(cached)) return cached;
      return new Promise((answer, fail) => {
        if (pending.size === 0) setTimeout(lookUpPending, LOOKUP_WINDOW);
        pending.set(id, [...(pending.get(id) ?? []), { answer, fail }]);
      });
    },
    /** Stores a lock's password. @param within transaction to use */
    keepSecret: async (sn: string, secret: string, within = db): Promise<void> => {
      await within
        .insertInto('lock_secret')
        .values({ sn, sealed: sealer.seal(secret) })
        .onConflict((conflict) =>
          conflict.column('sn').doUpdateSet((eb) => ({ sealed: eb.ref('excluded.sealed') })),
        )
        .execute();
      cache.delete(keyOf(sn));
    },
    /** Stores what a protocol learned of a lock. Does nothing if that is stored. */
    keepTraits: async (lock: RegisteredLock, traits: LockTraits): Promise<void> => {
      const { sn } = lock;
      const key = keyOf(sn);
      if (isDeepStrictEqual((cache.get(key) ?? lock).traits, traits)) return;
      await query`
        insert into lock_traits (device_id, traits)
        select ${device.id}, ${JSON.stringify(traits)}::jsonb from ${device.$from} where ${device.sn} = ${sn}
        on conflict (device_id) do update set traits = excluded.traits`.execute(db);
      const cached = cache.get(key);
      if (cached) cache.set(key, { ...cached, traits });
    },
    /** Drops a lock that may have changed from the cache; without a serial number, all. */
    clear: (sn?: string): void => (sn === undefined ? cache.clear() : void cache.delete(keyOf(sn))),
  };
};

export type LockDirectory = ReturnType<typeof openLockDirectory>;

/** Strips leading zeros, which are often lost when an id is typed into a form. */
const keyOf = (id: string): string => id.replace(/^0+/, '');

const device = table('device');
const state = table('device_state', 'state');
const access = table('lock_access');
const lockSecret = table('lock_secret');
const lockTraits = table('lock_traits');

/** Returns the registered locks by wire id. */
const readLocks = async (
  db: Database,
  sealer: Sealer,
  ids: readonly string[],
): Promise<Map<string, RegisteredLock>> => {
  const { rows } = await query`
    select ${as<string>()(sql`requested.id`, 'id')}, ${device.$pick('sn')},
      ${always(device.$pick('protocol'))}, ${state.$pick('owned_since')},
      ${optional(lockSecret.$pick('sealed'))}, ${optional(lockTraits.$pick('traits'))},
      ${as<boolean>()(sql`${access.sn} is not null and ${access.digest} is null`, 'revoked')}
    from unnest(${ids}::text[]) as requested(id)
    join ${device.$from} on ltrim(${device.sn}, '0') = ltrim(requested.id, '0')
    join ${state.$from} on ${state.device_id} = ${device.id}
    left join ${access.$from} on ${access.sn} = ${device.sn}
    left join ${lockSecret.$from} on ${lockSecret.sn} = ${device.sn}
    left join ${lockTraits.$from} on ${lockTraits.device_id} = ${device.id}
    order by ${device.sn} = requested.id, ${device.id} desc`.execute(db);
  return new Map(
    rows.map(({ id, sn, protocol, owned_since, revoked, sealed, traits }) => [
      id,
      {
        sn,
        protocol,
        ownedSince: owned_since,
        isRevoked: revoked,
        ...(sealed !== null && { password: sealer.open(sealed) }),
        ...(traits !== null && { traits }),
      },
    ]),
  );
};
