import { sql } from 'kysely';
import type { ActionWork, EntityRules } from '../entities';
import { checkMembers, type Members } from './members';

const members: readonly Members[] = [
  { field: 'cards', table: 'icCard', title: 'ic_no', org: 'org_id', refusal: 'outsideRule' },
  { field: 'devices', table: 'device', title: 'sn', org: 'org_id', refusal: 'outsideRule' },
];

const switchTo =
  (enabled: boolean) =>
  async ({ db, rows }: ActionWork) => {
    const ids = rows.map(({ id }) => Number(id));
    await sql`
      update "regionalRule" set enabled = ${enabled} where id = any(${ids}::bigint[])`.execute(db);
    return { done: ids.length };
  };

/** A rule is about cards and locks of its own organisation and of those below. */
export const regionalRules: EntityRules = {
  resolveInput: async (change) => {
    await checkMembers(change, members);
    return change.values;
  },
  actions: { enable: switchTo(true), disable: switchTo(false) },
};
