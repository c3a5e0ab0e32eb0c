import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../store';

/**
 * Where a reader of changes stands: the oldest transaction that was still open when it last looked. Every row carries
 * the transaction that changed it, so changes committed out of order are neither lost nor seen half.
 */
export type LiveCursor = string;

/** Deletions are remembered this many transactions back; a reader further behind starts anew. */
export const KEPT_TRANSACTIONS = 10_000_000n;

/** The cursor asked for is of another database, from the future, or too far behind. */
export class ExpiredCursor extends Error {
  override name = 'ExpiredCursor';
}

/** The cursor of this moment; inside a transaction, of its snapshot. */
export const currentCursor = async (db: Kysely<Tables>): Promise<LiveCursor> => {
  const { rows } = await sql<{ cursor: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as cursor`.execute(db);
  return rows[0]?.cursor ?? '0';
};

/** @throws ExpiredCursor when `cursor` cannot be continued at `now` */
export const checkCursor = (cursor: string, now: LiveCursor): void => {
  if (!/^\d{1,20}$/.test(cursor)) throw new ExpiredCursor('Not a cursor');
  const behind = BigInt(now) - BigInt(cursor);
  if (behind < 0n || behind > KEPT_TRANSACTIONS) throw new ExpiredCursor('The cursor has expired');
};
