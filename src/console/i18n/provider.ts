import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider } from 'react-admin';
import {
  type AnyEntity,
  type Console,
  type Field,
  type Fields,
  flatMenus,
  type Label,
  type Locale,
  locales,
} from '../../config';
import { textOf } from '../../domain/label';
import { ruleTexts, schemaOf } from '../../fields';
import { languages } from './language';
import type { MessageTree } from './messages';

export interface ConsoleI18nProvider extends I18nProvider {
  getLocale: () => Locale;
}

/** Key of a message that a declaration defines in all languages. */
const OWN_RULE = 'rules.own';

/** Creates the i18n provider. Loads the initial language before the first render, another one when it is chosen. */
export const createI18nProvider = async ({
  initial,
  declared,
  onChanged,
}: {
  initial: Locale;
  declared: Console;
  /** Called when the messages of another language are loaded, before they are shown. */
  onChanged: (locale: Locale) => void;
}): Promise<ConsoleI18nProvider> => {
  const first = await loadConsoleMessages(initial, declared);
  let started = false;
  const load = (locale: string) => {
    if (started) return loadConsoleMessages(locale as Locale, declared);
    // The initial messages must be available synchronously.
    started = true;
    return first;
  };
  const choice = locales.map((locale) => ({ locale, name: languages[locale].name }));
  const provider = polyglotI18nProvider(load as never, initial, choice, { allowMissing: true });
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

/** Loads all messages of one language. The other one is loaded when the operator switches to it. */
export const loadConsoleMessages = async (
  locale: Locale,
  declared: Console,
): Promise<MessageTree> => ({
  ...(await languages[locale].console()),
  ...entityMessages(declared, locale),
});

/**
 * Collects the messages of the declarations: `resources.{entity}.name`, `.fields.{field}`, `.help.{field}`,
 * `.choices.{field}.{value}`, `.commands.{code}`, `menus.{menu_code}` and `rules.{rule}`.
 */
const entityMessages = (declared: Console, locale: Locale): MessageTree => {
  const text = (label: Label) => textOf(label, locale);
  return {
    resources: collect(declared.entities, ({ name, ...entity }) => [
      name,
      ofEntity(entity as AnyEntity, text),
    ]),
    menus: collect(flatMenus(declared.menus), ({ code, label }) => [code, text(label)]),
    rules: collect(Object.entries(ruleTexts), ([name, label]) => [name, text(label)]),
  };
};

const collect = <T>(
  items: readonly T[],
  entry: (item: T) => readonly [string, string | MessageTree],
): MessageTree => Object.fromEntries(items.map(entry));

const ofEntity = (entity: AnyEntity, text: (label: Label) => string): MessageTree => {
  const fields = Object.entries(entity.fields as Fields);
  return {
    name: text(entity.label),
    fields: collect(fields, ([name, field]) => [name, text(field.label)]),
    help: Object.fromEntries(
      fields.flatMap(([name, { help }]) => (help ? [[name, text(help)]] : [])),
    ),
    choices: collect(
      fields.flatMap(([name, field]) => {
        const choices = schemaOf(field).choices?.(field as Field);
        return choices ? [[name, choices] as const] : [];
      }),
      ([name, choices]) => [
        name,
        collect(choices, ([value, ...label]) => [String(value), text(label)]),
      ],
    ),
    commands: collect(Object.entries(entity.commands), ([code, { label }]) => [code, text(label)]),
  };
};
