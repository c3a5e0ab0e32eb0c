import { sql } from 'kysely';
import type { Database } from '../../store';
import type { RegionalRule } from './RegionalRule';

/** A lock that reported. */
export interface Reporter {
  readonly id: number;
  readonly sn: string;
  /** The organisation that has it. */
  readonly org_id: number;
}

interface Found {
  readonly device_id: number;
  readonly id: number;
  readonly name: string;
  readonly auto_unblock: boolean | null;
  readonly lat: number;
  readonly lon: number;
  readonly radius: number;
}

/**
 * Up to so many locks the index on the rules' devices finds the rules. Beyond that PostgreSQL compares every list with
 * every other (measured with 60,000 entries and 200 locks: 28 ms), and to lay all lists open is quicker (4 ms).
 */
const FEW = 50;

/**
 * The enabled rules about some locks, by serial number. A rule says nothing about a lock that went to an organisation
 * outside the rule's own.
 */
export const readRules = async (
  db: Database,
  reporters: readonly Reporter[],
): Promise<Map<string, RegionalRule[]>> => {
  const ids = reporters.map(({ id }) => id);
  const orgs = reporters.map(({ org_id }) => org_id);
  const narrowed = ids.length > FEW ? sql`` : sql`and devices && ${ids}::bigint[]`;
  const { rows } = await sql<Found>`
    with recursive told(id, org_id) as materialized (
      select * from unnest(${ids}::bigint[], ${orgs}::bigint[])
    ), above(org_id, id) as (
      select org_id, org_id from told
      union
      select above.org_id, org.parent_id from above join org on org.id = above.id
      where org.parent_id is not null
    ), rule as materialized (
      select * from "regionalRule" where enabled ${narrowed}
    )
    select told.id as device_id, rule.id, rule.regional_rule as name, rule.auto_unblock,
           rule.lat, rule.lon, rule.radius
    from rule cross join lateral unnest(rule.devices) as listed(id)
    join told on told.id = listed.id
    where (told.org_id, rule.org_id) in (select org_id, id from above)
    order by rule.id`.execute(db);
  const sns = new Map(reporters.map(({ id, sn }) => [id, sn]));
  const rules = new Map<string, RegionalRule[]>();
  for (const { device_id, auto_unblock, ...rule } of rows) {
    const sn = sns.get(device_id) ?? '';
    const others = rules.get(sn) ?? [];
    rules.set(sn, [...others, { ...rule, autoUnblock: auto_unblock === true }]);
  }
  return rules;
};
