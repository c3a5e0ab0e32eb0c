import type { Label } from '../domain/label';

/** Texts that were stored in one language, or in all at once, and what they are called in each. */
export type KnownTexts = ReadonlyMap<string, Label>;

/** How a text holds all languages at once. */
const BETWEEN = ' / ';

/**
 * Looks up texts by what may be stored of them: one of their languages, or all of them as "English / 中文". Where two
 * labels share a text the first one has it.
 */
export const knownTexts = (labels: readonly Label[]): KnownTexts => {
  const known = new Map<string, Label>();
  for (const label of labels) {
    for (const text of [label.join(BETWEEN), ...label]) {
      if (!known.has(text)) known.set(text, label);
    }
  }
  return known;
};
