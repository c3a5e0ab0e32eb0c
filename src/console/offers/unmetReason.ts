import type { AnyEntity, Field } from '../../config';
import { type Locale, textOf } from '../../domain/label';
import { schemaOf } from '../../fields';
import type { Conditional } from './splitRecords';

/** Why a value forbids something, in parts that a sentence is made of. */
export interface UnmetReason {
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
