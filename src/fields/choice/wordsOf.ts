import type { Field } from '../../config';
import { choiceLabel } from '../../domain/choices';
import { type Locale, textOf } from '../../domain/label';

/** What a value is called; one that the table does not know as it is. */
export const wordsOf = (
  { of, coded }: Pick<Field<'choice'>, 'of' | 'coded'>,
  value: unknown,
  locale: Locale,
): string => {
  const label = choiceLabel(of, value);
  if (!label) return String(value ?? '');
  return coded ? `${textOf(label, locale)} · ${value}` : textOf(label, locale);
};
