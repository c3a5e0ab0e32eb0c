import { useDataProvider, useNotify } from 'ra-core';
import { useState } from 'react';
import { type ConsoleDataProvider, TICKETS, useGrants } from '../data';
import { commandRights } from '../offers';
import { type Dispatch, ticketBook } from './ticketBook';

const rightsTo = (verb: string) => [`${TICKETS}:${verb}`, `/${TICKETS}/${verb}`] as const;

export interface TicketActions {
  readonly busy: boolean;
  /** Left out when it is not granted. */
  readonly cancel?: (tickets: readonly string[]) => void;
  readonly resend?: (tickets: readonly string[]) => void;
}

/** Calling off what waits and sending again what failed, for the tickets of one dispatch. */
export const useTicketActions = ({ id, entity, code }: Dispatch): TicketActions => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const granted = useGrants();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const run = async (call: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await call();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notify('commands.panel.failed', { type: 'error', messageArgs: { reason } });
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    ...(granted(...rightsTo('cancel')) && {
      cancel: (tickets) => run(() => dataProvider.cancelTickets(tickets)),
    }),
    ...(granted(...rightsTo('resend')) &&
      granted(...commandRights(entity, code)) && {
        resend: (tickets) =>
          run(() => ticketBook.renew(id, () => dataProvider.resendTickets(tickets))),
      }),
  };
};
