import type { AnyEntity, Choices, Console, Fields, Label, Locale, MenuSeed } from '../../../config';
import { textOf } from '../../../domain/label';
import { ruleTexts } from '../../../fields';
import type { MessageTree } from '../plainTranslate';

/**
 * The messages that the declarations bring: `resources.{entity}.name`, `.fields.{field}`, `.help.{field}`,
 * `.choices.{field}.{value}`, `.commands.{code}`, `menus.{menu_code}` and `rules.{rule}`.
 */
export const entityMessages = (declared: Console, locale: Locale): MessageTree => {
  const text = (label: Label) => textOf(label, locale);
  return {
    resources: collect(declared.entities, ({ name, ...entity }) => [
      name,
      ofEntity(entity as AnyEntity, text),
    ]),
    menus: collect(everyMenu(declared.menus), ({ code, label }) => [code, text(label)]),
    rules: collect(Object.entries(ruleTexts), ([name, label]) => [name, text(label)]),
  };
};

type Text = (label: Label) => string;

const collect = <T>(
  items: readonly T[],
  entry: (item: T) => readonly [string, string | MessageTree],
): MessageTree => Object.fromEntries(items.map(entry));

const ofEntity = (entity: AnyEntity, text: Text): MessageTree => {
  const fields = Object.entries(entity.fields as Fields);
  return {
    name: text(entity.label),
    fields: collect(fields, ([name, field]) => [name, text(field.label)]),
    help: Object.fromEntries(
      fields.flatMap(([name, { help }]) => (help ? [[name, text(help)]] : [])),
    ),
    choices: collect(
      fields.filter(([, { kind }]) => kind === 'choice'),
      ([name, { of }]) => [
        name,
        collect(of as Choices, ([value, ...label]) => [String(value), text(label)]),
      ],
    ),
    commands: collect(Object.entries(entity.commands), ([code, { label }]) => [code, text(label)]),
  };
};

const everyMenu = (menus: readonly MenuSeed[]): MenuSeed[] =>
  menus.flatMap((menu) => [menu, ...everyMenu(menu.children ?? [])]);
