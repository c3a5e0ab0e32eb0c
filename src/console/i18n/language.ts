import { type Label, type Locale, locales } from '../../config';
import { filledText } from '../../domain/label';

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
export const languageTag = (locale: Locale): string => languageTags[locale];

const languageTags: Readonly<Record<Locale, string>> = { en: 'en', zh: 'zh-CN' };

/** The languages whose words people also find by how they are spelt in Latin letters. */
export const hasPinyin: Readonly<Record<Locale, boolean>> = { en: false, zh: true };

/** Every language in its own words. */
export const localeNames: Readonly<Record<Locale, string>> = { en: 'English', zh: '中文' };

const loaders = {
  en: () => import('./en/signIn').then(({ signIn }) => signIn),
  zh: () => import('./zh/signIn').then(({ signIn }) => signIn),
} satisfies Record<Locale, () => Promise<MessageTree>>;

/** What the login page says, in one language. */
export const loadLoginMessages = (locale: Locale): Promise<MessageTree> => loaders[locale]();

/** Messages by room and key. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

/** A text by its dotted key; `%{name}` takes the argument of that name. */
export type Translate = (key: string, args?: Readonly<Record<string, unknown>>) => string;

/** Translation without react-admin, for the page that must not load it. A missing key is its own text. */
export const plainTranslate =
  (messages: MessageTree): Translate =>
  (key, args = {}) => {
    const found = key
      .split('.')
      .reduce<string | MessageTree | undefined>(
        (tree, part) => (typeof tree === 'object' ? tree[part] : undefined),
        messages,
      );
    if (typeof found !== 'string') return key;
    return filledText(found, args);
  };

/** The shape of a message tree, so that the second language has every key of the first. */
export type Messages<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Messages<T[K]>;
};

/** Said when not even the messages could be loaded. */
export const startFailure: Label = [
  'The console could not be started: the server cannot be reached. Please reload this page in a moment.',
  '系统无法启动：无法连接服务器，请稍后刷新页面。',
];
