import { type Entry, type EntryState, isOver } from './ticketBook';

/** What needs somebody first. */
const ORDER: readonly EntryState[] = [
  'failure',
  'invalid',
  'refused',
  'sent',
  'waiting',
  'cancelled',
  'success',
];

export interface StateCount {
  readonly state: EntryState;
  readonly count: number;
}

/** How many entries are in each state; states nobody is in are left out, what needs somebody comes first. */
export const countStates = (entries: readonly Entry[]): StateCount[] =>
  ORDER.map((state) => ({
    state,
    count: entries.filter((entry) => entry.state === state).length,
  })).filter(({ count }) => count > 0);

/** Entries in the order in which they need somebody. */
export const inOrder = (entries: readonly Entry[]): Entry[] =>
  [...entries].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));

/** Tickets that can still be called off. */
export const cancellable = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ ticket, state }) => (ticket !== null && state === 'waiting' ? [ticket] : []));

/** Tickets that ended without success and can be sent again. */
export const resendable = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ ticket, state }) =>
    ticket !== null && isOver(state) && state !== 'success' ? [ticket] : [],
  );
