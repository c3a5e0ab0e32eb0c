import type { AnyEntity } from '../../config';
import { useGrants } from '../data';
import { actionRights } from './actionRights';
import { commandRights } from './commandRights';
import { type Offered, offered } from './offered';

/** The commands of an entity that are granted; `row` for one record, `bulk` for many. */
export const useGrantedCommands = (entity: AnyEntity, place: 'row' | 'bulk'): Offered[] => {
  const granted = useGrants();
  return offered(entity.commands, place).filter(({ code }) =>
    granted(...commandRights(entity, code)),
  );
};

/** The same for its actions. */
export const useGrantedActions = (entity: AnyEntity, place: 'row' | 'bulk'): Offered[] => {
  const granted = useGrants();
  return offered(entity.actions, place).filter(({ code }) =>
    granted(...actionRights(entity, code)),
  );
};
