import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { ExpressionBuilder } from 'kysely';
import { DAY, MINUTE } from '../../domain/duration';
import { CallError, serverLabel } from '../calls/endpoint';
import { type Database, lit, type Tables } from '../db';
import { limitConcurrency } from '../work/concurrency';

/** Time for which a failure counts, ms. */
export const THROTTLE_WINDOW = 15 * MINUTE;
/** Limits of failures within the window. */
const ACCOUNT_FAILURES = 5;
const ADDRESS_FAILURES = 30;

/** Time for which an address stays known to an account after a sign-in from it, ms. */
export const ADDRESS_TTL = 180 * DAY;

/**
 * Key that failures for an unknown name are counted under. It may be a password in the wrong field, so its digest is
 * too short to reveal it.
 */
const nameKey = (typed: string): string =>
  `user:${createHash('sha256').update(typed.toLowerCase()).digest('hex').slice(0, 6)}`;

/**
 * Returns the network of an address. For IPv6 it is the first 64 bits, because one subscriber owns all addresses
 * below it.
 */
const networkOf = (address: string): string => {
  if (!isIPv6(address) || address.includes('.')) return address.replace(/^::ffff:/i, '');
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? [];
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const last = tail === undefined ? [] : groups(tail);
  const first = groups(head);
  const gap = tail === undefined ? 0 : 8 - first.length - last.length;
  const all = [...first, ...Array<string>(gap).fill('0'), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::`;
};

const LOOPBACK = ['127.0.0.1', networkOf('::1')];

/** Key that failures of an account are counted under. Each known address is counted apart from all other addresses. */
const accountKey = (operId: number, knownAddress?: string): string =>
  knownAddress === undefined ? `oper:${operId}` : `oper:${operId}@${knownAddress}`;

/** True if an operator has signed in from a network lately. Loopback addresses are always known. */
const isKnown = async (
  db: Database,
  operId: number,
  network: string,
  now: number,
): Promise<boolean> => {
  if (LOOPBACK.includes(network)) return true;
  const rows = await db
    .selectFrom('known_address')
    .select(lit(1).as('one'))
    .where('oper_id', '=', operId)
    .where('address', '=', network)
    .where('at', '>', now - ADDRESS_TTL)
    .execute();
  return rows.length > 0;
};

/** Remembers the address of a sign-in. Failures made elsewhere cannot lock the operator out there. */
export const rememberAddress = async (
  db: Database,
  operId: number,
  address: string,
  now: number,
): Promise<void> => {
  await db
    .insertInto('known_address')
    .values({ oper_id: operId, address: networkOf(address), at: now })
    .onConflict((conflict) =>
      conflict.columns(['oper_id', 'address']).doUpdateSet((eb) => ({ at: eb.ref('excluded.at') })),
    )
    .execute();
};

/** Returns the time until the next attempt is allowed, ms; 0 if it is allowed now. */
const waitOf = async (
  db: Database,
  { key, max }: { readonly key: string; readonly max: number },
  now: number,
): Promise<number> => {
  const row = await db
    .selectFrom('login_failure')
    .select('at')
    .where('key', '=', key)
    .where('at', '>', now - THROTTLE_WINDOW)
    .orderBy('at', 'desc')
    .offset(max - 1)
    .limit(lit(1))
    .executeTakeFirst();
  return row ? row.at + THROTTLE_WINDOW - now : 0;
};

/** Condition on the failures of an account, from all addresses. */
const ofAccount = (operId: number) => {
  const key = accountKey(operId);
  return ({ eb, or }: ExpressionBuilder<Tables, 'login_failure'>) =>
    or([eb('key', '=', key), eb('key', 'like', `${key}@%`)]);
};

/** True if an operator must wait before another attempt, at any address. */
export const isLockedOut = async (db: Database, operId: number, now: number): Promise<boolean> => {
  const rows = await db
    .selectFrom('login_failure')
    .select('key')
    .where(ofAccount(operId))
    .where('at', '>', now - THROTTLE_WINDOW)
    .groupBy('key')
    .having((eb) => eb.fn.countAll(), '>=', ACCOUNT_FAILURES)
    .limit(lit(1))
    .execute();
  return rows.length > 0;
};

export const unlockUser = async (db: Database, operId: number): Promise<void> => {
  await db.deleteFrom('login_failure').where(ofAccount(operId)).execute();
};

const refuse = (wait: number): never => {
  const why = serverLabel('throttled', { minutes: Math.ceil(wait / MINUTE) });
  throw new CallError('throttled', why, { data: { seconds: Math.ceil(wait / 1000) } });
};

interface SignInAttempt {
  readonly db: Database;
  /** Owner of the password; undefined if no account has this name. */
  readonly operId: number | undefined;
  /**
   * Name as typed. Failures for an unknown name are counted alike, so that the answers do not reveal which names
   * exist.
   */
  readonly typed: string;
  readonly address: string;
  readonly now: () => number;
}

/** Returns the keys that failures of an attempt are counted under, each with its limit. */
const limitsOf = async ({ db, operId, typed, address, now }: SignInAttempt) => {
  const network = networkOf(address);
  const knownNetwork =
    operId !== undefined && (await isKnown(db, operId, network, now())) ? network : undefined;
  const account = operId === undefined ? nameKey(typed) : accountKey(operId, knownNetwork);
  return {
    byAddress: { key: `address:${network}`, max: ADDRESS_FAILURES },
    byAccount: { key: account, max: ACCOUNT_FAILURES },
  };
};

/** Serialises attempts. Otherwise simultaneous ones would all pass before the first is counted. */
const inTurn = limitConcurrency(1);

/**
 * Runs a password attempt unless there were too many failures for this account or from this address. At an address
 * that the account has signed in from, only failures made there count. Failures are stored in the database, so that
 * every server counts them. A success deletes those of this account at this place.
 * @param work checks the password; undefined if it is wrong
 * @throws CallError `throttled` with the seconds to wait
 */
export const throttledAttempt = async <T>(
  attempt: SignInAttempt,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> => {
  const { db, now } = attempt;
  const { byAddress, byAccount } = await limitsOf(attempt);
  return inTurn(byAddress.key, () =>
    inTurn(byAccount.key, async () => {
      const waits = [await waitOf(db, byAddress, now()), await waitOf(db, byAccount, now())];
      const wait = Math.max(...waits);
      if (wait > 0) refuse(wait);
      const result = await work();
      if (result === undefined) {
        await db
          .insertInto('login_failure')
          .values([
            { key: byAddress.key, at: now() },
            { key: byAccount.key, at: now() },
          ])
          .execute();
      } else {
        await db.deleteFrom('login_failure').where('key', '=', byAccount.key).execute();
      }
      return result;
    }),
  );
};
