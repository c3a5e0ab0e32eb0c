import type { Database } from '../database';
import type { Described } from './describe';
import type { RangeNames } from './filterConditions';
import { leadOf } from './leadOf';
import type { Row, Scope, Selection } from './listQuery';
import { narrow } from './narrow';
import { orderOf } from './order';
import { pageKeys } from './pageKeys';
import type { Place } from './place';
import { selectRows } from './selectRows';
import { visibleOrgs } from './visible';

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
  let after: Place | undefined;
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
