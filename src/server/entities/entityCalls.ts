import type { SignedInCall } from '../calls';
import { actionCalls } from './actions/actionCalls';
import { countCall } from './countCall';
import type { EntityRoom } from './EntityRoom';
import { exportCall } from './export';
import { importCall } from './import';
import { previewCall } from './previewCall';
import { rowCalls } from './rowCalls';

/** Every call of every declared entity. */
export const entityCalls = (room: EntityRoom): readonly SignedInCall[] => {
  const { config, tables } = room;
  return config.entities.flatMap((entity) => {
    const table = tables.get(entity.name);
    if (!table) return [];
    return [
      ...rowCalls(entity, table, room),
      ...actionCalls(entity, table, room),
      ...(entity.counts.length > 0 ? [countCall(entity, table, room)] : []),
      ...(entity.preview ? [previewCall(entity, table, room)] : []),
      ...(entity.verbs.includes('export') ? [exportCall(entity, table, room)] : []),
      ...(entity.verbs.includes('import') ? [importCall(entity, table, room)] : []),
    ];
  });
};
