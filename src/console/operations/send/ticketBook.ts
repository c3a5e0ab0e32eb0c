import { useSyncExternalStore } from 'react';
import type { AnyEntity } from '../../../config';
import type { LiveTicket } from '../../../domain/live';
import { isFinal, REPLY_LIMIT, type TicketState } from '../../../domain/ticket';
import type { CommandAnswer } from '../../../protocol';

/** State of a command for one lock. `refused` has no ticket; `unknown` means that the server did not answer. */
export type EntryState = TicketState | 'refused' | typeof UNKNOWN_STATE;

/** Refusal code for a call that the server did not answer. */
export const UNKNOWN_STATE = 'unknown';

export interface TicketEntry {
  readonly sn: string;
  /** Null if the server refused to make a ticket. */
  readonly ticket: string | null;
  readonly state: EntryState;
  readonly message: string | null;
  /** Result of a reply that came too late, as a `ticketResult` number. */
  readonly late?: number;
  /** Progress that the lock reports, per cent. */
  readonly percent?: number;
  /** Time at which the console learnt that the command was sent, epoch ms. The lock's minute to reply starts then. */
  readonly sentAt: number | null;
}

/** Result of one sent command, with an entry per lock. */
export interface TicketBatch {
  readonly id: number;
  readonly entity: AnyEntity;
  readonly code: string;
  /** Id that its tickets share on the server; undefined if nothing was sent. */
  readonly batch: number | undefined;
  readonly entries: readonly TicketEntry[];
}

type TicketUpdate = Pick<LiveTicket, 'id' | 'state' | 'message' | 'late' | 'progress'>;

const STEPS: readonly (readonly EntryState[])[] = [
  ['unconfirmed'],
  // Stopping a wave moves its waiting tickets back to planned.
  ['planned', 'waiting'],
  ['sent'],
  // The state that the lock reports can still decide the result.
  ['answered'],
];

/** Orders the states: updates can arrive out of order, and a ticket never goes back. */
const stepOf = (state: EntryState): number => {
  const step = STEPS.findIndex((states) => states.includes(state));
  return step < 0 ? STEPS.length : step;
};

const isOver = (state: EntryState): boolean =>
  state === 'refused' || state === UNKNOWN_STATE || isFinal(state);

/**
 * Commands sent from this window, with their results. It lives outside of React and so survives a change of language or
 * page.
 */
export class TicketBook {
  private dispatches: readonly TicketBatch[] = [];
  private readonly listeners = new Set<() => void>();
  /** Updates of tickets whose call has not been answered yet: a lock can reply before the call does. */
  private readonly early = new Map<string, TicketUpdate>();
  private calls = 0;
  private lastId = 0;

  constructor(private readonly clock: () => number = Date.now) {}

  /** Calls back after every change; returns the unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Batches, newest first; the same array until they change. */
  readonly all = (): readonly TicketBatch[] => this.dispatches;

  /**
   * Makes a call and stores the tickets of its answer.
   * @throws the call's error; nothing is stored then
   */
  async record(
    { entity, code }: Pick<TicketBatch, 'entity' | 'code'>,
    call: () => Promise<CommandAnswer>,
  ): Promise<void> {
    await this.calling(call, (entries, batch) => {
      this.lastId++;
      this.change([{ id: this.lastId, entity, code, batch, entries }, ...this.dispatches]);
    });
  }

  /** Makes a call that sends entries again. Each lock's new ticket replaces its old one. */
  async renew(dispatchId: number, call: () => Promise<CommandAnswer>): Promise<void> {
    await this.calling(call, (entries) => {
      const fresh = new Map(entries.map((entry) => [entry.sn, entry]));
      this.change(
        this.dispatches.map((dispatch) =>
          dispatch.id === dispatchId
            ? { ...dispatch, entries: dispatch.entries.map((old) => fresh.get(old.sn) ?? old) }
            : dispatch,
        ),
      );
    });
  }

  /** Applies updates; those of foreign tickets are ignored. */
  receive(news: readonly TicketUpdate[]): void {
    if (this.calls > 0) for (const update of news) this.early.set(update.id, update);
    const byId = new Map(news.map((update) => [update.id, update]));
    const next = this.dispatches.map((dispatch) => {
      const entries = dispatch.entries.map((entry) => this.advance(entry, byId));
      return entries.some((entry, i) => entry !== dispatch.entries[i])
        ? { ...dispatch, entries }
        : dispatch;
    });
    if (next.some((dispatch, i) => dispatch !== this.dispatches[i])) this.change(next);
  }

  /** Returns the tickets that are not final. */
  open(): string[] {
    const entries = this.dispatches.flatMap((dispatch) => dispatch.entries);
    return ticketsIn(entries, (state) => !isOver(state));
  }

  clear(): void {
    if (this.dispatches.length > 0) this.change([]);
  }

  private async calling(
    call: () => Promise<CommandAnswer>,
    enter: (entries: readonly TicketEntry[], batch: number | undefined) => void,
  ): Promise<void> {
    this.calls++;
    try {
      const answer = await call();
      enter(this.entriesOf(answer), answer.batch);
    } finally {
      this.calls--;
      if (this.calls === 0) this.early.clear();
    }
  }

