import type { AnyEntity } from '../../../config';
import type { Database } from '../database';
import { defaultPartition, partitionColumn, type TableShape } from '../schema';
import { deleteOld } from './deleteOld';
import { dropPartitions } from './dropPartitions';
import { forgetValues } from './forgetValues';

interface Keeping {
  readonly entities: readonly AnyEntity[];
  readonly shapes: readonly TableShape[];
  /** Ends it early, between two steps. */
  readonly signal?: AbortSignal;
}

/** What was forgotten. */
export interface Forgotten {
  /** Names of whole months of records. */
  readonly partitions: readonly string[];
  /** Records that were deleted one by one. */
  readonly records: number;
}

/** Where old records lie that no whole month is dropped of. */
const leftovers = (entities: readonly AnyEntity[]) =>
  entities.flatMap((entity) => {
    if (!entity.record || entity.derived) return [];
    const table: string = entity.table;
    const time = String(entity.record.time);
    return [{ table: partitionColumn(entity) ? defaultPartition(table) : table, time }];
  });

/**
 * Forgets the records of all tables that are older than a moment: months that lie before it as a whole, and what is
 * kept without months. Others go on working meanwhile, and several servers may do it at once.
 * @param before ms since 1970
 * @throws the signal's reason, when it ends early
 */
export const forgetRecords = async (
  db: Database,
  { entities, shapes, signal }: Keeping,
  before: number,
): Promise<Forgotten> => {
  const partitions: string[] = [];
  let records = 0;
  const forgetting = new Set<string>();
  for (const shape of shapes) {
    signal?.throwIfAborted();
    const dropped = await dropPartitions(db, shape, before);
    if (dropped.length > 0) forgetting.add(shape.name);
    partitions.push(...dropped);
  }
  for (const place of leftovers(entities)) {
    const deleted = await deleteOld(db, { ...place, signal }, before);
    if (deleted > 0) forgetting.add(place.table);
    records += deleted;
  }
  const changed = ({ name }: TableShape) =>
    forgetting.has(name) || forgetting.has(defaultPartition(name));
  for (const shape of shapes.filter(changed)) await forgetValues(db, shape, signal);
  return { partitions, records };
};
