import {
  type AnyEntity,
  type Attempt,
  attemptedOperation,
  type Condition,
  type Field,
  isGreaterThan,
  type Operation,
  type Reason,
  type Refused,
  type Row,
} from '../config';
import { filledText, type Label, type Locale, textOf } from '../domain/label';
import { schemaOf } from './schemas';

/** Reason shown where only an organisation above may make the change. */
const superiorOnlyMessage: Label = [
  'Only a superior organisation can change this',
  '仅上级机构可修改此项',
];

export const notLentMessage: Label = [
  'Your organisation has no permission to do this with this lock.',
  '贵机构未被授权对该设备执行此操作。',
];

const unmetMessage: Label = [
  '%{field} is “%{value}”. It must be %{allowed}.',
  '%{field}为“%{value}”，可用条件：%{allowed}',
];

const frozenMessage: Label = [
  '%{what} cannot be changed while %{field} is “%{value}”.',
  '%{field}为“%{value}”时，%{what}不可修改。',
];

const undeletableMessage: Label = [
  'The record cannot be deleted while %{field} is “%{value}”.',
  '%{field}为“%{value}”时，记录不可删除。',
];

const recordLabel: Label = ['The record', '记录'];

/** Lower bound of an allowed number. */
const MORE_THAN: Label = ['more than %{above}', '大于 %{above}'];

/** Separator between alternative values. */
const OR: Label = [' or ', ' 或 '];

/** Returns the text of a reason; undefined for unmet conditions without a declared message. */
const reasonLabel = (reason: Reason): Label | undefined => {
  if (reason.kind === 'superior') return superiorOnlyMessage;
  if (reason.kind === 'notLent') return notLentMessage;
  return reason.kind === 'frozen' ? undefined : reason.message;
};

export const whyNotText = (
  entity: AnyEntity,
  attempt: Attempt,
  { record, reason }: Refused,
  locale: Locale,
): string => {
  const label = reasonLabel(reason);
  if (label) return textOf(label, locale);
  if (reason.kind === 'frozen') {
    const isDeletion = 'verb' in attempt && attempt.verb === 'delete';
    const message = isDeletion ? undeletableMessage : frozenMessage;
    return frozenText(entity, reason.fields, { message, record }, locale);
  }
  const { when } = attemptedOperation(entity, attempt) ?? {};
  const names = reason.kind === 'unmet' ? reason.fields : [];
  return names
    .map((name) => unmetText(entity.fields[name], when, { name, value: record[name] }, locale))
    .join(' ');
};

/** Fills a message about the fields that the state of a record freezes. @param names the whole record if empty */
const frozenText = (
  { fields, states }: AnyEntity,
  names: readonly string[],
  { message, record }: { readonly message: Label; readonly record: Row },
  locale: Locale,
): string => {
  const { field: name = '' } = states ?? {};
  const labels = names.map((each) => textOf(fields[each].label, locale));
  return filledText(textOf(message, locale), {
    what: labels.join(textOf([', ', '、'], locale)) || textOf(recordLabel, locale),
    field: textOf(fields[name].label, locale),
    value: schemaOf(fields[name]).text?.(record[name], fields[name], locale) ?? `${record[name]}`,
  });
};

/** Explains in one sentence why the value of a field forbids an operation. */
const unmetText = (
  field: Field,
  when: Operation['when'],
  { name, value }: { readonly name: string; readonly value: unknown },
  locale: Locale,
): string => {
  const { text } = schemaOf(field);
  const wordOf = (each: unknown) => text?.(each, field, locale) ?? String(each ?? '');
  const { [name]: condition = [] } = (when ?? {}) as Readonly<Record<string, Condition<number>>>;
  return filledText(textOf(unmetMessage, locale), {
    field: textOf(field.label, locale),
    value: wordOf(value),
    allowed: isGreaterThan(condition)
      ? filledText(textOf(MORE_THAN, locale), { above: wordOf(condition.above) })
      : condition.map(wordOf).join(textOf(OR, locale)),
  });
};
