import type { Console, Locale } from '../../../config';
import type { MessageTree } from '../plainTranslate';
import { entityMessages } from './entityMessages';

const loaders = {
  en: () => import('../en').then(({ en }) => en),
  zh: () => import('../zh').then(({ zh }) => zh),
} satisfies Record<Locale, () => Promise<MessageTree>>;

/** Everything the console says in one language; the other one stays on the server until somebody switches. */
export const loadConsoleMessages = async (
  locale: Locale,
  declared: Console,
): Promise<MessageTree> => ({ ...(await loaders[locale]()), ...entityMessages(declared, locale) });
