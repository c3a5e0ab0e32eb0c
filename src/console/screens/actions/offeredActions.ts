import type { Action, AnyEntity } from '../../../config';
import { actionPath } from '../../../protocol';

/** An action with its code: the key under which the entity declares it. */
export interface OfferedAction {
  readonly code: string;
  readonly action: Action;
}

/** The actions an entity offers for one record, or for many at a time, in the order of their declaration. */
export const offeredActions = (entity: AnyEntity, place: 'row' | 'bulk'): OfferedAction[] =>
  Object.entries(entity.actions as Readonly<Record<string, Action>>)
    .filter(([, { on }]) => on === 'both' || on === place)
    .map(([code, action]) => ({ code, action }));

/**
 * The action of a code.
 * @throws Error when the entity declares none
 */
export const actionOf = (entity: AnyEntity, code: string): Action => {
  const action: Action | undefined = entity.actions[code];
  if (!action) throw new Error(`${entity.name} has no action ${code}`);
  return action;
};

/** The button code and the call of an action: whoever has either may do it. */
export const actionRights = (entity: AnyEntity, code: string): readonly [string, string] => [
  `${entity.name}:${code}`,
  actionPath(entity.name, code),
];
