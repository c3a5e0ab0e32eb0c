import type { AnyEntity } from '../../../config';
import { actionPath, commandPath } from '../../../protocol';
import { useGrants } from '../../data';
import { hasGrantedOffer } from './hasGrantedOffer';
import { useScreen } from './ScreenContext';

/** Whether any command of an entity is granted for one record (`row`), or for many (`bulk`). */
export const useHasCommands = (entity: AnyEntity, place: 'row' | 'bulk'): boolean => {
  const granted = useGrants();
  return hasGrantedOffer(entity.commands, place, (code) =>
    granted(`${entity.name}:${code}`, commandPath(code)),
  );
};

/** The same for its actions. */
export const useHasActions = (entity: AnyEntity, place: 'row' | 'bulk'): boolean => {
  const granted = useGrants();
  return hasGrantedOffer(entity.actions, place, (code) =>
    granted(`${entity.name}:${code}`, actionPath(entity.name, code)),
  );
};

/** Whether anything at all can be done with one record of the list. */
export const useHasRowActions = (): boolean => {
  const { entity, may } = useScreen();
  const commands = useHasCommands(entity, 'row');
  const actions = useHasActions(entity, 'row');
  return may.update || may.delete || commands || actions;
};
