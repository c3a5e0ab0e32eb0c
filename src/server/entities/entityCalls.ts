import type { SignedInCall } from '../calls';
import { entityTable, type Store } from '../store';
import { actionCalls } from './actionCalls';
import type { EntityRoom } from './EntityRoom';
import { exportCall } from './export/exportCall';
import { importCall } from './import/importCall';
import { previewCall } from './previewCall';
import { rowCalls } from './rowCalls';

type Given = Omit<EntityRoom, 'tables' | 'db'> & { readonly store: Store };

/** Every call of every declared entity. */
export const entityCalls = ({ store, ...given }: Given): readonly SignedInCall[] => {
  const { entities } = given.config;
  const tables = new Map(
    entities.map((entity) => [entity.name as string, entityTable(store, entity, given.config)]),
  );
  const room: EntityRoom = { ...given, db: store.db, tables };
  return entities.flatMap((entity) => {
    const table = tables.get(entity.name);
    if (!table) return [];
    return [
      ...rowCalls(entity, table, room),
      ...actionCalls(entity, table, room),
      ...(entity.preview ? [previewCall(entity, room)] : []),
      ...(entity.verbs.includes('export') ? [exportCall(entity, table, room)] : []),
      ...(entity.verbs.includes('import') ? [importCall(entity, table, room)] : []),
    ];
  });
};
