import { sql } from 'kysely';
import { CARD } from '../../../domain/card';
import { type Database, listAs } from '../../db';
import { sqlArray } from '../../db/sql/arrayText';
import {
  emptyRegionalContext,
  type RegionalContext,
  type RegionalRule,
  type SwipedCard,
} from './regional';

/** Reads the rules and cards for a batch: one query for its locks, another if cards were swiped. */
export type ReadRegional = (
  db: Database,
  reporters: readonly Reporter[],
  swipes: readonly Swipe[],
) => Promise<RegionalContext>;

/** Opens the reader of regional rules; an empty one if the configuration declares no rules or cards. */
export const openRegional = async (db: Database): Promise<ReadRegional> => {
  const { rows } = await sql<{ declared: boolean }>`
    select to_regclass('"regionalRule"') is not null and to_regclass('"icCard"') is not null
      as declared`.execute(db);
  if (!rows[0]?.declared) return async () => emptyRegionalContext;
  return async (transaction, reporters, swipes) => {
    const rules = await readRules(transaction, reporters);
    const cards = await readCards(transaction, swipes);
    return {
      rulesOf: (sn) => rules.get(sn) ?? [],
      cardOf: (sn, cardNo) => cards.get(swipeKey(sn, cardNo)),
    };
  };
};

interface Reporter {
  readonly id: number;
  readonly sn: string;
  readonly org_id: number;
}

interface RuleRow extends Omit<RegionalRule, 'autoUnblock'> {
  readonly device_id: number;
  readonly auto_unblock: boolean | null;
}

/**
 * Number of locks up to which the index on the rules' devices is used. Beyond it PostgreSQL compares every list with
 * every other (28 ms with 60,000 entries and 200 locks), and unnesting all lists is quicker (4 ms).
 */
const MAX_INDEXED_LOCKS = 50;

/**
 * Reads the enabled rules for some locks, by serial number. A rule does not apply to a lock that moved outside the
 * rule's organisation.
 */
const readRules = async (
  db: Database,
  reporters: readonly Reporter[],
): Promise<Map<string, RegionalRule[]>> => {
  const ids = reporters.map(({ id }) => id);
  const orgs = reporters.map(({ org_id }) => org_id);
  const devicesFilter =
    ids.length > MAX_INDEXED_LOCKS ? sql`` : sql`and devices && ${ids}::bigint[]`;
  const { rows } = await sql<RuleRow>`
    with recursive reporter(id, org_id) as materialized (
      select * from unnest(${sqlArray(ids, 'bigint')}, ${sqlArray(orgs, 'bigint')})
    ), above(org_id, id) as (
      select org_id, org_id from reporter
      union
      select above.org_id, org.parent_id from above join org on org.id = above.id
      where org.parent_id is not null
    ), rule as materialized (
      select * from "regionalRule" where enabled ${devicesFilter}
    )
    select reporter.id as device_id, rule.id, rule.regional_rule as name, rule.auto_unblock,
           rule.lat, rule.lon, rule.radius
    from rule cross join lateral unnest(rule.devices) as listed(id)
    join reporter on reporter.id = listed.id
    where (reporter.org_id, rule.org_id) in (select org_id, id from above)
    order by rule.id`.execute(db);
  const sns = new Map(reporters.map(({ id, sn }) => [id, sn]));
  const rules = new Map<string, RegionalRule[]>();
  for (const { device_id, auto_unblock, ...rule } of rows) {
    const sn = sns.get(device_id) ?? '';
    const lockRules = rules.get(sn) ?? [];
    rules.set(sn, [...lockRules, { ...rule, autoUnblock: auto_unblock === true }]);
  }
  return rules;
};

interface Swipe {
  readonly sn: string;
  readonly device_id: number;
  readonly org_id: number;
  readonly card_no: string;
}

interface CardRow extends Omit<SwipedCard, 'enabled'> {
  readonly sn: string;
  readonly card_no: string;
  readonly status: number | null;
}

const swipeKey = (sn: string, cardNo: string): string => `${sn} ${cardNo}`;

/**
 * Finds the cards with the reported numbers, by `swipeKey`. A lock knows a card of its own organisation, of one above
 * or below it, and a card listed by a rule for the lock. Cards of other tenants are unknown. Numbers are matched in
 * upper and lower case, because card readers differ.
 */
const readCards = async (
  db: Database,
  swipes: readonly Swipe[],
): Promise<Map<string, SwipedCard>> => {
  const cards = new Map<string, SwipedCard>();
  if (swipes.length === 0) return cards;
  const swipeList = listAs(
    'swipe',
    { sn: 'varchar', device_id: 'bigint', org_id: 'bigint', card_no: 'varchar' },
    swipes,
  );
  const { rows } = await sql<CardRow>`
    select distinct on (swipe.sn, swipe.card_no)
      swipe.sn, swipe.card_no, card.ic_name as name, card.status, card.lat, card.lon, card.radius, listed.rules
    from ${swipeList}
    join "icCard" as card on card.ic_no in (swipe.card_no, upper(swipe.card_no), lower(swipe.card_no))
    cross join lateral (
      select coalesce(array_agg(rule.id), '{}') as rules from "regionalRule" as rule
      where rule.enabled and rule.devices @> array[swipe.device_id]
        and swipe.org_id in (select org_subtree(rule.org_id))
        and card.org_id in (select org_subtree(rule.org_id))
        and (card.id = any(rule.cards) or (card.card_type = ${CARD.group} and exists (
          select 1 from "icCard" as listed
          where listed.id = any(rule.cards) and listed.card_type = ${CARD.group}
            and listed.card_no = card.card_no
            and listed.org_id in (select org_subtree(rule.org_id)))))
    ) listed
    where cardinality(listed.rules) > 0
      or card.org_id in (select org_above(swipe.org_id)) or card.org_id in (select org_subtree(swipe.org_id))
    order by swipe.sn, swipe.card_no, card.ic_no = swipe.card_no desc, card.id`.execute(db);
  for (const { sn, card_no, status, ...card } of rows) {
    cards.set(swipeKey(sn, card_no), { ...card, enabled: status === 1 });
  }
  return cards;
};
