import visuallyHidden from '@mui/utils/visuallyHidden';
import { type ReactNode, useState } from 'react';
import { useEvent, useNotify } from 'react-admin';
import { loadable } from '../../fields/views/loadable';
import { BarBoundary, DialogBoundary } from '../app';
import { errorNotice } from '../data';
import {
  ActionContext,
  type ActionRequest,
  CommandContext,
  type CommandRequest,
} from './offer/items';
import { outcomeError, useRunAction } from './send/runAction';
import { useAnnouncement, useTicketBatches, useTicketUpdates } from './tickets/useTickets';

const loadPanel = () => import('./tickets/TicketPanel');
const TicketPanel = loadable(loadPanel, 'TicketPanel');

/** Loads the results panel too: it must not be missing when the command has been sent. */
const CommandDialog = loadable(async () => {
  const [module] = await Promise.all([import('./dialog/CommandDialog'), loadPanel()]);
  return module;
}, 'CommandDialog');

export const CommandProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<CommandRequest | null>(null);
  useTicketUpdates();
  const close = () => setRequest(null);
  return (
    <CommandContext value={setRequest}>
      {children}
      {request && (
        <DialogBoundary onClose={close}>
          <CommandDialog request={request} onClose={close} />
        </DialogBoundary>
      )}
      <BarBoundary>
        <Tickets />
      </BarBoundary>
    </CommandContext>
  );
};

/** Announces and shows the results of the commands sent from this window. */
const Tickets = () => {
  const dispatches = useTicketBatches();
  const news = useAnnouncement(dispatches);
  return (
    <>
      <span role="status" style={visuallyHidden}>
        {news}
      </span>
      {dispatches.length > 0 && <TicketPanel dispatches={dispatches} />}
    </>
  );
};

const ActionDialog = loadable(() => import('./dialog/ActionDialog'), 'ActionDialog');

export const ActionProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<ActionRequest | null>(null);
  const notify = useNotify();
  const { run } = useRunAction();
  // Stable identity: the buttons of every row depend on it.
  const start = useEvent(async (newRequest: ActionRequest) => {
    if (!newRequest.immediate) return setRequest(newRequest);
    const error = outcomeError(await run(newRequest));
    if (error) notify(...errorNotice(error));
  });
  return (
    <ActionContext value={start}>
      {children}
      {request && <ActionDialog request={request} onClose={() => setRequest(null)} />}
    </ActionContext>
  );
};
