import { type Label, type Locale, locales } from '../../config';
import { filledText } from '../../domain/label';
import type { Messages, MessageTree } from './messages';

interface Language {
  readonly name: string;
  /** BCP 47 tag, for browsers and screen readers. */
  readonly tag: string;
  /** Texts that are needed before the login. */
  readonly login: () => Promise<Messages<typeof import('./en/login')>>;
  readonly console: () => Promise<Messages<typeof import('./en')>>;
}

/**
 * Languages of the console. Each is loaded when it is needed.
 *
 * To add a language, extend `locales` (src/domain/label.ts) and add a folder beside `en` with a file for each of its
 * areas. The compiler then reports the missing texts: by the type of `Language`, and wherever a text is kept per
 * language, in labels and in tables by `Locale`.
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
 * Returns the stored language, else the first supported one of the browser, else English.
 * @param preferred `navigator.languages`: zh-TW, en-GB, fr
 */
export const chooseLocale = (storedLocale: unknown, preferred: readonly string[]): Locale => {
  if (isLocale(storedLocale)) return storedLocale;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale) ?? 'en';
};

/** True for languages whose words are also searched by their romanisation. */
export const hasPinyin: Readonly<Record<Locale, boolean>> = { en: false, zh: true };

/** Returns the text of a dotted key; `%{name}` is replaced by the argument of that name. */
export type Translate = (key: string, args?: Readonly<Record<string, unknown>>) => string;

/** Translates without react-admin, which the login page must not load. A missing key is returned as the text. */
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

export const startFailure: Label = [
  'The console could not start because the server cannot be reached. Reload this page in a moment.',
  '系统无法启动：无法连接服务器，请稍后刷新页面。',
];

/** Shown after an external sign-in (`/auth-redirect`) if the browser does not let the page close its window. */
export const handedOver: Label = [
  'Sign-in complete. You can close this window.',
  '授权信息已交回，可以关闭此窗口。',
];

export const toConsole: Label = ['Go to the console', '进入系统'];
