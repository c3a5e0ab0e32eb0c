import { type ReactNode, useEffect, useState } from 'react';
import { loadable } from '../../fields/views/loadable';
import { BarBoundary, DialogBoundary } from '../app';
import { useLive } from '../data';
import { CommandContext, type CommandRequest } from './offer/items';
import { ticketBook, useTicketBatches } from './send/ticketBook';

const loadPanel = () => import('./tickets/TicketPanel');
const TicketPanel = loadable(loadPanel, 'TicketPanel');

/** Loads the results panel too: it must not be missing when the command has been sent. */
const CommandDialog = loadable(async () => {
  const [module] = await Promise.all([import('./dialog/CommandDialog'), loadPanel()]);
  return module;
}, 'CommandDialog');

export const CommandProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<CommandRequest | null>(null);
  const live = useLive();
  const dispatches = useTicketBatches();
  // A result may arrive before the answer to its call.
  useEffect(() => live.tickets((tickets) => ticketBook.receive(tickets)), [live]);
  const close = () => setRequest(null);
  return (
    <CommandContext value={setRequest}>
      {children}
      {request && (
        <DialogBoundary onClose={close}>
          <CommandDialog request={request} onClose={close} />
        </DialogBoundary>
      )}
      <BarBoundary>{dispatches.length > 0 && <TicketPanel dispatches={dispatches} />}</BarBoundary>
    </CommandContext>
  );
};
