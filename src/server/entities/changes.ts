import { type AnyEntity, appearsIn, type Fields, whyNot } from '../../config';
import type { Label } from '../../domain/label';
import { ownValue } from '../../domain/ownValue';
import { isSecret, superiorOnlyMessage } from '../../fields';
import {
  CallError,
  type Caller,
  type CallValues,
  invalidInput,
  serverLabel,
} from '../calls/endpoint';
import { fieldsOf } from './fieldsOf';
import { readerOf } from './refusals';
import { parseValue } from './values';

/** Returns the errors by the entity's rules that involve several fields. */
export const recordProblems = (entity: AnyEntity, record: CallValues): Record<string, Label> => {
  const messages: Readonly<Record<string, Label | undefined>> =
    entity.check?.(record as never) ?? {};
  return Object.fromEntries(
    Object.entries(messages).flatMap(([name, label]) => (label ? [[name, label]] : [])),
  );
};

/** @throws CallError `invalid` with `recordProblems` */
export const checkRecord = (entity: AnyEntity, record: CallValues): void => {
  const wrong = recordProblems(entity, record);
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong);
};

/**
 * Returns the changed fields that only an organisation above the record's own may set, with the reason; empty if the
 * caller may set them.
 * @param current undefined for a new record, for which the initial values are always allowed
 */
export const reservedFields = (
  entity: AnyEntity,
  { current, values }: { readonly current?: CallValues; readonly values: CallValues },
  { oper }: Caller,
): Readonly<Record<string, Label>> => {
  const fields = fieldsOf(entity);
  const change = current ? values : { [entity.scope]: oper.org_id, ...values };
  const reader = readerOf(oper);
  const reserved = Object.entries(values).filter(
    ([name, value]) =>
      (current !== undefined || (value ?? fields[name]?.initial) !== fields[name]?.initial) &&
      whyNot(entity, { field: name, values: change }, current, reader),
  );
  return Object.fromEntries(reserved.map(([name]) => [name, superiorOnlyMessage]));
};

/** Returns the values that differ from the stored row. @throws CallError `invalid` if a fixed field is among them */
export const changesOf = (
  entity: AnyEntity,
  current: CallValues,
  values: CallValues,
): CallValues => {
  const fields = fieldsOf(entity);
  const changes = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(current[name] ?? null),
  );
  const fixed = changes.filter(([name]) => fields[name]?.fixed);
  if (fixed.length > 0) {
    throw invalidInput(Object.fromEntries(fixed.map(([name]) => [name, serverLabel('fixed')])));
  }
  // An empty password keeps the old one.
  return Object.fromEntries(
    changes.filter(([name, value]) => !isSecret(fields[name]) || value !== null),
  );
};

/** Normalises a value for comparison: '' and undefined equal null. */
const comparable = (value: unknown) => JSON.stringify(value === '' ? null : (value ?? null));

const same = (one: unknown, other: unknown) => comparable(one) === comparable(other);

/**
 * Rejects a change of fields that another operator has changed since the form was opened. Other fields are ignored: a
 * lock may report while the form is open.
 * @param before values of the changed fields when the form was opened; undefined if the client does not send them
 * @throws CallError `conflict` with the fields and the current row
 */
export const checkStale = (
  entity: AnyEntity,
  current: CallValues,
  values: CallValues,
  before: unknown,
): void => {
  if (typeof before !== 'object' || before === null) return;
  const fields = fieldsOf(entity);
  const stale = Object.entries(before).filter(([name, previous]) => {
    const field = ownValue(fields, name);
    if (!field || isSecret(field) || !(name in values)) return false;
    const parsed = parseValue(field, previous);
    return (
      'value' in parsed && !same(current[name], parsed.value) && !same(current[name], values[name])
    );
  });
  if (stale.length === 0) return;
  const why: Label = serverLabel('changedByOther');
  throw new CallError('conflict', serverLabel('stale'), {
    fields: Object.fromEntries(stale.map(([name]) => [name, why])),
    data: { current },
  });
};

/**
 * Adds the stored values of fields whose visibility depends on the change. A field that becomes hidden must lose its
 * value, and one that appears must have the value it requires.
 */
export const withDependents = (
  fields: Fields,
  sent: CallValues,
  current: CallValues,
): CallValues => {
  const dependents = Object.entries(fields).filter(
    ([name, field]) =>
      !(name in sent) &&
      appearsIn(field, 'edit') &&
      !isSecret(field) &&
      Object.keys(field.when ?? {}).some((other) => other in sent),
  );
  if (dependents.length === 0) return sent;
  const stored = Object.fromEntries(dependents.map(([name]) => [name, current[name] ?? null]));
  return withDependents(fields, { ...stored, ...sent }, current);
};
