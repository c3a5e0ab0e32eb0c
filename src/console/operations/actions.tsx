import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { type RaRecord, useEvent, useNotify } from 'react-admin';
import type { AnyEntity, Operation } from '../../config';
import { type OperationItem, useGrantedActions, useOperationItem } from './availability';
import { BulkOperations, RowOperations } from './buttons';
import { CopySettingsDialog, type Target, useCommandItems, useCopyItem } from './commands';
import { outcomeError, useRunAction } from './runAction';

/** An action that somebody chose, and the records it was chosen for. */
export interface ActionRequest {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly records: readonly RaRecord[];
  /** Done without a dialog: the press of the button was all there is to say. */
  readonly immediate?: boolean;
}

type StartAction = (request: ActionRequest) => void;

const ActionContext = createContext<StartAction>(() => {
  throw new Error('An action needs an ActionProvider around it');
});

/** A function that opens the dialog of an action, or does it at once where nothing is to be said. */
const useAction = (): StartAction => useContext(ActionContext);

const ActionDialog = lazy(() =>
  import('./ActionDialog').then((module) => ({ default: module.ActionDialog })),
);

/** Gives everything inside the one dialog of actions. */
export const ActionProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<ActionRequest | null>(null);
  const notify = useNotify();
  const { run } = useRunAction();
  // The same always: each row has buttons that start something.
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

/** Whether a press of the button is enough: nothing to enter, nothing to think over. */
const needsNothing = ({ args, confirm, danger }: Operation) =>
  Object.keys(args).length === 0 && !confirm && !danger;

/** The granted actions of an entity for the chosen records; `row` for one, `bulk` for many. */
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
    return toItem(each, records, () => start(request));
  });
};

interface RecordButtonsProps {
  readonly entity: AnyEntity;
  readonly record: RaRecord;
  /** The record as what commands are sent to; undefined for one that is no lock. */
  readonly target: Target | undefined;
}

/**
 * What can be done with one record: its commands, then its actions, of which those possible now come first. The first
 * are buttons, the others stand in a menu.
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
  /** Those of them that commands are sent to. */
  readonly targets: readonly Target[];
}

/**
 * What can be done with the chosen records: commands, then actions; each says how many of them it can be done with
 * where not with all.
 */
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
