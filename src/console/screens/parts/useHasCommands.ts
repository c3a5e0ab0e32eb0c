import type { AnyEntity, Command } from '../../../config';
import { useGrants } from '../../data';

/** Whether any command of an entity is granted for one record (`row`), or for many (`bulk`). */
export const useHasCommands = (entity: AnyEntity, place: 'row' | 'bulk'): boolean => {
  const granted = useGrants();
  return Object.entries(entity.commands as Readonly<Record<string, Command>>).some(
    ([code, { on }]) => (on === 'both' || on === place) && granted(`${entity.name}:${code}`),
  );
};
