import type { Locale } from '../../config';
import type { MessageTree } from './plainTranslate';

const loaders = {
  en: () => import('./en/signIn').then(({ signIn }) => signIn),
  zh: () => import('./zh/signIn').then(({ signIn }) => signIn),
} satisfies Record<Locale, () => Promise<MessageTree>>;

/** What the login page says, in one language. */
export const loadLoginMessages = (locale: Locale): Promise<MessageTree> => loaders[locale]();
