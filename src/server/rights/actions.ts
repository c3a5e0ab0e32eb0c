import {
  type AnyEntity,
  type Command,
  type Console,
  type Action as DeclaredAction,
  labelWith,
  ticketLabels,
  type Verb,
  verbLabels,
} from '../../config';
import type { Label } from '../../domain/label';
import { actionPath, commandPath, entityPath } from '../../protocol';

/** Something a role can be granted: a button and the call it makes. */
export interface Action {
  /** `device:add`, `device:seal`. */
  readonly code: string;
  /** Path of the call. */
  readonly path: string;
  readonly label: Label;
}

/** The entity whose rows are the tickets of commands. */
export const TICKETS = 'appointmentCommandRecord';

const READS: readonly Verb[] = ['list', 'get'];

/** Where an entity's call is answered. */
export const verbPath = (entity: AnyEntity, verb: Verb): string =>
  entity.api[verb] ?? entityPath(entity.name, verb);

/** Where a ticket's call is answered. */
export const ticketPath = (verb: string): string => `/${TICKETS}/${verb}`;

const verbActions = (entity: AnyEntity): Action[] =>
  entity.verbs
    .filter((verb) => !READS.includes(verb))
    .map((verb) => ({
      code: `${entity.name}:${verb}`,
      path: verbPath(entity, verb),
      label: verbLabels[verb],
    }));

const commandActions = (entity: AnyEntity): Action[] =>
  Object.entries(entity.commands as Record<string, Command>).map(([code, { label }]) => ({
    code: `${entity.name}:${code}`,
    path: commandPath(code),
    label,
  }));

const ownActions = (entity: AnyEntity): Action[] =>
  Object.entries(entity.actions as Record<string, DeclaredAction>).map(([code, { label }]) => ({
    code: `${entity.name}:${code}`,
    path: actionPath(entity.name, code),
    label,
  }));

const ticketActions = (entity: AnyEntity): Action[] =>
  entity.name === TICKETS
    ? Object.entries(ticketLabels).map(([verb, label]) => ({
        code: `${TICKETS}:${verb}`,
        path: ticketPath(verb),
        label,
      }))
    : [];

/** Everything that can be done with an entity beyond looking at it. */
export const actionsOf = (entity: AnyEntity): readonly Action[] => [
  ...verbActions(entity),
  ...commandActions(entity),
  ...ownActions(entity),
  ...ticketActions(entity),
];

/** What can be done with an entity as its buttons say it: those that stand in another's menu name whom they are for. */
export const buttonsOf = ({ pages }: Console, entity: AnyEntity): readonly Action[] => {
  const actions = actionsOf(entity);
  if (Object.values(pages).includes(entity.name)) return actions;
  return actions.map(({ label, ...action }) => ({
    ...action,
    label: labelWith(entity, label),
  }));
};
