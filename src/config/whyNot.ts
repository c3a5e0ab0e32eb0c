import type { Label } from '../domain/label';
import { isWithheld } from '../domain/live';
import { ownValue } from '../domain/ownValue';
import type { AnyEntity } from './console';
import { type Field, type Fields, isBlank, type Row } from './field';
import { deniedMessageOf, type Operation, unmetConditions } from './operation';
import { frozenIn, frozenSets } from './states';

/** A change, command or action that the caller wants. `values` are those of a form, or the changes. */
export type Attempt =
  | { readonly verb: 'update' | 'delete' }
  | { readonly command: string }
  | { readonly action: string }
  | { readonly field: string; readonly values: Row };

/** Reasons why a row cannot be changed, deleted or chosen for an action, by verb or code. Others are allowed. */
export type LockReasons = Readonly<Record<string, Label | undefined>>;

/** Reason why an attempt is not allowed. */
export type Reason =
  /** The server locks the record against the verb or action. */
  | { readonly kind: 'locked'; readonly message: Label }
  /** Only an organisation above may do it. */
  | { readonly kind: 'superior' }
  /** The state of the record freezes it, or these fields. */
  | { readonly kind: 'frozen'; readonly fields: readonly string[] }
  /** The lock is borrowed, and its loan lacks the command. */
  | { readonly kind: 'notLent' }
  /** The values of these fields do not meet the conditions. `message` is the declared reason, if there is one. */
  | { readonly kind: 'unmet'; readonly fields: readonly string[]; readonly message?: Label };

/** Record that an attempt is not allowed on. */
export interface Refused<R extends Row = Row> {
  readonly record: R;
  readonly reason: Reason;
}

export interface AllowedSplit<R extends Row = Row> {
  readonly allowed: readonly R[];
  readonly refused: readonly Refused<R>[];
}

/** The caller. `hasSuperior` is true if an organisation is above the caller's. */
export interface ReaderContext {
  readonly operId: unknown;
  readonly orgId: unknown;
  readonly hasSuperior: boolean;
}

interface JudgeContext extends ReaderContext {
  readonly lockReasons?: (record: Row) => LockReasons | undefined;
  /**
   * Set for records as a view carries them: conditions on fields that they lack are left to the server, and loans are
   * read from them. The server itself looks loans up.
   */
  readonly isPartialRecord?: boolean;
}

/**
 * Returns the first reason why an attempt is not allowed, in the order of `Reason`; undefined if it is allowed.
 * @param record undefined for a new one
 */
export const whyNot = (
  entity: AnyEntity,
  attempt: Attempt,
  record: Row | undefined,
  reader: JudgeContext,
): Reason | undefined => {
  const code = 'verb' in attempt ? attempt.verb : 'action' in attempt ? attempt.action : '';
  const message = record && ownValue(reader.lockReasons?.(record) ?? {}, code);
  if (message) return { kind: 'locked', message };
  if ('verb' in attempt) {
    return record && frozenIn(entity, record) === 'all'
      ? { kind: 'frozen', fields: [] }
      : undefined;
  }
  if ('field' in attempt) {
    const field: Field | undefined = ownValue(entity.fields, attempt.field);
    const edit = { current: record, values: attempt.values };
    const isReserved =
      field?.changedBy === 'superior' && isReservedForSuperior(entity, edit, reader);
    if (isReserved) return { kind: 'superior' };
    const frozen = record ? frozenIn(entity, record) : [];
    return frozen === 'all' || frozen.includes(attempt.field)
      ? { kind: 'frozen', fields: [attempt.field] }
      : undefined;
  }
  const operation = attemptedOperation(entity, attempt);
  return operation && record && whyNotOperation(entity, { attempt, operation }, record, reader);
};

const whyNotOperation = (
  entity: AnyEntity,
  { attempt, operation }: { readonly attempt: Attempt; readonly operation: Operation },
  record: Row,
  reader: JudgeContext,
): Reason | undefined => {
  const { doneBy } = operation;
  const { isPartialRecord } = reader;
  const edit = { current: record, values: {} };
  if (doneBy === 'superior' && isReservedForSuperior(entity, edit, reader)) {
    return { kind: 'superior' };
  }
  if (
    isPartialRecord &&
    'command' in attempt &&
    isWithheld(attempt.command, record, reader.orgId)
  ) {
    return { kind: 'notLent' };
  }
  const fields = failedConditions(operation, record, reader).filter(
    (name) => !isPartialRecord || record[name] !== undefined,
  );
  if (fields.length === 0) {
    const frozen = 'action' in attempt ? frozenSets(entity, attempt.action, operation, record) : [];
    return frozen.length > 0 ? { kind: 'frozen', fields: frozen } : undefined;
  }
  const message = fields
    .map((name) => deniedMessageOf(operation, name, record[name]))
    .find(Boolean);
  return { kind: 'unmet', fields, ...(message && { message }) };
};

/** Splits records into those that an attempt is allowed on and the others. @param judge returns the reason against it */
export const splitAllowed = <R extends Row>(
  records: readonly R[],
  judge: (record: R) => Reason | undefined,
): AllowedSplit<R> => {
  const verdicts = records.map((record) => ({ record, reason: judge(record) }));
  return {
    allowed: verdicts.flatMap(({ record, reason }) => (reason ? [] : [record])),
    refused: verdicts.flatMap(({ record, reason }) => (reason ? [{ record, reason }] : [])),
  };
};

/** Returns the command or action of an attempt; undefined for others, and for one that the entity does not declare. */
export const attemptedOperation = (
  { commands, actions }: Pick<AnyEntity, 'commands' | 'actions'>,
  attempt: Attempt,
): Operation | undefined => {
  if ('command' in attempt) return ownValue(commands, attempt.command);
  return 'action' in attempt ? ownValue(actions, attempt.action) : undefined;
};

/**
 * True if the caller may not set values reserved for a superior organisation: the record belongs to the caller's own
 * organisation, or would after this change. A caller who sees a record of another organisation is above it.
 */
const isReservedForSuperior = (
  { scope }: Pick<AnyEntity, 'scope'>,
  { current, values }: { readonly current?: Row; readonly values: Row },
  { orgId, hasSuperior }: ReaderContext,
): boolean => {
  if (!hasSuperior) return false;
  if (scope === 'id') return current !== undefined && same(current.id, orgId);
  const orgs = [...(current ? [current[scope]] : []), { ...current, ...values }[scope]];
  return orgs.some((org) => isBlank(org) || same(org, orgId));
};

/** Returns the fields whose conditions block the operation for this record and caller. */
const failedConditions = (
  { when, anotherThan, onlyBy }: Operation,
  record: Row,
  { operId }: ReaderContext,
): string[] => {
  const fields = unmetConditions(when, record);
  const isOwn = anotherThan !== undefined && same(record[anotherThan], operId);
  const isOthers = onlyBy !== undefined && !same(record[onlyBy], operId);
  return [...(isOwn ? [anotherThan] : []), ...(isOthers ? [onlyBy] : []), ...fields];
};

/** Returns the fields and actions reserved for a superior organisation in an entity whose records have none. */
export const entriesWithoutOrganisation = ({ scope, fields, actions }: AnyEntity): string[] => {
  if (scope === 'id' || scope in fields) return [];
  const reserved = Object.entries(fields as Fields).filter(([, { changedBy }]) => changedBy);
  const done = Object.entries(actions as Readonly<Record<string, Operation>>).filter(
    ([, { doneBy }]) => doneBy,
  );
  return [...reserved, ...done].map(([each]) => each);
};

const same = (one: unknown, other: unknown) => String(one) === String(other);
