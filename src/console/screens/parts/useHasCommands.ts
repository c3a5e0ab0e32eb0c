import type { AnyEntity, Command } from '../../../config';
import { useGrants } from '../../data';
import { useScreen } from './ScreenContext';

/** Whether any command of an entity is granted for one record (`row`), or for many (`bulk`). */
export const useHasCommands = (entity: AnyEntity, place: 'row' | 'bulk'): boolean => {
  const granted = useGrants();
  return Object.entries(entity.commands as Readonly<Record<string, Command>>).some(
    ([code, { on }]) => (on === 'both' || on === place) && granted(`${entity.name}:${code}`),
  );
};

/** Whether anything at all can be done with one record of the list. */
export const useHasRowActions = (): boolean => {
  const { entity, may } = useScreen();
  const commands = useHasCommands(entity, 'row');
  return may.update || may.delete || commands;
};
