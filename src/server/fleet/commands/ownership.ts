import { type RawBuilder, sql } from 'kysely';

/**
 * Condition for a ticket that was made for the present owner of its lock. Serial number and organisation may have
 * changed hands since: see the migration `lockOwners`.
 * @param ticket alias of the ticket
 * @param state alias of the lock's state, which has the same serial number
 */
export const isOfOwner = (ticket: string, state: string): RawBuilder<boolean> =>
  sql`coalesce(${sql.ref(`${ticket}.owned_since`)}, 0) = ${sql.ref(`${state}.owned_since`)}`;
