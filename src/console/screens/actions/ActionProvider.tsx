import { useNotify } from 'ra-core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ActionContext, type ActionRequest } from './ActionContext';
import { useRunAction } from './useRunAction';

const ActionDialog = lazy(() =>
  import('./ActionDialog').then((module) => ({ default: module.ActionDialog })),
);

/** Gives everything inside the one dialog of actions. */
export const ActionProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<ActionRequest | null>(null);
  const notify = useNotify();
  const { run } = useRunAction();
  const start = async (asked: ActionRequest) => {
    if (!asked.plain) return setRequest(asked);
    const { failed, error } = await run(asked);
    const reason = failed[0]?.why ?? (error instanceof Error ? error.message : error);
    if (reason) notify(String(reason), { type: 'error' });
  };
  return (
    <ActionContext value={start}>
      {children}
      <Suspense fallback={null}>
        {request && <ActionDialog request={request} onClose={() => setRequest(null)} />}
      </Suspense>
    </ActionContext>
  );
};
