import type { SignedInCall } from '../calls';
import { entityTable, type Store } from '../store';
import type { EntityRoom } from './EntityRoom';
import { exportCall } from './export/exportCall';
import { importCall } from './import/importCall';
import { rowCalls } from './rowCalls';

type Given = Omit<EntityRoom, 'tables'> & { readonly store: Store };

/** Every call of every declared entity. */
export const entityCalls = ({ store, ...given }: Given): readonly SignedInCall[] => {
  const { entities } = given.config;
  const tables = new Map(
    entities.map((entity) => [entity.name as string, entityTable(store, entity, given.config)]),
  );
  const room = { ...given, tables };
  return entities.flatMap((entity) => {
    const table = tables.get(entity.name);
    if (!table) return [];
    return [
      ...rowCalls(entity, table, room),
      ...(entity.verbs.includes('export') ? [exportCall(entity, table, room)] : []),
      ...(entity.verbs.includes('import') ? [importCall(entity, table, room)] : []),
    ];
  });
};