  private entriesOf({ tickets, refused }: CommandAnswer): TicketEntry[] {
    const accepted = tickets.map(({ id, sn, state }) => {
      const ticket = String(id);
      const sentAt = state === 'sent' ? this.clock() : null;
      return this.advance({ sn, ticket, state, message: null, sentAt }, this.early);
    });
    const refusedEntries = refused.map(
      ({ sn, code, desc }): TicketEntry => ({
        sn,
        ticket: null,
        state: code === UNKNOWN_STATE ? UNKNOWN_STATE : 'refused',
        message: desc,
        sentAt: null,
      }),
    );
    return [...accepted, ...refusedEntries];
  }

  private advance(entry: TicketEntry, news: ReadonlyMap<string, TicketUpdate>): TicketEntry {
    const update = entry.ticket === null ? undefined : news.get(entry.ticket);
    if (!update) return entry;
    if (update.late && !entry.late) {
      return { ...entry, state: update.state, message: update.message, late: update.late };
    }
    const [then, now] = [stepOf(entry.state), stepOf(update.state)];
    const isFurther =
      update.state === entry.state && (update.progress ?? 0) > (entry.percent ?? -1);
    if (now < then || (now === then && (update.state === entry.state || now === STEPS.length))) {
      return isFurther && update.progress != null ? { ...entry, percent: update.progress } : entry;
    }
    return {
      ...entry,
      ...(update.progress != null && { percent: update.progress }),
      state: update.state,
      message: update.message,
      sentAt: entry.sentAt ?? (update.state === 'sent' ? this.clock() : null),
    };
  }

  private change(dispatches: readonly TicketBatch[]): void {
    this.dispatches = dispatches;
    for (const listener of this.listeners) listener();
  }
}

export const ticketBook = new TicketBook();

/** Returns the commands sent from this window, newest first, and updates with them. */
export const useTicketBatches = (): readonly TicketBatch[] =>
  useSyncExternalStore(ticketBook.subscribe, ticketBook.all);

/** States by urgency: failures first, successes last. */
const ORDER: readonly EntryState[] = [
  'failure',
  'invalid',
  'refused',
  UNKNOWN_STATE,
  'answered',
  'unconfirmed',
  'sent',
  'waiting',
  'planned',
  'cancelled',
  'success',
];

export interface StateCount {
  readonly state: EntryState;
  readonly count: number;
}

/** Counts the entries per state, the most urgent first; states without entries are left out. */
export const countStates = (entries: readonly TicketEntry[]): StateCount[] => {
  const counts = new Map<EntryState, number>();
  for (const { state } of entries) counts.set(state, (counts.get(state) ?? 0) + 1);
  return ORDER.flatMap((state) => {
    const count = counts.get(state);
    return count === undefined ? [] : [{ state, count }];
  });
};

/** True if all commands have succeeded. */
export const areDone = (batches: readonly TicketBatch[]): boolean =>
  batches.every(({ entries }) => entries.every(({ state }) => state === 'success'));

export const byUrgency = (entries: readonly TicketEntry[]): TicketEntry[] => {
  const groups = new Map(ORDER.map((state) => [state, [] as TicketEntry[]]));
  for (const entry of entries) groups.get(entry.state)?.push(entry);
  return [...groups.values()].flat();
};

export interface EntryFilter {
  readonly state: EntryState | null;
  /** Part of a lock's number, in any case. */
  readonly sn: string;
}

export const filterEntries = (
  entries: readonly TicketEntry[],
  { state, sn }: EntryFilter,
): readonly TicketEntry[] => {
  const part = sn.trim().toUpperCase();
  const isChosen = (entry: TicketEntry) =>
    (state === null || entry.state === state) && entry.sn.toUpperCase().includes(part);
  return byUrgency(state === null && part === '' ? entries : entries.filter(isChosen));
};

const WAITING: readonly EntryState[] = ['unconfirmed', 'planned', 'waiting'];

const ticketsIn = (
  entries: readonly TicketEntry[],
  isChosen: (state: EntryState) => boolean,
): string[] =>
  entries.flatMap(({ ticket, state }) => (ticket !== null && isChosen(state) ? [ticket] : []));

export const cancellableEntries = (entries: readonly TicketEntry[]): string[] =>
  ticketsIn(entries, (state) => WAITING.includes(state));

/** Returns the tickets that ended without success and can be sent again. */
export const resendableEntries = (entries: readonly TicketEntry[]): string[] =>
  ticketsIn(entries, (state) => isOver(state) && state !== 'success');

/** Returns the seconds that a lock has left to reply to a sent command, 0 after its minute. Both times are epoch ms. */
export const secondsLeft = (sentAt: number, now: number): number =>
  Math.min(REPLY_LIMIT / 1_000, Math.max(0, Math.ceil((sentAt + REPLY_LIMIT - now) / 1_000)));
