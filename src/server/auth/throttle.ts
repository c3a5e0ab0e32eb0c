import { sql } from 'kysely';
import type { Database } from '../db';
import { CallError, text } from '../endpoint';

/** Failures of one kind within this time count, ms. */
export const THROTTLE_WINDOW = 15 * 60_000;
/** Failures after which no more attempts are taken. */
const USER_FAILURES = 5;
const ADDRESS_FAILURES = 30;

/** Longer names are nobody's. */
const KEY_LENGTH = 100;

const userKey = (user: string): string => `user:${user.toLowerCase().slice(0, KEY_LENGTH)}`;

interface Limit {
  readonly key: string;
  readonly most: number;
}

const limitsOf = (user: string, address: string): readonly [Limit, Limit] => [
  { key: `address:${address}`, most: ADDRESS_FAILURES },
  { key: userKey(user), most: USER_FAILURES },
];

/** How long until one more attempt is taken, ms; 0 for now. */
const waitOf = async (db: Database, { key, most }: Limit, now: number): Promise<number> => {
  const { rows } = await sql<{ at: number }>`
    select at from login_failure where key = ${key} and at > ${now - THROTTLE_WINDOW}
    order by at desc offset ${most - 1} limit 1`.execute(db);
  return rows[0] ? rows[0].at + THROTTLE_WINDOW - now : 0;
};

/** Whether a user has to wait for another attempt. @param names what they sign in by: login name, phone number */
export const isLockedOut = async (
  db: Database,
  names: readonly string[],
  now: number,
): Promise<boolean> => {
  for (const name of names) {
    if ((await waitOf(db, { key: userKey(name), most: USER_FAILURES }, now)) > 0) return true;
  }
  return false;
};

/** Forgets a user's failures. @param names what they sign in by */
export const unlockUser = async (db: Database, names: readonly string[]): Promise<void> => {
  await sql`delete from login_failure where key = any(${names.map(userKey)})`.execute(db);
};

const refuse = (wait: number): never => {
  throw new CallError('throttled', text('throttled', { minutes: Math.ceil(wait / 60_000) }), {
    data: { seconds: Math.ceil(wait / 1000) },
  });
};

interface Attempt {
  readonly db: Database;
  readonly user: string;
  readonly address: string;
  readonly now: () => number;
}

/**
 * Lets somebody try a password, unless there were too many failures of this user or from this address. A failure is
 * remembered in the database, so that every server counts it; a success forgets the user's.
 * @param work tells whether the password was right
 * @throws CallError `throttled`, with the seconds to wait
 */
export const attempt = async <T>(
  { db, user, address, now }: Attempt,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> => {
  const [byAddress, byUser] = limitsOf(user, address);
  return inTurn(byAddress.key, () =>
    inTurn(byUser.key, async () => {
      const waits = [await waitOf(db, byAddress, now()), await waitOf(db, byUser, now())];
      const wait = Math.max(...waits);
      if (wait > 0) refuse(wait);
      const result = await work();
      if (result === undefined) {
        await sql`
          insert into login_failure (key, at)
          values (${byAddress.key}, ${now()}), (${byUser.key}, ${now()})`.execute(db);
      } else {
        await sql`delete from login_failure where key = ${byUser.key}`.execute(db);
      }
      return result;
    }),
  );
};

const last = new Map<string, Promise<unknown>>();

/**
 * Does pieces of work of one key one after the other, in the order asked for. Attempts made at the same moment would
 * else all be let through before the first of them is counted.
 */
export const inTurn = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
  const mine = (last.get(key) ?? Promise.resolve()).then(work);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  last.set(key, settled);
  try {
    return await mine;
  } finally {
    if (last.get(key) === settled) last.delete(key);
  }
};
