import type { Database } from '../database';
import { type RangeNames, visibleOrgs } from './conditions';
import { countRows } from './count';
import type { Described } from './describe';
import { type Cursor, orderOf, soleColumn } from './order';
import { leadOf, narrow, pageKeys } from './pageKeys';
import {
  COUNTED,
  type ListAnswer,
  type ListQuery,
  type Row,
  type Scope,
  type Selection,
} from './query';
import { selectRows } from './rows';

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

/**
 * Visits every row in order, batch after batch, each starting after the last row of the one before: no transaction
 * stays open meanwhile. A row whose sorted value changes while this runs may be visited twice or not at all.
 */
export const eachRow = async (
  db: Database,
  { entity, names }: { readonly entity: Described; readonly names: RangeNames },
  selection: Selection,
  scope: Scope,
  { size, visit }: { size: number; visit: (rows: Row[]) => void | Promise<void> },
): Promise<void> => {
  const orgs = entity.scope === undefined ? [] : await visibleOrgs(db, scope);
  const filters = await narrow(db, entity, selection.filters, orgs);
  const lead = await leadOf(db, entity, { filters, names, orgs });
  const order = orderOf(entity, selection.sort);
  const within = scope.within?.where;
  let after: Cursor | undefined;
  for (;;) {
    const keys = pageKeys(entity, {
      orgs,
      within,
      filters,
      names,
      order,
      lead,
      after,
      skip: 0,
      limit: size,
    });
    const { rows, last } = await selectRows(db, entity, { keys, order, orgs });
    if (rows.length > 0) await visit(rows);
    if (rows.length < size) return;
    after = last;
  }
};

/** Where a page of a query ended. */
interface Ended {
  readonly page: number;
  readonly place: Cursor;
  readonly at: number;
}

/** Old places would hide what came in between, so they are forgotten, ms. */
const KEPT = 60_000;
const REMEMBERED = 1_000;

/**
 * Remembers where the last deep page of a query ended, so that the next one starts there instead of counting its way
 * from the top again. It is a shortcut only: a process that knows nothing counts.
 */
export const createPageMemory = () => {
  const ends = new Map<string, Ended>();
  return {
    /** @returns where a page before this one ended, and how many pages lie between */
    before: (query: string, page: number, now: number) => {
      const end = ends.get(query);
      if (!end || end.page >= page || now - end.at > KEPT) return undefined;
      return { place: end.place, pagesBetween: page - 1 - end.page };
    },
    remember: (query: string, page: number, place: Cursor, now: number): void => {
      ends.delete(query);
      ends.set(query, { page, place, at: now });
      for (const oldest of ends.keys()) {
        if (ends.size <= REMEMBERED) break;
        ends.delete(oldest);
      }
    },
  };
};

export type PageMemory = ReturnType<typeof createPageMemory>;

/**
 * Remembers which queries found more records than are counted: the next page of one need not count them again. It is a
 * shortcut only: a process that knows nothing counts.
 */
export const createTotalMemory = () => {
  const many = new Map<string, number>();
  return {
    hasMany: (query: string, now: number): boolean =>
      now - (many.get(query) ?? Number.NEGATIVE_INFINITY) <= KEPT,
    remember: (query: string, now: number): void => {
      many.delete(query);
      many.set(query, now);
      for (const oldest of many.keys()) {
        if (many.size <= REMEMBERED) break;
        many.delete(oldest);
      }
    },
  };
};

export type TotalMemory = ReturnType<typeof createTotalMemory>;
