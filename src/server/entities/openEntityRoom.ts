import { entityTable, type Store } from '../store';
import type { EntityRoom } from './EntityRoom';

type Given = Omit<EntityRoom, 'tables' | 'db'> & { readonly store: Store };

/** The tables of all declared entities, each made once, and what else their calls and jobs share. */
export const openEntityRoom = ({ store, ...given }: Given): EntityRoom => {
  const { config } = given;
  const tables = new Map(
    config.entities.map((entity) => [entity.name as string, entityTable(store, entity, config)]),
  );
  return { ...given, db: store.db, tables };
};
