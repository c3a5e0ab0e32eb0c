import { useCallback } from 'react';
import { useTranslate } from 'react-admin';
import {
  type AnyEntity,
  type Condition,
  type Field,
  failedConditions,
  isGreaterThan,
  isReservedForSuperior,
  type Operation,
  type ReaderContext,
  type Row,
  superiorOnlyMessage,
} from '../../config';
import { filledText, type Label, type Locale, textOf } from '../../domain/label';
import { isCommandLent } from '../../domain/live';
import { schemaOf } from '../../fields';
import { useReaderLocale, useText } from '../../fields/reader';
import { actionPath, buttonCode, commandPath } from '../../protocol';
import { useGrants, useReaderContext } from '../data';

/** Operation as a button or menu item shows it. */
export interface OperationItem {
  readonly code: string;
  readonly icon: string | undefined;
  readonly danger: boolean;
  readonly label: string;
  /** Heading in the menu; undefined for none. */
  readonly group: string | undefined;
  /** Reason why it is disabled; null if it is enabled. */
  readonly reason: string | null;
  readonly open: () => void;
}

/**
 * Returns a function that makes a button or menu item of an operation for the chosen records. Its label has the number
 * of records that it applies to, and its reason tells why it applies to none.
 */
export const useOperationItem = (entity: AnyEntity) => {
  const translate = useTranslate();
  const text = useText();
  const unmetText = useReasonText(entity);
  const reader = useReaderContext();
  return (
    { code, operation }: GrantedOperation,
    records: readonly Row[],
    open: () => void,
  ): OperationItem => {
    const { able, blocked } = splitRecords(operation, records, reader);
    const first = blocked[0];
    const isReserved = (current: Row) =>
      isReservedForSuperior(entity, { current, values: {} }, reader);
    const reason = () => {
      if (operation.doneBy === 'superior' && records.length > 0 && records.every(isReserved)) {
        return text(superiorOnlyMessage);
      }
      if (records.length > 0 && records.every((record) => isWithheld(code, record))) {
        return translate('operations.offer.notLent');
      }
      if (able.length > 0 || !first) return null;
      const why = unmetText(operation, first);
      return records.length === 1 ? why : translate('operations.offer.noneAble', { reason: why });
    };
    const label = text(operation.label);
    const counts = { label, able: able.length, all: records.length };
    return {
      code,
      icon: operation.icon,
      danger: operation.danger,
      label: able.length > 0 && first ? translate('operations.offer.able', counts) : label,
      group: operation.group && text(operation.group),
      reason: reason(),
      open,
    };
  };
};

/** True if a record is a borrowed lock, and the loan does not include the command. */
const isWithheld = (code: string, { lent }: Row): boolean =>
  typeof lent === 'number' && !isCommandLent(code, lent);

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

/** Returns the granted actions of an entity; `row` for one record, `bulk` for many. */
export const useGrantedActions = (entity: AnyEntity, place: 'row' | 'bulk'): GrantedOperation[] => {
  const granted = useGrants();
  return operationsOn(entity.actions, place).filter(({ code }) =>
    granted(...actionRights(entity, code)),
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

/** Returns the button code and the call of an action. Either of them grants it. */
const actionRights = (entity: AnyEntity, code: string): readonly [string, string] => [
  buttonCode(entity.name, code),
  actionPath(entity.name, code),
];

/** Operation that requires a certain state of its records. */
export type ConditionalOperation = Pick<Operation, 'when' | 'deniedMessage' | 'anotherThan'>;

/** Record that an operation does not apply to, with the fields whose values forbid it. */
export interface RefusedRecord<T extends Row = Row> {
  readonly record: T;
  readonly fields: readonly string[];
}

export interface AllowedSplit<T extends Row = Row> {
  readonly able: readonly T[];
  readonly blocked: readonly RefusedRecord<T>[];
}

/**
 * Returns the fields whose values forbid an operation on a record. Fields that the record lacks are left to the server,
 * which applies the same rule.
 */
export const unmetFields = (
  operation: ConditionalOperation,
  record: Row,
  reader: Pick<ReaderContext, 'operId'>,
): string[] =>
  failedConditions(operation, record, reader).filter((field) => record[field] !== undefined);

/** Splits records into those that an operation applies to and the others. */
export const splitRecords = <T extends Row>(
  operation: ConditionalOperation,
  records: readonly T[],
  reader: Pick<ReaderContext, 'operId'>,
): AllowedSplit<T> => {
  const judged = records.map((record) => ({
    record,
    fields: unmetFields(operation, record, reader),
  }));
  return {
    able: judged.filter(({ fields }) => fields.length === 0).map(({ record }) => record),
    blocked: judged.filter(({ fields }) => fields.length > 0),
  };
};

/** Returns a function that explains in one sentence why an operation does not apply to a record. */
export const useReasonText = (
  entity: AnyEntity,
): ((operation: ConditionalOperation, blocked: RefusedRecord) => string) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  return useCallback(
    (operation, { record, fields }) => {
      const declared = deniedMessage(operation, fields, locale);
      if (declared !== undefined) return declared;
      const sentenceOf = (name: string) =>
        translate('operations.offer.unmet', {
          ...unmetParts(entity, operation, name, record[name], locale),
        });
      return fields.map(sentenceOf).join(' ');
    },
    [translate, locale, entity],
  );
};

/** Returns the declared reason for these fields; undefined if there is none. */
export const deniedMessage = (
  { deniedMessage }: ConditionalOperation,
  fields: readonly string[],
  locale: Locale,
): string | undefined => {
  const label = fields.map((name) => deniedMessage?.[name]).find(Boolean);
  return label && textOf(label, locale);
};

/** Parts of the sentence that explains why a value forbids an operation. */
interface UnmetReason {
  readonly field: string;
  readonly value: string;
  readonly allowed: string;
}

/** Lower bound of an allowed number. */
const MORE_THAN: Label = ['more than %{above}', '大于 %{above}'];

/** Separator between alternative values. */
const OR: Label = [' / ', '、'];

/** Describes in the reader's language why one field forbids an operation. */
export const unmetParts = (
  entity: AnyEntity,
  { when }: ConditionalOperation,
  name: string,
  value: unknown,
  locale: Locale,
): UnmetReason => {
  const field = entity.fields[name] as Field;
  const { text } = schemaOf(field);
  const wordOf = (each: unknown) => text?.(each, field, locale) ?? String(each ?? '');
  const { [name]: condition = [] } = (when ?? {}) as Readonly<Record<string, Condition<number>>>;
  return {
    field: textOf(field.label, locale),
    value: wordOf(value),
    allowed: isGreaterThan(condition)
      ? filledText(textOf(MORE_THAN, locale), { above: wordOf(condition.above) })
      : condition.map(wordOf).join(textOf(OR, locale)),
  };
};
