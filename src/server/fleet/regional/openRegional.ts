import { type Kysely, sql } from 'kysely';
import type { Database, Tables } from '../../store';
import { noRules, type Regional } from './Regional';
import { readCards, type Swipe, swipeKey } from './readCards';
import { type Reporter, readRules } from './readRules';

/** Reads what the rules know of a batch: one query for its locks, one more where cards were held to them. */
export type ReadRegional = (
  db: Database,
  reporters: readonly Reporter[],
  swipes: readonly Swipe[],
) => Promise<Regional>;

/** A configuration may have neither rules nor cards; its locks report all the same. */
export const openRegional = async (db: Kysely<Tables>): Promise<ReadRegional> => {
  const { rows } = await sql<{ declared: boolean }>`
    select to_regclass('"regionalRule"') is not null and to_regclass('"icCard"') is not null
      as declared`.execute(db);
  if (!rows[0]?.declared) return async () => noRules;
  return async (transaction, reporters, swipes) => {
    const rules = await readRules(transaction, reporters);
    const cards = await readCards(transaction, swipes);
    return {
      rulesOf: (sn) => rules.get(sn) ?? [],
      cardOf: (sn, cardNo) => cards.get(swipeKey(sn, cardNo)),
    };
  };
};
