import type { Label } from './label';

/** A closed set of values with a label in every language. */
export type Choices<V extends string | number = string | number> = readonly (readonly [
  value: V,
  ...label: Label,
])[];

/** How a value is coloured; never the only sign of its meaning. */
export type Tone = 'default' | 'success' | 'warning' | 'error' | 'info';

export type ChoiceTable<V extends string | number = string | number> = Choices<V> & {
  readonly tones: { readonly [K in V]?: Tone };
};

/**
 * Declares a table of choices.
 * @param table rows of [value, English, Chinese]
 * @param tones a colour for some of the values; a value that is no choice does not compile
 */
export const choices = <const C extends Choices>(
  table: C,
  tones: { readonly [V in C[number][0]]?: Tone } = {},
): C & { readonly tones: { readonly [V in C[number][0]]?: Tone } } =>
  Object.assign(table, { tones });

/** The label of a value, or undefined for a value that is no choice. */
export const choiceLabel = (table: Choices, value: unknown): Label | undefined => {
  const row = table.find(([candidate]) => candidate === value);
  return row && [row[1], row[2]];
};
