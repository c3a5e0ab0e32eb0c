/**
 * The languages of the product, in the order in which every label lists them. A third one is a name here: the compiler
 * then names every label, table and message file that lacks it.
 */
export const locales: readonly [en: 'en', zh: 'zh'] = ['en', 'zh'];

export type Locale = (typeof locales)[number];

type Each<T extends readonly unknown[], V> = { readonly [K in keyof T]: V };

/** One string per language, in order: a missing translation does not compile. */
export type Label = Each<typeof locales, string>;

/** Words of each language, in order. */
export type Phrases = Each<typeof locales, readonly string[]>;

/** What is spoken where nobody has chosen: documents for programmers, names that are stored once. */
export const DEFAULT_LOCALE = locales[0];

/** The text of a label in one language. */
export const textOf = (label: Label, locale: Locale): string =>
  label[locales.indexOf(locale)] ?? label[0];

/** A label of what is written in each language. */
export const labelOf = (write: (locale: Locale) => string): Label =>
  locales.map(write) as unknown as Label;

/** A text with each `%{name}` replaced by the argument of that name. */
export const filledText = (text: string, args: Readonly<Record<string, unknown>>): string =>
  text.replace(/%\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''));

/** The same in every language. An argument that is a label itself comes in the language of the text around it. */
export const filledLabel = (label: Label, args: Readonly<Record<string, unknown>>): Label =>
  labelOf((locale) =>
    filledText(
      textOf(label, locale),
      Object.fromEntries(
        Object.entries(args).map(([name, value]) => [
          name,
          Array.isArray(value) ? textOf(value as unknown as Label, locale) : value,
        ]),
      ),
    ),
  );

/** Several labels as one. */
export const joinedLabels = (labels: readonly Label[], separator: string): Label =>
  labelOf((locale) => labels.map((label) => textOf(label, locale)).join(separator));

/** Something and what of it is meant: "Device: Edit". */
export const labelWith = (whole: Label, part: Label): Label =>
  filledLabel(['%{whole}: %{part}', '%{whole}：%{part}'], { whole, part });

/** The wire's names of the languages, as every signed body carries them. */
const langues = { en: 'en_US', zh: 'zh_CN' } as const satisfies Record<Locale, string>;

export type Langue = (typeof langues)[Locale];

/** The wire's name of a language. */
export const langueOf = (locale: Locale): Langue => langues[locale];

/** The language a body asks for; one that we do not speak is English. */
export const localeOf = (langue: unknown): Locale =>
  locales.find((locale) => typeof langue === 'string' && langue.startsWith(locale)) ??
  DEFAULT_LOCALE;

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
 * @param table rows of a value and its label in every language
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
  if (!row) return undefined;
  const [, ...label] = row;
  return label;
};

/** Texts that were stored in one language, or in all at once, and what they are called in each. */
export type TextLookup = ReadonlyMap<string, Label>;

/** How a text holds all languages at once. */
const SEPARATOR = ' / ';

/**
 * Looks up texts by what may be stored of them: one of their languages, or all of them as "English / 中文". Where two
 * labels share a text the first one has it.
 */
export const createTextLookup = (labels: readonly Label[]): TextLookup => {
  const lookup = new Map<string, Label>();
  for (const label of labels) {
    for (const text of [label.join(SEPARATOR), ...label]) {
      if (!lookup.has(text)) lookup.set(text, label);
    }
  }
  return lookup;
};
