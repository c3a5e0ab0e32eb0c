import {
  type AnyEntity,
  type Command,
  type Console,
  type Action as DeclaredAction,
  flatMenus,
  moveLabel,
  ticketLabels,
  type Verb,
  verbLabels,
} from '../../config';
import { type Label, type Locale, labelWith, textOf } from '../../domain/label';
import { actionPath, buttonCode, commandPath, TICKETS, ticketPath, verbPath } from '../../protocol';

/** Operation that a role can be granted: a button and the call it makes. */
interface Action {
  /** For example `device:add` or `device:seal`. */
  readonly code: string;
  readonly path: string;
  readonly label: Label;
}

/** Ticket operations that have calls of their own. */
export const TICKET_VERBS: readonly string[] = Object.keys(ticketLabels);

const READS: readonly Verb[] = ['list', 'get'];

/** Returns the operations of an entity that need a grant: all but `list` and `get`. */
export const actionsOf = (entity: AnyEntity): readonly Action[] => {
  const { name, verbs, commands, actions } = entity;
  const operation = (code: string, path: string, label: Label): Action => ({
    code: buttonCode(name, code),
    path,
    label,
  });
  return [
    ...verbs
      .filter((verb) => !READS.includes(verb))
      .map((verb) => operation(verb, verbPath(entity, verb), verbLabels[verb])),
    ...Object.entries(commands as Record<string, Command>).map(([code, { label }]) =>
      operation(code, commandPath(code), label),
    ),
    ...Object.entries(actions as Record<string, DeclaredAction>)
      .filter(([, { grantedWith }]) => grantedWith === undefined)
      .map(([code, { label }]) => operation(code, actionPath(name, code), label)),
    ...Object.entries(name === TICKETS ? ticketLabels : {})
      .filter(([verb]) => !(verb in actions))
      .map(([verb, label]) => operation(verb, ticketPath(verb), label)),
  ];
};

/**
 * Returns the operations of an entity, labelled as on its buttons. An entity without a page of its own has its
 * buttons in another entity's menu, so their labels include its name.
 */
export const buttonsOf = ({ pages }: Console, entity: AnyEntity): readonly Action[] => {
  const actions = actionsOf(entity);
  if (Object.values(pages).includes(entity.name)) return actions;
  return actions.map(({ label, ...action }) => ({
    ...action,
    label: labelWith(entity.label, label),
  }));
};

/** Returns the menus that are presets of another menu's page, with the code of that menu. */
export const presetsOf = ({ menus }: Pick<Console, 'menus'>): ReadonlyMap<string, string> =>
  new Map(flatMenus(menus).flatMap(({ code, presetOf }) => (presetOf ? [[code, presetOf]] : [])));

export type OriginalLabels = ReturnType<typeof originalLabels>;

/** Returns the labels that menus and buttons were seeded with. */
export const originalLabels = (config: Console) => {
  const entities = new Map(config.entities.map((entity) => [entity.name as string, entity]));
  return {
    menus: new Map(flatMenus(config.menus).map(({ code, label }) => [code, label])),
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
    /** Moves of the actions that change a state. */
    moves: new Map(
      config.entities.flatMap((entity) =>
        Object.keys(entity.actions).flatMap((code) => {
          const move = moveLabel(entity, code);
          return move ? [[buttonCode(entity.name, code), move]] : [];
        }),
      ),
    ),
  };
};

/**
 * Translates a stored name into `locale` while it is still one of the seeded labels. An administrator's own name
 * stays.
 */
export const labelIn = (locale: Locale, stored: string, label: Label | undefined): string =>
  label?.includes(stored) ? textOf(label, locale) : stored;
