import type { AnyEntity, Command, Field } from '../../config';
import { type Locale, textOf } from '../../domain/label';
import { schemaOf } from '../../fields';

/** Why a value forbids a command, in parts that a sentence is made of. */
export interface UnmetReason {
  readonly field: string;
  readonly value: string;
  readonly allowed: string;
}

/** The reason one field gives against a command, in words of the reader's language. */
export const unmetReason = (
  entity: AnyEntity,
  command: Command,
  name: string,
  value: unknown,
  locale: Locale,
): UnmetReason => {
  const field = entity.fields[name] as Field;
  const { text } = schemaOf(field);
  const wordOf = (each: unknown) => text?.(each, field, locale) ?? String(each ?? '');
  const allowed: readonly unknown[] = command.when?.[name] ?? [];
  return {
    field: textOf(field.label, locale),
    value: wordOf(value),
    allowed: allowed.map(wordOf).join(locale === 'zh' ? '、' : ' / '),
  };
};
