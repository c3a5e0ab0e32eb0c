import type { I18nProvider } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { type Console, type Label, type Locale, locales } from '../../../config';
import { textOf } from '../../../domain/label';
import { localeNames } from '../chooseLocale';
import { loadConsoleMessages } from './consoleMessages';

/** The language of the moment, as react-admin asks for it. */
export interface ConsoleI18nProvider extends I18nProvider {
  getLocale: () => Locale;
}

interface Options {
  initial: Locale;
  declared: Console;
  /** Called when the messages of another language are there, before they are shown. */
  onChanged: (locale: Locale) => void;
}

/** A message that a declaration brings in all languages at once. */
const OWN_RULE = 'rules.own';

/** Loads the initial language before anything is drawn; another one is loaded when it is chosen. */
export const createI18nProvider = async ({
  initial,
  declared,
  onChanged,
}: Options): Promise<ConsoleI18nProvider> => {
  const first = await loadConsoleMessages(initial, declared);
  let started = false;
  const load = (locale: string) => {
    if (started) return loadConsoleMessages(locale as Locale, declared);
    // The very first messages must be there at once.
    started = true;
    return first;
  };
  const languages = locales.map((locale) => ({ locale, name: localeNames[locale] }));
  const provider = polyglotI18nProvider(load as never, initial, languages, { allowMissing: true });
  const getLocale = () => provider.getLocale() as Locale;
  return {
    ...provider,
    getLocale,
    translate: (key, args) =>
      key === OWN_RULE ? textOf(args?.label as Label, getLocale()) : provider.translate(key, args),
    changeLocale: async (locale) => {
      await provider.changeLocale(locale);
      onChanged(locale as Locale);
    },
  };
};
