import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { REPLY_LIMIT, type TicketState } from '../../../domain/ticket';
import { useText } from '../../../fields/views/reader';
import { buttonCode, type SendOptions, TICKETS, ticketPath } from '../../../protocol';
import { type ConsoleDataProvider, useGrants, useLiveState } from '../../data';
import { commandRights, operationOf } from '../offer/availability';
import { inChunks, refusalText, resendInChunks } from '../send/sendCommand';
import { countStates, type TicketBatch, ticketBook } from '../send/ticketBook';
import { useBatchSummary } from './countText';

/** Delay after a ticket's minute before its result counts as overdue and is requested, ms. */
const GRACE = 5_000;

const CALL_IDS = 500;

/** Returns when the next result is overdue, epoch ms; Infinity if none will be. */
const nextOverdue = (dispatches: readonly TicketBatch[], now: number): number => {
  let next = Number.POSITIVE_INFINITY;
  for (const { entries } of dispatches) {
    for (const { state, sentAt, percent } of entries) {
      if (state !== 'sent' || sentAt === null || percent !== undefined) continue;
      const overdue = sentAt + REPLY_LIMIT + GRACE;
      if (overdue > now) next = Math.min(next, overdue);
    }
  }
  return next;
};

/**
 * Reads the open tickets after each reconnection, because changes during a disconnection are not repeated, and once when
 * a result is overdue.
 */
export const useTicketUpdates = (dispatches: readonly TicketBatch[]): void => {
  const { connected } = useLiveState();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [checked, setChecked] = useState(0);

  const readOpenTickets = useEffectEvent(async () => {
    const all = ticketBook.open().map(Number);
    for (let at = 0; at < all.length; at += CALL_IDS) {
      const ids = all.slice(at, at + CALL_IDS);
      const { data } = await dataProvider.getList(TICKETS, {
        filter: { id: ids },
        pagination: { page: 1, perPage: ids.length },
        sort: { field: 'id', order: 'ASC' },
      });
      ticketBook.receive(
        data.map(({ id, state, message, late_result, progress }) => ({
          id: String(id),
          state: state as TicketState,
          late: (late_result as number | null) ?? null,
          progress: (progress as number | null) ?? null,
          message: (message as string | null) ?? null,
        })),
      );
    }
  });
  // Without the right to read tickets, their last known state stays.
  const readQuietly = useEffectEvent(() => void readOpenTickets().catch(() => undefined));

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

const rightsTo = (verb: string) => [buttonCode(TICKETS, verb), ticketPath(verb)] as const;

export interface TicketActions {
  readonly busy: boolean;
  /** Undefined if it is not granted. */
  readonly cancel?: (tickets: readonly string[]) => void;
  readonly resend?: (tickets: readonly string[], how?: SendOptions) => void;
}

export const useTicketActions = (batch: TicketBatch): TicketActions => {
  const { entity, code } = batch;
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const granted = useGrants();
  const notify = useNotify();
  const { mutate: run, isPending: busy } = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onError: (error) => {
      const reason = refusalText(error);
      notify('operations.panel.failed', { type: 'error', messageArgs: { reason } });
    },
  });
  return {
    busy,
    ...(granted(...rightsTo('cancel')) && {
      cancel: (tickets) =>
        run(() => inChunks(tickets, CALL_IDS, (piece) => dataProvider.cancelTickets(piece))),
    }),
    ...(granted(...rightsTo('resend')) &&
      granted(...commandRights(entity, code)) && {
        resend: (tickets, how) =>
          run(() =>
            resendInChunks(batch, tickets, {
              max: CALL_IDS,
              how,
              call: (piece, options) => dataProvider.resendTickets(piece, options),
            }),
          ),
      }),
  };
};

/** Quiet period before screen readers announce a change, ms: updates of many locks come in bursts. */
const PAUSE = 700;

/** Returns a sentence with the latest change, for screen readers. */
export const useAnnouncement = (dispatches: readonly TicketBatch[]): string => {
  const translate = useTranslate();
  const text = useText();
  const summary = useBatchSummary();
  // The panel appears with the first command, which is news too.
  const announced = useRef<readonly TicketBatch[]>([]);
  const [news, setNews] = useState('');

  const sentence = useEffectEvent((batch: TicketBatch) => {
    const { entity, code, entries } = batch;
    const [only, ...rest] = entries;
    if (only && rest.length === 0) {
      const command = text(operationOf(entity.commands, code).label);
      const state = translate(`operations.state.${only.state}`);
      return translate('operations.panel.newsOne', { command, sn: only.sn, state });
    }
    return summary(batch, countStates(entries));
  });

  useEffect(() => {
    const timer = setTimeout(() => {
      const changedBatch = dispatches.find((dispatch) => !announced.current.includes(dispatch));
      announced.current = dispatches;
      if (changedBatch) setNews(sentence(changedBatch));
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [dispatches]);
  return news;
};
