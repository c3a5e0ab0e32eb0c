import type { AnyEntity } from '../../../config';
import { useGrantedActions, useGrantedCommands } from '../../offers';
import { useScreen } from './ScreenContext';

/** Whether any command of an entity is granted for one record (`row`), or for many (`bulk`). */
export const useHasCommands = (entity: AnyEntity, place: 'row' | 'bulk'): boolean =>
  useGrantedCommands(entity, place).length > 0;

/** The same for its actions. */
export const useHasActions = (entity: AnyEntity, place: 'row' | 'bulk'): boolean =>
  useGrantedActions(entity, place).length > 0;

/** Whether anything at all can be done with one record of the list. */
export const useHasRowActions = (): boolean => {
  const { entity, may } = useScreen();
  const commands = useHasCommands(entity, 'row');
  const actions = useHasActions(entity, 'row');
  return may.update || may.delete || commands || actions;
};
