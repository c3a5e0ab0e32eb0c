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
