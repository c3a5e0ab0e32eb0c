import { type ReactNode, useState } from 'react';
import { useEvent, useNotify } from 'react-admin';
import { loadable } from '../../fields/views/loadable';
import { errorNotice } from '../data';
import { ActionContext, type ActionRequest } from './offer/items';
import { outcomeError, useRunAction } from './send/runAction';

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
