import { lazy, type ReactNode, Suspense, useState } from 'react';
import { CommandContext, type CommandRequest } from './CommandContext';
import { TicketPanel } from './TicketPanel';
import { useTicketNews } from './useTicketNews';

const CommandDialog = lazy(() =>
  import('./CommandDialog').then((module) => ({ default: module.CommandDialog })),
);

/** Gives everything inside the one command dialog and the one panel of results. */
export const CommandProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<CommandRequest | null>(null);
  useTicketNews();
  return (
    <CommandContext value={setRequest}>
      {children}
      <Suspense fallback={null}>
        {request && <CommandDialog request={request} onClose={() => setRequest(null)} />}
      </Suspense>
      <TicketPanel />
    </CommandContext>
  );
};
