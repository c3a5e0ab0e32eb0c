import type { Console, MenuSeed } from '../../config';
import { type Label, type Locale, textOf } from '../../domain/label';
import { buttonsOf } from './actions';

/** The labels that menus and buttons were first stored with. */
export interface KnownLabels {
  /** By the menu's code. */
  readonly menus: ReadonlyMap<string, Label>;
  /** By the page's key. */
  readonly pages: ReadonlyMap<string, Label>;
  /** By the button's code. */
  readonly buttons: ReadonlyMap<string, Label>;
}

const flat = (seeds: readonly MenuSeed[]): MenuSeed[] =>
  seeds.flatMap((seed) => [seed, ...flat(seed.children ?? [])]);

export const knownLabels = (config: Console): KnownLabels => {
  const entities = new Map(config.entities.map((entity) => [entity.name as string, entity]));
  return {
    menus: new Map(flat(config.menus).map(({ code, label }) => [code, label])),
    pages: new Map(
      Object.entries(config.pages).flatMap(([url, page]) => {
        const entity = typeof page === 'string' ? entities.get(page) : undefined;
        return entity ? [[url, entity.label]] : [];
      }),
    ),
    buttons: new Map(
      config.entities.flatMap((entity) =>
        buttonsOf(config, entity).map(({ code, label }) => [code, label]),
      ),
    ),
  };
};

/** A stored name in the reader's language, as long as nobody has given it a name of their own. */
export const nameIn = (locale: Locale, stored: string, label: Label | undefined): string =>
  label?.includes(stored) ? textOf(label, locale) : stored;
