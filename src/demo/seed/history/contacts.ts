import { CONNECTION_EVENT } from '../../../domain/connection';
import { HOUR, MINUTE, SECOND } from '../../../domain/duration';
import type { LockReport } from '../../../domain/lock';
import { randomBetween, randomChance } from '../../world/random';

/** Connect or disconnect of a lock. */
export interface PastContact {
  /** Epoch ms. */
  readonly at: number;
  readonly event: typeof CONNECTION_EVENT.came | typeof CONNECTION_EVENT.went;
}

/**
 * Times of a lock's connection, ms: it connects `AHEAD` of a report, a sleeping lock stays `AWAKE` after it, and a
 * silent one counts as disconnected after `MISSED`.
 */
const AHEAD = 2 * SECOND;
const AWAKE = 40 * SECOND;
const MISSED = 5 * MINUTE;
/** Gap between two reports in which a lock may have been out of reach, ms; `OUT_OF_REACH` is how often it was. */
const GAP = 45 * MINUTE;
/** A lock without a report for this time at the end has disconnected, ms. */
const LOST = 12 * HOUR;
const OUT_OF_REACH = 0.03;

/**
 * Derives connection events from the reports. A sleeping lock connects for each report; another is out of reach in some
 * of the gaps. A lock that is silent long before the end has disconnected.
 */
export const contactsOf = (
  reports: readonly LockReport[],
  { seed, sleeps, until }: { seed: number; sleeps: boolean; until: number },
): PastContact[] => {
  const contacts: PastContact[] = [];
  reports.forEach(({ ts }, i) => {
    const before = reports[i - 1]?.ts;
    const next = reports[i + 1]?.ts ?? until;
    const gap = before === undefined ? 0 : ts - before;
    const wasOut = sleeps
      ? gap > AWAKE + AHEAD
      : gap > GAP && randomChance(seed, i, 86) < OUT_OF_REACH && before !== undefined;
    if (wasOut && before !== undefined) {
      const went = sleeps ? before + AWAKE : before + randomBetween(0.1, 0.6, seed, i, 87) * gap;
      contacts.push({ at: Math.round(went), event: CONNECTION_EVENT.went });
    }
    if (before === undefined || wasOut)
      contacts.push({ at: ts - AHEAD, event: CONNECTION_EVENT.came });
    const isLast = i === reports.length - 1;
    const stays = sleeps ? AWAKE : LOST;
    if (isLast && next - ts > stays)
      contacts.push({ at: ts + (sleeps ? AWAKE : MISSED), event: CONNECTION_EVENT.went });
  });
  return contacts;
};
