import { sql } from 'kysely';
import type { Database } from '../database';
import { matching } from './countRows';
import type { Described } from './describe';
import type { RangeNames } from './filterConditions';
import type { Scope, Selection } from './listQuery';
import { narrow } from './narrow';
import { visibleOrgs } from './visible';

/** How many rows a selection has, however many: for work that reads all of them anyway. */
export const totalRows = async (
  db: Database,
  { entity, names }: { readonly entity: Described; readonly names: RangeNames },
  selection: Selection,
  scope: Scope,
): Promise<number> => {
  const orgs = entity.scope === undefined ? [] : await visibleOrgs(db, scope);
  const filters = await narrow(db, entity, selection.filters, orgs);
  const found = matching(entity, { filters, names, orgs, within: scope.within?.where });
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${found}) as found`.execute(db);
  return rows[0]?.total ?? 0;
};
