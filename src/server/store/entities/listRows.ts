import type { Database } from '../database';
import { countRows } from './countRows';
import type { Described } from './describe';
import type { RangeNames } from './filterConditions';
import { leadOf } from './leadOf';
import { COUNTED, type ListAnswer, type ListQuery, type Scope } from './listQuery';
import { narrow } from './narrow';
import { orderOf, soleColumn } from './order';
import { pageKeys } from './pageKeys';
import type { PageMemory } from './pageMemory';
import { selectRows } from './selectRows';
import type { TotalMemory } from './totalMemory';
import { visibleOrgs } from './visible';

/** Up to here skipping costs little, and a page shows what is there now. */
const SHALLOW = 1_000;

export interface Reading {
  readonly entity: Described;
  readonly names: RangeNames;
  readonly memory: PageMemory;
  readonly totals: TotalMemory;
}

/**
 * A page and the total. Deep pages of records by time are read on from where the page before ended, when this process
 * has shown that a minute ago or less; otherwise rows are skipped, by index alone.
 */
export const listRows = async (
  db: Database,
  { entity, names, memory, totals }: Reading,
  query: ListQuery,
  scope: Scope,
): Promise<ListAnswer> => {
  const { page, pageSize, filters, sort } = query;
  const orgs = entity.scope === undefined ? [] : await visibleOrgs(db, scope);
  const within = scope.within?.where;
  const order = orderOf(entity, sort);
  const narrowed = await narrow(db, entity, filters, orgs);
  const lead = await leadOf(db, entity, { filters: narrowed, names, orgs });
  const skip = (page - 1) * pageSize;
  const byTime = entity.partitionedBy !== undefined && soleColumn(order) === entity.partitionedBy;
  const asked = JSON.stringify([entity.entity, scope.orgId, scope.within?.key, filters]);
  const key = JSON.stringify([asked, pageSize, order.descending]);
  const start = byTime && skip >= SHALLOW ? memory.before(key, page, Date.now()) : undefined;
  const keys = pageKeys(entity, {
    orgs,
    within,
    filters: narrowed,
    names,
    order,
    lead,
    after: start?.place,
    skip: start ? start.pagesBetween * pageSize : skip,
    limit: pageSize,
  });
  const count = () => countRows(db, entity, { orgs, within, filters: narrowed, names, lead });
  const hasMany = totals.hasMany(asked, Date.now());
  const [{ rows, last }, counted] = await Promise.all([
    selectRows(db, entity, { keys, order, orgs }),
    hasMany ? undefined : count(),
  ]);
  // A page that is not full is the last one, whatever is remembered.
  const total = counted ?? (rows.length === pageSize ? COUNTED + 1 : await count());
  if (counted === COUNTED + 1 && entity.time !== undefined) totals.remember(asked, Date.now());
  if (last && byTime && skip + pageSize >= SHALLOW) {
    memory.remember(key, page, last, Date.now());
  }
  return { list: rows, total };
};
