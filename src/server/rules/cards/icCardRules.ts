import { sql } from 'kysely';
import { CallError, text } from '../../calls';
import type { EntityRules } from '../../entities';
import type { RulesRoom } from '../RulesRoom';

/** Rules named in a refusal. */
const NAMED = 5;

/** A card that a rule lets swipe stays until the rule lets go of it. */
export const icCardRules = ({ config }: RulesRoom): EntityRules => {
  if (!config.entities.some(({ name }) => name === 'regionalRule')) return {};
  return {
    beforeRemove: async ({ db, rows, caller }) => {
      const ids = rows.map(({ id }) => Number(id));
      const { rows: uses } = await sql<{ name: string }>`
        select regional_rule as name from "regionalRule"
        where cards && ${ids}::bigint[] and org_id in (select org_subtree(${caller.oper.org_id}))
        order by id limit ${NAMED}`.execute(db);
      if (uses.length === 0) return;
      const names = uses.map(({ name }) => name).join(', ');
      throw new CallError('conflict', text('cardInRule', { names }));
    },
  };
};
