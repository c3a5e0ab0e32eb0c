import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { DAY, MINUTE } from '../../domain/duration';
import { limitConcurrency } from '../concurrency';
import type { Database, Sql } from '../db';
import { CallError, serverLabel } from '../endpoint';

/** Failures of one kind within this time count, ms. */
export const THROTTLE_WINDOW = 15 * MINUTE;
/** Failures after which no more attempts are taken. */
const ACCOUNT_FAILURES = 5;
const ADDRESS_FAILURES = 30;

/** An address somebody signed in from stays known to their account this long after, ms. */
export const ADDRESS_TTL = 180 * DAY;

/** Longer names are nobody's. */
const KEY_LENGTH = 100;

/** The first half of an IPv6 address, which is one network's: whoever has it has all addresses that begin so. */
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

interface Limit {
  readonly key: string;
  readonly max: number;
}

/** What an account's failures are counted under: at an address that it knows apart from everywhere else. */
const accountKey = (operId: number, knownAddress?: string): string =>
  knownAddress === undefined ? `oper:${operId}` : `oper:${operId}@${knownAddress}`;

/** Whether an operator has signed in from an address lately; whoever sits at the server itself is at home. */
const isKnown = async (
  db: Database,
  operId: number,
  network: string,
  now: number,
): Promise<boolean> => {
  if (LOOPBACK.includes(network)) return true;
  const { rows } = await sql`
    select 1 from known_address
    where oper_id = ${operId} and address = ${network} and at > ${now - ADDRESS_TTL}`.execute(db);
  return rows.length > 0;
};

/** Remembers where an operator signs in: there nobody elsewhere can lock them out. */
export const rememberAddress = async (
  db: Database,
  operId: number,
  address: string,
  now: number,
): Promise<void> => {
  await sql`
    insert into known_address (oper_id, address, at) values (${operId}, ${networkOf(address)}, ${now})
    on conflict (oper_id, address) do update set at = excluded.at`.execute(db);
};

/** How long until one more attempt is taken, ms; 0 for now. */
const waitOf = async (db: Database, { key, max }: Limit, now: number): Promise<number> => {
  const { rows } = await sql<{ at: number }>`
    select at from login_failure where key = ${key} and at > ${now - THROTTLE_WINDOW}
    order by at desc offset ${max - 1} limit 1`.execute(db);
  return rows[0] ? rows[0].at + THROTTLE_WINDOW - now : 0;
};

/** The failures of an account, wherever they were made. */
const ofAccount = (operId: number): Sql => {
  const key = accountKey(operId);
  return sql`(key = ${key} or key like ${`${key}@%`})`;
};

/** Whether an operator has to wait somewhere for another attempt. */
export const isLockedOut = async (db: Database, operId: number, now: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from login_failure where ${ofAccount(operId)} and at > ${now - THROTTLE_WINDOW}
    group by key having count(*) >= ${ACCOUNT_FAILURES} limit 1`.execute(db);
  return rows.length > 0;
};

/** Forgets an operator's failures. */
export const unlockUser = async (db: Database, operId: number): Promise<void> => {
  await sql`delete from login_failure where ${ofAccount(operId)}`.execute(db);
};

const refuse = (wait: number): never => {
  throw new CallError(
    'throttled',
    serverLabel('throttled', { minutes: Math.ceil(wait / MINUTE) }),
    {
      data: { seconds: Math.ceil(wait / 1000) },
    },
  );
};

interface Attempt {
  readonly db: Database;
  /** Whose password is tried, by whatever name; undefined for nobody's. */
  readonly operId: number | undefined;
  /** What was typed where it is nobody's name: it is counted alike, so that the answers do not tell. */
  readonly typed: string;
  readonly address: string;
  readonly now: () => number;
}

const limitsOf = async ({
  db,
  operId,
  typed,
  address,
  now,
}: Attempt): Promise<readonly [Limit, Limit]> => {
  const network = networkOf(address);
  const byAddress = { key: `address:${network}`, max: ADDRESS_FAILURES };
  if (operId === undefined) {
    const key = `user:${typed.toLowerCase().slice(0, KEY_LENGTH)}`;
    return [byAddress, { key, max: ACCOUNT_FAILURES }];
  }
  const knownNetwork = (await isKnown(db, operId, network, now())) ? network : undefined;
  return [byAddress, { key: accountKey(operId, knownNetwork), max: ACCOUNT_FAILURES }];
};

/** Attempts made at the same moment would else all be let through before the first of them is counted. */
const inTurn = limitConcurrency(1);

/**
 * Lets somebody try a password, unless there were too many failures for this account or from this address. Where the
 * account's owner has signed in before, only failures made there count. A failure is remembered in the database, so
 * that every server counts it; a success forgets those that the account had at this place, and nobody else's.
 * @param work tells whether the password was right
 * @throws CallError `throttled`, with the seconds to wait
 */
export const throttledAttempt = async <T>(
  attempt: Attempt,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> => {
  const { db, now } = attempt;
  const [byAddress, byAccount] = await limitsOf(attempt);
  return inTurn(byAddress.key, () =>
    inTurn(byAccount.key, async () => {
      const waits = [await waitOf(db, byAddress, now()), await waitOf(db, byAccount, now())];
      const wait = Math.max(...waits);
      if (wait > 0) refuse(wait);
      const result = await work();
      if (result === undefined) {
        await sql`
          insert into login_failure (key, at)
          values (${byAddress.key}, ${now()}), (${byAccount.key}, ${now()})`.execute(db);
      } else {
        await sql`delete from login_failure where key = ${byAccount.key}`.execute(db);
      }
      return result;
    }),
  );
};
