import { type Locale, locales } from '../../config';

const isLocale = (value: unknown): value is Locale =>
  typeof value === 'string' && (locales as readonly string[]).includes(value);

/**
 * The language of the console: the stored one, else the first of the browser's that we speak, else English.
 * @param languages as `navigator.languages` lists them: zh-TW, en-GB, fr
 */
export const chooseLocale = (stored: unknown, languages: readonly string[]): Locale => {
  if (isLocale(stored)) return stored;
  return languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale) ?? 'en';
};

/** The language as a browser and a screen reader know it. */
export const languageTag = (locale: Locale): 'zh-CN' | 'en' => (locale === 'zh' ? 'zh-CN' : 'en');

/** Every language in its own words. */
export const localeNames: Readonly<Record<Locale, string>> = { en: 'English', zh: '中文' };
