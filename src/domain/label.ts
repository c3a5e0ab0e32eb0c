import { ownValue } from './ownValue';
/**
 * Languages of the product, in the order in which every label lists them. To add a language, add its name here: the
 * compiler then reports every label, table and message file that lacks it.
 */
export const locales: readonly [en: 'en', zh: 'zh'] = ['en', 'zh'];

export type Locale = (typeof locales)[number];

type Each<T extends readonly unknown[], V> = { readonly [K in keyof T]: V };

/** One string per language, in the order of `locales`. A missing translation is a type error. */
export type Label = Each<typeof locales, string>;

/** Words per language, in the order of `locales`. */
export type Phrases = Each<typeof locales, readonly string[]>;

/** Language of developer documents and of names that are stored once. */
export const DEFAULT_LOCALE = locales[0];

export const textOf = (label: Label, locale: Locale): string =>
  label[locales.indexOf(locale)] ?? label[0];

/** Builds a label from a function of the language. */
export const labelOf = (write: (locale: Locale) => string): Label =>
  locales.map(write) as unknown as Label;

/** Separator of the forms of a text in a language that has a plural. */
const FORMS = ' |||| ';

/** Returns the form of a text for a count: "device |||| devices". A text with one form is the same for all. */
export const countedText = (text: string, count: number): string => {
  const [one = '', many = one] = text.split(FORMS);
  return count === 1 ? one : many;
};

/** Words that keep their capital letter within a sentence. */
const NAMES = new Set('Amap Baidu Bluetooth Excel Google Jointech Sealdesk Traccar'.split(' '));

/** Writes a declared name within a sentence: "Device type" becomes "device type", "SIM renewal" and "设备" stay. */
export const inSentence = (name: string): string => {
  const [first = ''] = name.split(/[^\p{L}]/u);
  const isName = NAMES.has(first) || /^.\p{Lu}/u.test(name);
  return isName ? name : name.charAt(0).toLowerCase() + name.slice(1);
};

/** Writes a label within a sentence, in every language. */
export const labelInSentence = (label: Label): Label =>
  labelOf((locale) => inSentence(textOf(label, locale)));

/** Sign for a value that a record does not have. */
export const NO_VALUE = '—';

/** Replaces each `%{name}` by the argument of that name. */
export const filledText = (text: string, args: Readonly<Record<string, unknown>>): string =>
  text.includes('%{')
    ? text.replace(/%\{(\w+)\}/g, (_, name: string) => String(ownValue(args, name) ?? ''))
    : text;

/** Fills a label in every language. An argument that is a label is filled in the same language. */
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

export const joinedLabels = (labels: readonly Label[], separator: string): Label =>
  labelOf((locale) => labels.map((label) => textOf(label, locale)).join(separator));

/** Labels a part with its whole: "Device: Edit". */
export const labelWith = (whole: Label, part: Label): Label =>
  filledLabel(['%{whole}: %{part}', '%{whole}：%{part}'], { whole, part });

/** Names of the languages on the wire; every signed body carries one. */
const langues = { en: 'en_US', zh: 'zh_CN' } as const satisfies Record<Locale, string>;

export type Langue = (typeof langues)[Locale];

export const langueOf = (locale: Locale): Langue => langues[locale];

/** Parses a language of the wire; unknown languages are English. */
export const localeOf = (langue: unknown): Locale =>
  locales.find((locale) => typeof langue === 'string' && langue.startsWith(locale)) ??
  DEFAULT_LOCALE;

/** Enumeration whose values have labels. */
export type Choices<V extends string | number = string | number> = readonly (readonly [
  value: V,
  ...label: Label,
])[];

/** Colour of a value. It is never the only sign of its meaning. */
export type Tone = 'default' | 'success' | 'info' | 'minor' | 'warning' | 'error';

/**
 * Emphasis of a value, from quiet to loud: ink with a grey sign, ink with a coloured sign, a tinted chip, a solid chip.
 */
export type Form = (typeof forms)[number];

const forms = ['plain', 'sign', 'tint', 'solid'] as const;

/** Signs that replace the shape of a tone. A value with the sign `none` is a grey word. */
export type SignName = 'sealed' | 'closed' | 'open' | 'dot' | 'moon' | 'none';

/** Colour marks the exception: the usual values are ink. */
const formByTone = {
  default: 'plain',
  success: 'plain',
  info: 'sign',
  minor: 'sign',
  warning: 'tint',
  error: 'tint',
} as const satisfies Record<Tone, Form>;

export const toneNames: readonly string[] = Object.keys(formByTone);

export const formOf = (tone: Tone): Form => formByTone[tone];

/** Returns the form one step quieter. A state that a person attends to keeps at least its coloured sign. */
export const quieterForm = (form: Form): Form =>
  form === 'plain' ? form : (forms[Math.max(1, forms.indexOf(form) - 1)] ?? form);

interface Appearance<V extends string | number> {
  /** Forms that differ from those of the tones. */
  readonly forms?: { readonly [K in V]?: Form };
  readonly signs?: { readonly [K in V]?: SignName };
}

interface Tones<V extends string | number> extends Appearance<V> {
  readonly tones: { readonly [K in V]?: Tone };
}

export type ChoiceTable<V extends string | number = string | number> = Choices<V> & Tones<V>;

/**
 * Declares an enumeration with labels.
 * @param table rows of a value and its label in every language
 * @param tones colours of some values; an unknown value is a type error
 * @param appearance forms and signs of the values that differ from their tone's
 */
export const choices = <const C extends Choices>(
  table: C,
  tones: { readonly [V in C[number][0]]?: Tone } = {},
  appearance: Appearance<C[number][0]> = {},
): C & Tones<C[number][0]> => Object.assign(table, { tones, ...appearance });

export interface Look {
  readonly tone: Tone;
  readonly form: Form;
  /** The shape of the tone by default. */
  readonly sign?: SignName | undefined;
}

/** Returns the appearance of a value; undefined for a table without tones, which names kinds instead of states. */
export const lookOf = (table: ChoiceTable, value: unknown): Look | undefined => {
  const { tones, forms: ownForms, signs }: Tones<string> = table;
  if (Object.keys(tones).length === 0) return undefined;
  const key = String(value);
  const tone = ownValue(tones, key) ?? 'default';
  return {
    tone,
    form: ownValue(ownForms ?? {}, key) ?? formOf(tone),
    sign: ownValue(signs ?? {}, key),
  };
};

/** Returns the label of a value; undefined if the table lacks it. */
export const choiceLabel = (table: Choices, value: unknown): Label | undefined => {
  const row = table.find(([candidate]) => candidate === value);
  if (!row) return undefined;
  const [, ...label] = row;
  return label;
};

/** Labels by stored text, in one language or in all. */
export type TextLookup = ReadonlyMap<string, Label>;

/** Separator in texts that hold all languages. */
const SEPARATOR = ' / ';

/** Text that holds a label in all languages, "English / 中文". */
export const storedText = (label: Label): string => label.join(SEPARATOR);

/**
 * Indexes labels by the texts under which they may be stored: one language, or all as "English / 中文". If two labels
 * share a text, the first one wins.
 */
export const createTextLookup = (labels: readonly Label[]): TextLookup => {
  const lookup = new Map<string, Label>();
  for (const label of labels) {
    for (const text of [storedText(label), ...label]) {
      if (!lookup.has(text)) lookup.set(text, label);
    }
  }
  return lookup;
};
