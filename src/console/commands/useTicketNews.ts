import { useDataProvider } from 'ra-core';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { TicketState } from '../../domain/ticket';
import { REPLY_LIMIT } from '../../domain/ticket';
import { type ConsoleDataProvider, TICKETS, useLive, useLiveState } from '../data';
import { type Dispatch, ticketBook } from './ticketBook';

/** How long after its minute a ticket's end may take to reach us before we ask for it, ms. */
const GRACE = 5_000;

/** The commands sent from this window, newest first, as they live. */
export const useDispatches = (): readonly Dispatch[] =>
  useSyncExternalStore(ticketBook.subscribe, ticketBook.all);

/** When the next ticket's end is overdue, ms since 1970; Infinity when none will be. */
const nextOverdue = (dispatches: readonly Dispatch[], now: number): number =>
  Math.min(
    ...dispatches.flatMap(({ entries }) =>
      entries.flatMap(({ state, sentAt }) => {
        const overdue = state === 'sent' && sentAt !== null ? sentAt + REPLY_LIMIT + GRACE : 0;
        return overdue > now ? [overdue] : [];
      }),
    ),
    Number.POSITIVE_INFINITY,
  );

/**
 * Feeds the book from live changes. These can be interrupted, and what happened meanwhile is not told again: open
 * tickets are read once when changes come again, and once when their end is overdue.
 */
export const useTicketNews = (): void => {
  const live = useLive();
  const { connected } = useLiveState();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const dispatches = useDispatches();
  const [checked, setChecked] = useState(0);

  const read = useEffectEvent(async () => {
    const ids = ticketBook.open().map(Number);
    if (ids.length === 0) return;
    const { data } = await dataProvider.getList(TICKETS, {
      filter: { id: ids },
      pagination: { page: 1, perPage: ids.length },
      sort: { field: 'id', order: 'ASC' },
    });
    ticketBook.hear(
      data.map(({ id, state, message }) => ({
        id: String(id),
        state: state as TicketState,
        message: (message as string | null) ?? null,
      })),
    );
  });
  // Without the right to read them the tickets stay as they are last known.
  const readQuietly = useEffectEvent(() => void read().catch(() => undefined));

  useEffect(() => live.tickets((tickets) => ticketBook.hear(tickets)), [live]);

  useEffect(() => {
    if (connected) readQuietly();
  }, [connected]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after one was checked the next is looked for
  useEffect(() => {
    const wait = nextOverdue(dispatches, Date.now()) - Date.now();
    if (!Number.isFinite(wait)) return;
    const timer = setTimeout(() => {
      readQuietly();
      setChecked((count) => count + 1);
    }, wait);
    return () => clearTimeout(timer);
  }, [dispatches, checked]);
};
