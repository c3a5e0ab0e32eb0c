import { sql } from 'kysely';
import { CARD } from '../../../domain/card';
import type { Database } from '../../store';
import type { SwipedCard } from './SwipedCard';

/** A card number that a lock reported. */
export interface Swipe {
  readonly sn: string;
  readonly device_id: number;
  /** The organisation that has the lock. */
  readonly org_id: number;
  readonly card_no: string;
}

interface Found extends Omit<SwipedCard, 'enabled'> {
  readonly sn: string;
  readonly card_no: string;
  readonly status: number | null;
}

export const swipeKey = (sn: string, cardNo: string): string => `${sn} ${cardNo}`;

/**
 * The cards behind reported numbers, by swipeKey. A card is known to a lock when it belongs to the lock's organisation,
 * one above or one below, or when a rule about the lock lists it; the cards of other tenants are strangers. Readers
 * differ in how they write the letters of a number.
 */
export const readCards = async (
  db: Database,
  swipes: readonly Swipe[],
): Promise<Map<string, SwipedCard>> => {
  const found = new Map<string, SwipedCard>();
  if (swipes.length === 0) return found;
  const { rows } = await sql<Found>`
    select distinct on (s.sn, s.card_no)
      s.sn, s.card_no, c.ic_name as name, c.status, c.lat, c.lon, c.radius, listed.rules
    from jsonb_to_recordset(${JSON.stringify(swipes)}::jsonb)
      as s(sn varchar, device_id bigint, org_id bigint, card_no varchar)
    join "icCard" c on c.ic_no in (s.card_no, upper(s.card_no), lower(s.card_no))
    cross join lateral (
      select coalesce(array_agg(r.id), '{}') as rules from "regionalRule" r
      where r.enabled and r.devices @> array[s.device_id]
        and s.org_id in (select org_subtree(r.org_id))
        and c.org_id in (select org_subtree(r.org_id))
        and (c.id = any(r.cards) or (c.card_type = ${CARD.group} and exists (
          select 1 from "icCard" listed
          where listed.id = any(r.cards) and listed.card_type = ${CARD.group}
            and listed.card_no = c.card_no
            and listed.org_id in (select org_subtree(r.org_id)))))
    ) listed
    where cardinality(listed.rules) > 0
      or c.org_id in (select org_above(s.org_id)) or c.org_id in (select org_subtree(s.org_id))
    order by s.sn, s.card_no, c.ic_no = s.card_no desc, c.id`.execute(db);
  for (const { sn, card_no, status, ...card } of rows) {
    found.set(swipeKey(sn, card_no), { ...card, enabled: status === 1 });
  }
  return found;
};
