import { useState } from 'react';
import { useTranslate } from 'react-admin';
import {
  type AllowedSplit,
  type AnyEntity,
  type Attempt,
  type Operation,
  type Row,
  splitAllowed,
} from '../../../config';
import { useText } from '../../../fields/views/reader';
import { actionPath, buttonCode, commandPath } from '../../../protocol';
import { useWhyNot } from '../../app';
import { useGrants } from '../../data';

export interface OperationItem {
  readonly code: string;
  readonly icon: string | undefined;
  readonly danger: boolean;
  readonly label: string;
  /** Heading in the menu; undefined for none. */
  readonly group: string | undefined;
  /** Reason why it is disabled; null if it is enabled. */
  readonly reason: string | null;
  /** Hidden, because it is possible for none of the records and another operation replaces it. */
  readonly hidden?: boolean;
  /** State of all the records that the operation ends. */
  readonly stateLabel?: string;
  /** Keyboard shortcut beside a list, a letter. */
  readonly shortcut?: string;
  readonly open: () => void;
}

/** Joins the reasons why none of the operations is possible, each once; '' if one is possible. */
export const sharedReason = (items: readonly Pick<OperationItem, 'reason'>[]): string => {
  const reasons = new Set(items.map(({ reason }) => reason));
  if (reasons.has(null)) return '';
  return [...reasons].join(' · ').replaceAll('. ·', ' ·');
};

type OperationUse = Pick<OperationItem, 'open'> & { attempt: Attempt; records: readonly Row[] };

/**
 * Returns a function that makes a button or menu item of an operation for the chosen records. Its label has the number
 * of records that it applies to, and its reason tells why it applies to none.
 */
export const useOperationItem = (entity: AnyEntity) => {
  const translate = useTranslate();
  const text = useText();
  const whyNot = useWhyNot(entity);
  return (
    { code, operation }: GrantedOperation,
    { attempt, records, open }: OperationUse,
  ): OperationItem => {
    const { allowed, refused } = splitAllowed(records, (each) => whyNot.reason(attempt, each));
    const [first] = refused;
    const reason = () => {
      if (allowed.length > 0 || !first) return null;
      const why = whyNot.textOf(attempt, first);
      return records.length === 1 ? why : translate('operations.offer.noneAble', { reason: why });
    };
    const label = text(operation.label);
    const counts = { label, able: allowed.length, all: records.length };
    return {
      code,
      icon: operation.icon,
      danger: operation.danger,
      label: allowed.length > 0 && first ? translate('operations.offer.able', counts) : label,
      group: operation.group && text(operation.group),
      reason: reason(),
      hidden: operation.hiddenIfUnmet === true && records.length > 0 && allowed.length === 0,
      stateLabel: operation.stateLabel && !first ? text(operation.stateLabel) : undefined,
      shortcut: operation.shortcut,
      open,
    };
  };
};

/** Returns the granted commands of an entity; `row` for one record, `bulk` for many. */
export const useGrantedCommands = (
  entity: AnyEntity,
  place: 'row' | 'bulk',
): GrantedOperation[] => {
  const granted = useGrants();
  return operationsOn(entity.commands, place).filter(({ code }) =>
    granted(...commandRights(entity, code)),
  );
};

/** Returns the granted actions of an entity; `row` for one record, `bulk` for many. None if it is not declared. */
export const useGrantedActions = (
  entity: AnyEntity | undefined,
  place: 'row' | 'bulk',
): GrantedOperation[] => {
  const granted = useGrants();
  if (!entity) return [];
  return operationsOn(entity.actions, place).filter(({ code, operation: { grantedWith = code } }) =>
    granted(buttonCode(entity.name, grantedWith), actionPath(entity.name, grantedWith)),
  );
};

/** Operation with its code, the key in the entity's declaration. */
interface GrantedOperation {
  readonly code: string;
  readonly operation: Operation;
}

type Declared = Readonly<Record<string, Operation>>;

/** Returns the operations on one record, or on many at a time, in the order of their declaration. */
export const operationsOn = (declared: object, place: 'row' | 'bulk'): GrantedOperation[] =>
  Object.entries(declared as Declared)
    .filter(([, { on }]) => on === 'both' || on === place)
    .map(([code, operation]) => ({ code, operation }));

/**
 * Returns the operation with a code.
 * @throws Error if none is declared
 */
export const operationOf = (declared: object, code: string): Operation => {
  const operation = (declared as Declared)[code];
  if (!operation) throw new Error(`There is no ${code} among ${Object.keys(declared).join(', ')}`);
  return operation;
};

/** Returns the button code and the call of a command. Either of them grants it. */
export const commandRights = (entity: AnyEntity, code: string): readonly [string, string] => [
  buttonCode(entity.name, code),
  commandPath(code),
];

/** Splits records by an attempt. Splits once: the attempt may change the records while its dialog is open. */
export const useAllowedRecords = <R extends Row>(
  entity: AnyEntity,
  attempt: Attempt,
  records: readonly R[],
): AllowedSplit<R> => {
  const { reason } = useWhyNot(entity);
  return useState(() => splitAllowed(records, (each) => reason(attempt, each)))[0];
};
