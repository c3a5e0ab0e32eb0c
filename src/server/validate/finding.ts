import type { Label } from '../../config';
import { locales } from '../../domain/label';

/** Something about a configuration that the compiler cannot see. */
export interface Finding {
  /** The entity and the field, or whatever else it is about: `vehicle.axles`. */
  readonly place: string;
  readonly text: string;
  /** Works as it is, and may be meant so. */
  readonly notice?: true;
}

/** A finding where something is so. */
export const findingIf = (isSo: boolean, place: string, text: string): Finding[] =>
  isSo ? [{ place, text }] : [];

/** The values that are there more than once, each once. */
export const duplicates = <T>(values: readonly T[]): T[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
];

/** A label that says nothing in one of the languages, or lacks it. */
export const isEmptyLabel = (place: string, part: string, label: Label | undefined): Finding[] => {
  const texts: readonly unknown[] = Array.isArray(label) ? label : [];
  const missing = locales.filter((_, i) => String(texts[i] ?? '').trim() === '');
  const isIncomplete = label !== undefined && missing.length > 0;
  return findingIf(isIncomplete, place, `${part} is empty in ${missing.join(' and ')}`);
};
