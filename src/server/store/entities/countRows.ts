import { sql } from 'kysely';
import type { Database, Sql } from '../database';
import type { Described } from './describe';
import { filterConditions } from './filterConditions';
import { choicesIn } from './leadOf';
import { COUNTED } from './listQuery';
import { orderOf } from './order';
import { type PageRequest, pageKeys } from './pageKeys';
import { allOf, isVisible } from './visible';

export type CountRequest = Pick<PageRequest, 'filters' | 'lead' | 'names' | 'orgs' | 'within'>;

/** As many organisations as are walked one by one. */
const FEW = 50;

/** Selects a row for each that a request finds. */
export const matching = (entity: Described, { filters, names, orgs, within }: CountRequest): Sql =>
  sql`select 1 from ${sql.table(entity.table)} as t
    where ${allOf([isVisible('t', entity.scope, orgs), within, ...filterConditions(entity, filters, names)])}`;

/**
 * The newest records in the order of time, where an index leads to them. Without an order the planner trusts that a
 * scan of everything meets enough of them soon, although those of a week lie together at the end of their month.
 */
const newest = (entity: Described, request: CountRequest): Sql => {
  const { filters, names, orgs } = request;
  const bounded = [names.from, names.to].some((end) => `${entity.time}${end}` in filters);
  const order = orderOf(entity, { field: String(entity.time), order: 'desc' });
  const led = choicesIn(entity, filters).length > 0;
  return bounded || led || (entity.scope !== undefined && orgs.length <= FEW)
    ? pageKeys(entity, { ...request, order, skip: 0, limit: COUNTED + 1, unsorted: true })
    : sql`${matching(entity, request)} limit ${COUNTED + 1}`;
};

/** How many rows there are; of records no more than COUNTED + 1 are looked at. */
export const countRows = async (
  db: Database,
  entity: Described,
  request: CountRequest,
): Promise<number> => {
  const counted = entity.time === undefined ? matching(entity, request) : newest(entity, request);
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${counted}) as counted`.execute(db);
  return rows[0]?.total ?? 0;
};
