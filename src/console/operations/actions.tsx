import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { type RaRecord, useEvent, useNotify } from 'react-admin';
import type { AnyEntity, Operation } from '../../config';
import { type OperationItem, useGrantedActions, useOperationItem } from './availability';
import { BulkOperations, RowOperations } from './buttons';
import { CopySettingsDialog, type Target, useCommandItems, useCopyItem } from './commands';
import { outcomeError, useRunAction } from './runAction';

/** Chosen action with its records. */
export interface ActionRequest {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly records: readonly RaRecord[];
  /** Run it without a dialog, because it needs no input. */
  readonly immediate?: boolean;
}

type StartAction = (request: ActionRequest) => void;

const ActionContext = createContext<StartAction>(() => {
  throw new Error('An action needs an ActionProvider around it');
});

/** Returns a function that opens the dialog of an action, or runs it at once if it needs no input. */
const useAction = (): StartAction => useContext(ActionContext);

const ActionDialog = lazy(() =>
  import('./ActionDialog').then((module) => ({ default: module.ActionDialog })),
);

/** Mounts the shared dialog of all actions. */
export const ActionProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<ActionRequest | null>(null);
  const notify = useNotify();
  const { run } = useRunAction();
  // Stable identity: the buttons of every row depend on it.
  const start = useEvent(async (newRequest: ActionRequest) => {
    if (!newRequest.immediate) return setRequest(newRequest);
    const why = outcomeError(await run(newRequest));
    if (why) notify(why, { type: 'error' });
  });
  return (
    <ActionContext value={start}>
      {children}
      <Suspense fallback={null}>
        {request && <ActionDialog request={request} onClose={() => setRequest(null)} />}
      </Suspense>
    </ActionContext>
  );
};

/** True if an action needs neither arguments nor a confirmation. */
const needsNothing = ({ args, confirm, danger }: Operation) =>
  Object.keys(args).length === 0 && !confirm && !danger;

/** Returns the granted actions of an entity for the chosen records; `row` for one, `bulk` for many. */
export const useActionItems = (
  entity: AnyEntity,
  records: readonly RaRecord[],
  place: 'row' | 'bulk',
): OperationItem[] => {
  const toItem = useOperationItem(entity);
  const start = useAction();
  return useGrantedActions(entity, place).map((each) => {
    const immediate = place === 'row' && needsNothing(each.operation);
    const request = { entity, code: each.code, records, immediate };
    const attempt = { action: each.code };
    return toItem(each, { attempt, records, open: () => start(request) });
  });
};

interface RecordButtonsProps {
  readonly entity: AnyEntity;
  readonly record: RaRecord;
  /** Record as a command target; undefined if it is not a lock. */
  readonly target: Target | undefined;
}

/**
 * Commands and actions of one record. The first are buttons, the others are in a menu; actions that are possible now
 * come before the rest.
 */
export const RecordButtons = ({ entity, record, target }: RecordButtonsProps) => {
  const commands = useCommandItems(entity, target ? [target] : [], 'row');
  const actions = useActionItems(entity, [record], 'row').sort(
    (a, b) => Number(a.reason !== null) - Number(b.reason !== null),
  );
  return <RowOperations items={[...(target ? commands : []), ...actions]} />;
};

interface BulkButtonsProps {
  readonly entity: AnyEntity;
  readonly records: readonly RaRecord[];
  /** Locks among the records, as command targets. */
  readonly targets: readonly Target[];
}

/** Commands and actions for the chosen records. Each shows how many of them it applies to, unless it applies to all. */
export const BulkButtons = ({ entity, records, targets }: BulkButtonsProps) => {
  const commands = useCommandItems(entity, targets, 'bulk');
  const actions = useActionItems(entity, records, 'bulk');
  const [copying, setCopying] = useState(false);
  const copy = useCopyItem(entity, () => setCopying(true));
  const commandItems = copy && commands.length > 0 ? [...commands, copy] : commands;
  return (
    <>
      <BulkOperations
        onPhone={commandItems.length > 0 ? 2 : 3}
        items={[...commandItems, ...actions]}
      />
      <Suspense fallback={null}>
        {copying && (
          <CopySettingsDialog
            entity={entity}
            targets={targets.map(({ sn }) => sn)}
            onClose={() => setCopying(false)}
          />
        )}
      </Suspense>
    </>
  );
};
