import { type KnownTexts, knownTexts } from '../../config';
import { type Label, type Locale, textOf } from '../../domain/label';

const lookups = new WeakMap<readonly Label[], KnownTexts>();

const lookupOf = (labels: readonly Label[]): KnownTexts => {
  const made = lookups.get(labels) ?? knownTexts(labels);
  lookups.set(labels, made);
  return made;
};

/** A stored text in the reader's language, where it is one of the known ones; any other as it is. */
export const spokenText = (stored: string, known: unknown, locale: Locale): string => {
  // The name of a list that no console has resolved knows nothing.
  if (!Array.isArray(known)) return stored;
  const label = lookupOf(known as readonly Label[]).get(stored);
  return label ? textOf(label, locale) : stored;
};
