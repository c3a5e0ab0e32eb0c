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

/** Something that can be done with records, as a button or a menu item shows it. */
export interface OperationItem {
  readonly code: string;
  readonly icon: string | undefined;
  readonly danger: boolean;
  readonly label: string;
  /** The heading under which it stands in a menu. */
  readonly group: string | undefined;
  /** Why it cannot be pressed now; null when it can. */
  readonly reason: string | null;
  readonly open: () => void;
}

/** A function that makes a button or a menu item of an operation and the chosen records: with how many of them it can be done, or why not. */
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

/** Whether a record is a lock of others, which was lent for other things. */
const isWithheld = (code: string, { lent }: Row): boolean =>
  typeof lent === 'number' && !isCommandLent(code, lent);

/** The commands of an entity that are granted; `row` for one record, `bulk` for many. */
export const useGrantedCommands = (
  entity: AnyEntity,
  place: 'row' | 'bulk',
): GrantedOperation[] => {
  const granted = useGrants();
  return operationsOn(entity.commands, place).filter(({ code }) =>
    granted(...commandRights(entity, code)),
  );
};

/** The same for its actions. */
export const useGrantedActions = (entity: AnyEntity, place: 'row' | 'bulk'): GrantedOperation[] => {
  const granted = useGrants();
  return operationsOn(entity.actions, place).filter(({ code }) =>
    granted(...actionRights(entity, code)),
  );
};

/** An operation with its code: the key under which the entity declares it. */
interface GrantedOperation {
  readonly code: string;
  readonly operation: Operation;
}

type Declared = Readonly<Record<string, Operation>>;

/** The operations on one record, or on many at a time, in the order of their declaration. */
export const operationsOn = (declared: object, place: 'row' | 'bulk'): GrantedOperation[] =>
  Object.entries(declared as Declared)
    .filter(([, { on }]) => on === 'both' || on === place)
    .map(([code, operation]) => ({ code, operation }));

/**
 * The operation of a code.
 * @throws Error when none is declared
 */
export const operationOf = (declared: object, code: string): Operation => {
  const operation = (declared as Declared)[code];
  if (!operation) throw new Error(`There is no ${code} among ${Object.keys(declared).join(', ')}`);
  return operation;
};

/** The button code and the call of a command: whoever has either may send it. */
export const commandRights = (entity: AnyEntity, code: string): readonly [string, string] => [
  buttonCode(entity.name, code),
  commandPath(code),
];

/** The button code and the call of an action: whoever has either may do it. */
const actionRights = (entity: AnyEntity, code: string): readonly [string, string] => [
  buttonCode(entity.name, code),
  actionPath(entity.name, code),
];

/** Something that can be done with records in a certain state only. */
export type ConditionalOperation = Pick<Operation, 'when' | 'deniedMessage' | 'anotherThan'>;

/** A record with which it cannot be done now, and the fields whose values forbid it. */
export interface RefusedRecord<T extends Row = Row> {
  readonly record: T;
  readonly fields: readonly string[];
}

export interface AllowedSplit<T extends Row = Row> {
  readonly able: readonly T[];
  readonly blocked: readonly RefusedRecord<T>[];
}

/**
 * The fields that keep something from being done with a record. A field that the view does not carry is left to the
 * server: it decides by the same rule.
 */
export const unmetFields = (
  operation: ConditionalOperation,
  record: Row,
  reader: Pick<ReaderContext, 'operId'>,
): string[] =>
  failedConditions(operation, record, reader).filter((field) => record[field] !== undefined);

/** Sorts records into those with which somebody can do it and those with which they cannot. */
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

/** A function that says in one sentence why something cannot be done with a record. */
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

/** The reason against it in the declaration's own words; undefined where it has none for these fields. */
export const deniedMessage = (
  { deniedMessage }: ConditionalOperation,
  fields: readonly string[],
  locale: Locale,
): string | undefined => {
  const label = fields.map((name) => deniedMessage?.[name]).find(Boolean);
  return label && textOf(label, locale);
};

/** Why a value forbids something, in parts that a sentence is made of. */
interface UnmetReason {
  readonly field: string;
  readonly value: string;
  readonly allowed: string;
}

/** What a number must be. */
const MORE_THAN: Label = ['more than %{above}', '大于 %{above}'];

/** What stands between values of which any will do. */
const OR: Label = [' / ', '、'];

/** The reason one field gives against it, in words of the reader's language. */
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
