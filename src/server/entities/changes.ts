import {
  type Action,
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Fields,
  whyNot,
} from '../../config';
import { HOUR } from '../../domain/duration';
import { joinedLabels, type Label } from '../../domain/label';
import { ownValue } from '../../domain/ownValue';
import { isSecret } from '../../fields';
import { brokenRules } from '../../fields/formulas';
import { comparedValue } from '../../fields/lines';
import {
  CallError,
  type Caller,
  type CallValues,
  invalidInput,
  serverLabel,
} from '../calls/endpoint';
import type { RuleContext } from './EntityRules';
import { fieldsOf } from './fieldsOf';
import { readerOf, refusalLabel } from './refusals';
import { setValues } from './setValues';
import { parseValue } from './values';

/** Returns the errors by the entity's rules that involve several fields. */
export const recordProblems = (entity: AnyEntity, record: CallValues): Record<string, Label> => {
  const now = Date.now();
  return brokenRules(entity, record, { days: daysOnEarth(now), now });
};

/** Returns the days that are the current one somewhere. */
const daysOnEarth = (now: number): string[] => {
  const days = [-12, 0, 14].map((hours) => new Date(now + hours * HOUR).toISOString().slice(0, 10));
  return [...new Set(days)];
};

/** Returns the values of a new record that no call sets. Its check may read them. */
export const stampsOf = async (
  { stamps, states }: AnyEntity,
  context: RuleContext,
): Promise<CallValues> => ({
  ...(stamps && (await setValues(stamps, context))),
  ...(states && { [states.field]: states.start }),
});

/** @throws CallError `invalid` with `recordProblems` */
export const checkRecord = (entity: AnyEntity, record: CallValues): void => {
  const wrong = recordProblems(entity, record);
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong);
};

/**
 * Drops an unchanged state from a form.
 * @param current undefined for a new record
 * @throws CallError `invalid` for another state: only actions change it
 */
export const withoutState = (
  { states, fields, actions }: AnyEntity,
  sent: CallValues,
  current?: CallValues,
): CallValues => {
  if (!states || !(states.field in sent)) return sent;
  const { [states.field]: state, ...values } = sent;
  const parsed = parseValue(fields[states.field], state);
  const isUnchanged =
    'value' in parsed && same(parsed.value, current ? current[states.field] : states.start);
  if (isUnchanged) return values;
  const operations: Readonly<Record<string, Action>> = actions;
  const labels = Object.entries(operations).flatMap(([code, { label }]) =>
    code in states.moves ? [label] : [],
  );
  throw invalidInput({
    [states.field]: serverLabel('onlyActions', { actions: joinedLabels(labels, ', ') }),
  });
};

/**
 * Returns the changed fields that the caller may not set, because only an organisation above the record's own may, or
 * because its state freezes them, with the reasons.
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
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      if (!current && (value ?? fields[field]?.initial) === fields[field]?.initial) return [];
      const attempt = { field, values: change };
      const reason = whyNot(entity, attempt, current, reader);
      return reason
        ? [[field, refusalLabel(entity, attempt, { record: current ?? {}, reason })]]
        : [];
    }),
  );
};

/** Returns the values that differ from the stored row. @throws CallError `invalid` if a fixed field is among them */
export const changesOf = (
  entity: AnyEntity,
  current: CallValues,
  values: CallValues,
): CallValues => {
  const fields = fieldsOf(entity);
  const changes = Object.entries(values).filter(([name, value]) => {
    const text = (each: unknown) => JSON.stringify(comparedValue(fields[name], each));
    return text(value) !== text(current[name] ?? null);
  });
  const fixed = changes.filter(([name]) => fields[name]?.fixed);
  if (fixed.length > 0) {
    throw invalidInput(Object.fromEntries(fixed.map(([name]) => [name, serverLabel('fixed')])));
  }
  // An empty password keeps the old one.
  return Object.fromEntries(
    changes.filter(([name, value]) => !isSecret(fields[name]) || value !== null),
  );
};

/** Returns the values of a record that its history may show. */
export const historyValues = (entity: AnyEntity, values: CallValues): CallValues => {
  const fields = fieldsOf(entity);
  const isShown = (field: AnyField | undefined) =>
    field !== undefined &&
    !isSecret(field) &&
    !field.virtual &&
    !field.reported &&
    HISTORY_VIEWS.some((view) => appearsIn(field, view));
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => isShown(ownValue(fields, name)) && !(name in entity.computed),
    ),
  );
};

const HISTORY_VIEWS = ['list', 'show', 'create', 'edit'] as const;

/** Returns the values that differ between two rows of a record, and those `before`; undefined if none does. */
export const rowDifferences = (
  entity: AnyEntity,
  before: CallValues,
  after: CallValues,
): CallValues | undefined => {
  const changed = Object.entries(historyValues(entity, after)).filter(
    ([name, value]) => !same(value, before[name]),
  );
  if (changed.length === 0) return undefined;
  return {
    ...Object.fromEntries(changed),
    before: Object.fromEntries(changed.map(([name]) => [name, before[name] ?? null])),
  };
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
    const isSame = (value: unknown) =>
      same(comparedValue(field, current[name]), comparedValue(field, value));
    return 'value' in parsed && !isSame(parsed.value) && !isSame(values[name]);
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
