import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { type AnyEntity, type Field, type Operation, unmet } from '../../config';
import { type Locale, textOf } from '../../domain/label';
import { schemaOf } from '../../fields';
import { useReaderLocale, useText } from '../../fields/reader';
import { actionPath, commandPath } from '../../protocol';
import { useGrants } from '../data';

/** Something that can be done with records, as a button or a menu item shows it. */
export interface OperationItem {
  readonly code: string;
  readonly icon: string | undefined;
  readonly danger: boolean;
  readonly label: string;
  /** Why it cannot be pressed now; null when it can. */
  readonly reason: string | null;
  readonly open: () => void;
}

type Row = Readonly<Record<string, unknown>>;

/** A function that puts an offering and the chosen records into an offer: with how many it can be done, or why not. */
export const useOperationItem = (entity: AnyEntity) => {
  const translate = useTranslate();
  const text = useText();
  const unmetText = useUnmetText(entity);
  return (
    { code, offering }: CodedOperation,
    records: readonly Row[],
    open: () => void,
  ): OperationItem => {
    const { able, blocked } = splitRecords(offering, records);
    const first = blocked[0];
    const reason = () => {
      if (able.length > 0 || !first) return null;
      const why = unmetText(offering, first);
      return records.length === 1 ? why : translate('offers.noneAble', { reason: why });
    };
    const label = text(offering.label);
    const counts = translate('offers.able', { able: able.length, all: records.length });
    return {
      code,
      icon: offering.icon,
      danger: offering.danger,
      label: able.length > 0 && first ? `${label} (${counts})` : label,
      reason: reason(),
      open,
    };
  };
};

/** The commands of an entity that are granted; `row` for one record, `bulk` for many. */
export const useGrantedCommands = (entity: AnyEntity, place: 'row' | 'bulk'): CodedOperation[] => {
  const granted = useGrants();
  return operationsOn(entity.commands, place).filter(({ code }) =>
    granted(...commandRights(entity, code)),
  );
};

/** The same for its actions. */
export const useGrantedActions = (entity: AnyEntity, place: 'row' | 'bulk'): CodedOperation[] => {
  const granted = useGrants();
  return operationsOn(entity.actions, place).filter(({ code }) =>
    granted(...actionRights(entity, code)),
  );
};

/** An offering with its code: the key under which the entity declares it. */
interface CodedOperation {
  readonly code: string;
  readonly offering: Operation;
}

type Declared = Readonly<Record<string, Operation>>;

/** What an entity offers for one record, or for many at a time, in the order of its declaration. */
export const operationsOn = (declared: object, place: 'row' | 'bulk'): CodedOperation[] =>
  Object.entries(declared as Declared)
    .filter(([, { on }]) => on === 'both' || on === place)
    .map(([code, offering]) => ({ code, offering }));

/**
 * The offering of a code.
 * @throws Error when none is declared
 */
export const operationOf = (declared: object, code: string): Operation => {
  const offering = (declared as Declared)[code];
  if (!offering) throw new Error(`There is no ${code} among ${Object.keys(declared).join(', ')}`);
  return offering;
};

/** The button code and the call of a command: whoever has either may send it. */
export const commandRights = (entity: AnyEntity, code: string): readonly [string, string] => [
  `${entity.name}:${code}`,
  commandPath(code),
];

/** The button code and the call of an action: whoever has either may do it. */
const actionRights = (entity: AnyEntity, code: string): readonly [string, string] => [
  `${entity.name}:${code}`,
  actionPath(entity.name, code),
];

/** Something that can be done with records in a certain state only. */
export type Conditional = Pick<Operation, 'when'>;

/** A record with which it cannot be done now, and the fields whose values forbid it. */
export interface Blocked<T extends Row = Row> {
  readonly record: T;
  readonly fields: readonly string[];
}

export interface Split<T extends Row = Row> {
  readonly able: readonly T[];
  readonly blocked: readonly Blocked<T>[];
}

/**
 * The fields that keep something from being done with a record. A field that the view does not carry is left to the
 * server: it decides by the same rule.
 */
export const unmetFields = ({ when }: Conditional, record: Row): string[] =>
  unmet(when, record).filter((field) => record[field] !== undefined);

/** Sorts records into those with which it can be done and those with which it cannot. */
export const splitRecords = <T extends Row>(
  offering: Conditional,
  records: readonly T[],
): Split<T> => {
  const judged = records.map((record) => ({ record, fields: unmetFields(offering, record) }));
  return {
    able: judged.filter(({ fields }) => fields.length === 0).map(({ record }) => record),
    blocked: judged.filter(({ fields }) => fields.length > 0),
  };
};

/** A function that says in one sentence why something cannot be done with a record. */
export const useUnmetText = (
  entity: AnyEntity,
): ((offering: Conditional, blocked: Blocked) => string) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  return useCallback(
    (offering, { record, fields }) =>
      fields
        .map((name) =>
          translate('offers.unmet', {
            ...unmetReason(entity, offering, name, record[name], locale),
          }),
        )
        .join(' '),
    [translate, locale, entity],
  );
};

/** Why a value forbids something, in parts that a sentence is made of. */
interface UnmetReason {
  readonly field: string;
  readonly value: string;
  readonly allowed: string;
}

/** The reason one field gives against it, in words of the reader's language. */
export const unmetReason = (
  entity: AnyEntity,
  { when }: Conditional,
  name: string,
  value: unknown,
  locale: Locale,
): UnmetReason => {
  const field = entity.fields[name] as Field;
  const { text } = schemaOf(field);
  const wordOf = (each: unknown) => text?.(each, field, locale) ?? String(each ?? '');
  const allowed: readonly unknown[] =
    (when as Readonly<Record<string, readonly unknown[]>> | undefined)?.[name] ?? [];
  return {
    field: textOf(field.label, locale),
    value: wordOf(value),
    allowed: allowed.map(wordOf).join(locale === 'zh' ? '、' : ' / '),
  };
};

/** A record as a command sees it: its lock's number, and whatever else the view knows of it. */
export interface Target {
  readonly sn: string;
  readonly [field: string]: unknown;
}

/** Whether a lock would only hear of it later. What is not known counts as online: the ticket will tell. */
export const isOffline = (target: Target): boolean => target.communicate_status === 0;
