import { hash, randomBytes } from 'node:crypto';
import { HOUR } from '../../domain/duration';
import type { Caller, Operator } from '../calls/endpoint';
import {
  type AccessChanges,
  anyOf,
  createAccessCache,
  type Database,
  holds,
  lit,
  type Sql,
} from '../db';
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
  last_use: number;
}

interface SessionOptions {
  readonly db: Database;
  readonly changes: AccessChanges;
  /** Epoch ms. */
  readonly now: () => number;
  readonly times?: SessionTimes;
}

export interface Sessions {
  /** Starts a session and returns its token. @param within transaction that the session is part of */
  start(operId: number, address: string, within?: Database): Promise<string>;
  /** Returns the sender of a token; undefined if the token is unknown or expired, or the operator is disabled. */
  caller(token: string, address: string): Promise<Caller | undefined>;
  /** Returns a signal that aborts within two seconds after the session ended or its operator was disabled. */
  watch(token: string): { readonly signal: AbortSignal; stop(): void };
  /** Returns the operator of a token. Does not count as a use of the session. */
  owner(token: string): Promise<Operator | undefined>;
  end(token: string, within: Database): Promise<void>;
  /** Ends all sessions of an operator except that of `token`. */
  endOthers(operId: number, token: string, within: Database): Promise<void>;
  deleteExpired(): Promise<void>;
}

/** Opens the session store. Sessions are kept in the database, so that all servers share them. */
export const openSessions = ({
  db,
  changes,
  now,
  times: { life, idle } = SESSION_TIMES,
}: SessionOptions): Sessions => {
  const start = async (operId: number, address: string, within = db): Promise<string> => {
    const token = newToken();
    await within
      .insertInto('session')
      .values({
        token_hash: tokenHash(token),
        oper_id: operId,
        created: now(),
        expires: now() + life,
        last_use: now(),
        address,
      })
      .execute();
    return token;
  };

  const find = async (hash: string) => {
    const row: SessionRow | undefined = await db
      .selectFrom('session')
      .select(['token_hash', 'oper_id', 'created', 'expires', 'last_use'])
      .where('token_hash', '=', hash)
      .where('expires', '>', now())
      .where('last_use', '>', now() - idle)
      .executeTakeFirst();
    const oper = row && (await operatorOf(db, row.oper_id));
    return oper && { row, oper };
  };

  const isDue = ({ created }: SessionRow) => now() >= created + life / 2;

  const live = createAccessCache(changes, {
    load: find,
    // A session whose token or password is replaced next is read each time.
    keeps: (session) => session !== undefined && !session.oper.mustChange && !isDue(session.row),
    isChangedBy: ({ kind, key }, hash, session) => {
      if (kind === 'session') return key === hash;
      return kind !== 'oper' || !session || String(session.oper.id) === key;
    },
    now,
  });

  const sessionOf = async (token: string) =>
    token === '' ? undefined : live.get(tokenHash(token));

  const noteUse = async (row: SessionRow): Promise<void> => {
    const at = now();
    if (at - row.last_use <= USE_WRITTEN) return;
    row.last_use = at;
    await db
      .updateTable('session')
      .set({ last_use: at })
      .where('token_hash', '=', row.token_hash)
      .execute();
  };

  /** Returns a successor for a token in the second half of its life. Of concurrent calls only one gets it. */
  const renew = async (row: SessionRow, address: string): Promise<string | undefined> => {
    if (!isDue(row) || row.expires <= now() + RETIRED) return undefined;
    const rows = await db
      .updateTable('session')
      .set({ expires: now() + RETIRED })
      .where('token_hash', '=', row.token_hash)
      .where('expires', '=', row.expires)
      .returning(lit(1).as('one'))
      .execute();
    return rows.length > 0 ? start(row.oper_id, address) : undefined;
  };

  return {
    start,
    watch: watchOver((hashes) => aliveHashes(db, hashes, { at: now(), idle })),
    caller: async (token, address) => {
      const session = await sessionOf(token);
      if (!session) return undefined;
      await noteUse(session.row);
      return { oper: session.oper, token: (await renew(session.row, address)) ?? token };
    },
    owner: async (token) => (await sessionOf(token))?.oper,
    end: async (token, within) => {
      await within.deleteFrom('session').where('token_hash', '=', tokenHash(token)).execute();
    },
    endOthers: async (operId, token, within) => {
      await within
        .deleteFrom('session')
        .where('oper_id', '=', operId)
        .where('token_hash', '<>', tokenHash(token))
        .execute();
    },
    deleteExpired: () => deleteExpired(db, now(), idle),
  };
};

const deleteExpired = async (db: Database, at: number, idle: number): Promise<void> => {
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('expires', '<', at), eb('last_use', '<', at - idle)]))
    .execute();
  await db
    .deleteFrom('login_failure')
    .where('at', '<', at - THROTTLE_WINDOW)
    .execute();
  await db
    .deleteFrom('known_address')
    .where('at', '<', at - ADDRESS_TTL)
    .execute();
};

/** Returns those of the token hashes whose sessions are valid and whose operators are enabled. */
const aliveHashes = async (
  db: Database,
  hashes: readonly string[],
  { at, idle }: { readonly at: number; readonly idle: number },
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .withRecursive('shut', (cte) =>
      cte
        .selectFrom('org')
        .select('id')
        .where('status', '=', 0)
        .union(
          cte.selectFrom('org').innerJoin('shut', 'shut.id', 'org.parent_id').select('org.id'),
        ),
    )
    .selectFrom('session as s')
    .innerJoin('oper as o', 'o.id', 's.oper_id')
    .select('s.token_hash')
    .where('s.token_hash', '=', anyOf(hashes))
    .where('s.expires', '>', at)
    .where('s.last_use', '>', at - idle)
    .where((eb) =>
      eb.or([
        eb('o.id', '=', SYSTEM_ADMINISTRATOR),
        eb.and([
          eb('o.status', 'is distinct from', 0),
          eb('o.org_id', 'not in', eb.selectFrom('shut').select('shut.id')),
        ]),
      ]),
    )
    .execute();
  return new Set(rows.map(({ token_hash }) => token_hash));
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
export const tokenHash = (token: string): string => hash('sha256', token, 'hex');

/** Signs out the operators matching a condition on `o`, on every server. */
export const endSessions = async (db: Database, condition: Sql): Promise<void> => {
  await db
    .deleteFrom('session')
    .where('oper_id', 'in', db.selectFrom('oper as o').select('o.id').where(holds(condition)))
    .execute();
};
