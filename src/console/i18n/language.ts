import { type Label, type Locale, locales } from '../../config';
import { filledText } from '../../domain/label';

/** Messages by area and key. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

/** The shape of a message tree, so that every language has each key of the first. */
export type Messages<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Messages<T[K]>;
};

interface Language {
  /** In its own words. */
  readonly name: string;
  /** As browsers and screen readers know it (BCP 47). */
  readonly tag: string;
  /** All that can be said before somebody is signed in. */
  readonly login: () => Promise<Messages<typeof import('./en/login')>>;
  /** Everything the console says. */
  readonly console: () => Promise<Messages<typeof import('./en')>>;
}

/**
 * The languages of the console; each is fetched when somebody reads it.
 *
 * To add one: put it into `locales` (src/domain/label.ts), and a folder beside `en` with a file for each of its areas;
 * the type of `Language` says which texts are missing. The compiler then names what else is kept per language: every
 * label of a declaration (a label lists all languages), and the tables by `Locale`.
 */
export const languages: Readonly<Record<Locale, Language>> = {
  en: {
    name: 'English',
    tag: 'en',
    login: () => import('./en/login'),
    console: () => import('./en'),
  },
  zh: {
    name: '中文',
    tag: 'zh-CN',
    login: () => import('./zh/login'),
    console: () => import('./zh'),
  },
};

const isLocale = (value: unknown): value is Locale =>
  typeof value === 'string' && (locales as readonly string[]).includes(value);

/**
 * The language of the console: the stored one, else the first of the browser's that we speak, else English.
 * @param preferred as `navigator.languages` lists them: zh-TW, en-GB, fr
 */
export const chooseLocale = (storedLocale: unknown, preferred: readonly string[]): Locale => {
  if (isLocale(storedLocale)) return storedLocale;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale) ?? 'en';
};

/** The languages whose words people also find by how they are spelt in Latin letters. */
export const hasPinyin: Readonly<Record<Locale, boolean>> = { en: false, zh: true };

/** A text by its dotted key; `%{name}` takes the argument of that name. */
export type Translate = (key: string, args?: Readonly<Record<string, unknown>>) => string;

/** Translation without react-admin, for the page that must not load it. A missing key is its own text. */
export const plainTranslate =
  (messages: MessageTree): Translate =>
  (key, args = {}) => {
    const message = key
      .split('.')
      .reduce<string | MessageTree | undefined>(
        (tree, part) => (typeof tree === 'object' ? tree[part] : undefined),
        messages,
      );
    if (typeof message !== 'string') return key;
    return filledText(message, args);
  };

/** Said when not even the messages could be loaded. */
export const startFailure: Label = [
  'The console could not be started: the server cannot be reached. Please reload this page in a moment.',
  '系统无法启动：无法连接服务器，请稍后刷新页面。',
];

/** Said where a sign-in elsewhere ended, in a window that nobody but its reader can close. */
export const handedOver: Label = [
  'The sign-in was handed over. You can close this window.',
  '授权信息已交回，可以关闭此窗口。',
];

/** The way on from there. */
export const toConsole: Label = ['Go to the console', '进入系统'];
