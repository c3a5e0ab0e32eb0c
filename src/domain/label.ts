/** The languages of the product, in the order in which every label lists them. */
export const locales = ['en', 'zh'] as const;

export type Locale = (typeof locales)[number];

type Each<T extends readonly unknown[], V> = { readonly [K in keyof T]: V };

/** One string per language, in order: a missing translation does not compile. */
export type Label = Each<typeof locales, string>;

/** The text of a label in one language. */
export const textOf = (label: Label, locale: Locale): string =>
  label[locales.indexOf(locale)] ?? label[0];

/** The wire's name of a language, as every signed body carries it. */
export const langueOf = (locale: Locale): 'zh_CN' | 'en_US' =>
  locale === 'zh' ? 'zh_CN' : 'en_US';

/** The language a body asks for; anything but Chinese is English. */
export const localeOf = (langue: unknown): Locale =>
  typeof langue === 'string' && langue.startsWith('zh') ? 'zh' : 'en';

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
