import type { Fields } from '../../config';
import { type Label, locales } from '../../domain/label';
import { ruleText } from '../../fields';
import { CallError } from './CallError';
import { text } from './texts';

/** More names would make a sentence that nobody reads. */
const NAMED = 5;

/**
 * A refusal that names every wrong field.
 * @param declared where the fields' names for people are found
 */
export const invalid = (
  fields: Readonly<Record<string, Label>>,
  declared: Fields = {},
): CallError => {
  const labels = Object.keys(fields)
    .slice(0, NAMED)
    .map((name): Label => declared[name]?.label ?? [name, name]);
  const names = locales.map((_, i) => labels.map((label) => label[i]).join(', '));
  return new CallError('invalid', text('check', { names }), { fields });
};

/** A rule's message, as yup carries it, in every language. */
export const ruleLabel = (message: string): Label =>
  locales.map((locale) => ruleText(message, locale)) as unknown as Label;
