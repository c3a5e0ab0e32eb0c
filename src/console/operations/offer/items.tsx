import { createContext, useContext } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import type { AnyEntity, Operation } from '../../../config';
import type { CommandTargets } from '../../../protocol';
import {
  type OperationItem,
  useGrantedActions,
  useGrantedCommands,
  useOperationItem,
} from './availability';

/** Record as a command target: the lock's number, and any other fields of the view. */
export interface Target {
  readonly sn: string;
  readonly [field: string]: unknown;
}

export interface CommandRequest {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly targets: readonly Target[];
  /** Description of the locks in place of `targets`; the server resolves it. */
  readonly aim?: CommandTargets;
}

type OpenCommand = (request: CommandRequest) => void;

export const CommandContext = createContext<OpenCommand>(() => {
  throw new Error('A command needs a CommandProvider around it');
});

/** Returns a function that opens the dialog of a command. Nothing is sent before it is confirmed there. */
export const useCommand = (): OpenCommand => useContext(CommandContext);

/** Returns the granted commands of an entity for the chosen records; `row` for one, `bulk` for many. */
export const useCommandItems = (
  entity: AnyEntity,
  targets: readonly Target[],
  place: 'row' | 'bulk',
): OperationItem[] => {
  const toItem = useOperationItem(entity);
  const open = useCommand();
  return useGrantedCommands(entity, place).map((each) =>
    toItem(each, {
      attempt: { command: each.code },
      records: targets,
      open: () => open({ entity, code: each.code, targets }),
    }),
  );
};

export interface ActionRequest {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly records: readonly RaRecord[];
  /** Run it without a dialog, because it needs no input. */
  readonly immediate?: boolean;
  /** Called after it succeeded for at least one record. */
  readonly onDone?: () => void;
}

type StartAction = (request: ActionRequest) => void;

export const ActionContext = createContext<StartAction>(() => {
  throw new Error('An action needs an ActionProvider around it');
});

/** Returns a function that opens the dialog of an action, or runs it at once if it needs no input. */
const useAction = (): StartAction => useContext(ActionContext);

/** True if an action needs neither arguments nor a confirmation. */
const needsNothing = ({ args, confirm, danger }: Operation) =>
  Object.keys(args).length === 0 && !confirm && !danger;

/**
 * Returns the granted actions of an entity for the chosen records; `row` for one, `bulk` for many.
 * @param onDone called with the code of an action after it succeeded for at least one record
 */
export const useActionItems = (
  entity: AnyEntity,
  records: readonly RaRecord[],
  place: 'row' | 'bulk',
  onDone?: (code: string) => void,
): OperationItem[] => {
  const toItem = useOperationItem(entity);
  const start = useAction();
  const translate = useTranslate();
  return useGrantedActions(entity, place)
    .map((each) => {
      const { code, operation } = each;
      const request = {
        entity,
        code,
        records,
        immediate: place === 'row' && needsNothing(operation),
        onDone: onDone && (() => onDone(code)),
      };
      const item = toItem(each, {
        attempt: { action: code },
        records,
        open: () => start(request),
      });
      const counts = { label: item.label, all: records.length };
      return place === 'row' && records.length > 1
        ? { ...item, label: translate('operations.offer.several', counts) }
        : item;
    })
    .filter(({ hidden }) => !hidden);
};

/** Returns the actions that the operator may take on a record, or on equal records of one row, now. */
export const useAllowedActions = (
  entity: AnyEntity,
  ...records: readonly RaRecord[]
): OperationItem[] =>
  useActionItems(entity, records, 'row').filter(({ reason }) => reason === null);

/** Returns the next step: the first action that does not end a state, such as to take an alarm, then to process it. */
export const nextStep = (items: readonly OperationItem[]): OperationItem | undefined =>
  items.find(({ stateLabel }) => stateLabel === undefined);
