import type { Database } from '../database';
import { countRows } from './countRows';
import type { Described } from './describe';
import type { RangeNames } from './filterConditions';
import type { ListAnswer, ListQuery, Scope } from './listQuery';
import { narrow } from './narrow';
import { orderOf } from './order';
import { pageKeys } from './pageKeys';
import type { PageMemory } from './pageMemory';
import { selectRows } from './selectRows';
import { visibleOrgs } from './visible';

/** Up to here skipping costs little, and a page shows what is there now. */
const SHALLOW = 1_000;

export interface Reading {
  readonly entity: Described;
  readonly names: RangeNames;
  readonly memory: PageMemory;
}

/**
 * A page and the total. Deep pages of records by time are read on from where the page before ended, when this process
 * has shown that a minute ago or less; otherwise rows are skipped, by index alone.
 */
export const listRows = async (
  db: Database,
  { entity, names, memory }: Reading,
  query: ListQuery,
  scope: Scope,
): Promise<ListAnswer> => {
  const { page, pageSize, filters, sort } = query;
  const orgs = entity.scope === undefined ? [] : await visibleOrgs(db, scope);
  const within = scope.within?.where;
  const order = orderOf(entity, sort);
  const narrowed = await narrow(db, entity, filters, orgs);
  const skip = (page - 1) * pageSize;
  const deep = skip >= SHALLOW && order.name === entity.partitionedBy;
  const key = JSON.stringify([
    entity.entity,
    scope.orgId,
    scope.within?.key,
    pageSize,
    order.descending,
    filters,
  ]);
  const start = deep ? memory.before(key, page, Date.now()) : undefined;
  const keys = pageKeys(entity, {
    orgs,
    within,
    filters: narrowed,
    names,
    order,
    after: start?.place,
    skip: start ? start.pagesBetween * pageSize : skip,
    limit: pageSize,
  });
  const [{ rows, last }, total] = await Promise.all([
    selectRows(db, entity, { keys, order, orgs }),
    countRows(db, entity, { orgs, within, filters: narrowed, names }),
  ]);
  if (last && skip + pageSize >= SHALLOW && order.name === entity.partitionedBy) {
    memory.remember(key, page, last, Date.now());
  }
  return { list: rows, total };
};
