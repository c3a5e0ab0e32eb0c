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
} from '../config';
import { filledText, type Label, type Locale, textOf } from '../domain/label';
import { schemaOf } from './schemas';

/** Reason shown where only an organisation above may make the change. */
export const superiorOnlyMessage: Label = [
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

/** Lower bound of an allowed number. */
const MORE_THAN: Label = ['more than %{above}', '大于 %{above}'];

/** Separator between alternative values. */
const OR: Label = [' or ', ' 或 '];

/** Returns the text of a reason; undefined for unmet conditions without a declared message. */
const reasonLabel = (reason: Reason): Label | undefined => {
  if (reason.kind === 'superior') return superiorOnlyMessage;
  return reason.kind === 'notLent' ? notLentMessage : reason.message;
};

export const whyNotText = (
  entity: AnyEntity,
  attempt: Attempt,
  { record, reason }: Refused,
  locale: Locale,
): string => {
  const label = reasonLabel(reason);
  if (label) return textOf(label, locale);
  const { when } = attemptedOperation(entity, attempt) ?? {};
  const names = reason.kind === 'unmet' ? reason.fields : [];
  return names
    .map((name) => unmetText(entity.fields[name], when, { name, value: record[name] }, locale))
    .join(' ');
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
