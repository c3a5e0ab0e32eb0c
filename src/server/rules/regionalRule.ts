import { sql } from 'kysely';
import type { Label } from '../../domain/label';
import { invalid, text, type Values } from '../endpoint';
import type { ActionWork, Change, EntityRules } from '../entities';

/** Records named in a refusal. */
const NAMED = 5;

interface Members {
  /** The field of the rule, the table of its records and what they are known by. */
  readonly field: 'cards' | 'devices';
  readonly table: string;
  readonly title: string;
}

const members: readonly Members[] = [
  { field: 'cards', table: 'icCard', title: 'ic_no' },
  { field: 'devices', table: 'device', title: 'sn' },
];

/**
 * Those that belong neither to the rule's organisation nor to one below it. What the caller does not see is left to
 * the check of references.
 */
const outside = async (
  { db, caller }: Change,
  { table, title }: Members,
  { ids, org }: { readonly ids: readonly unknown[]; readonly org: unknown },
): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(title)} as name from ${sql.table(table)}
    where id = any(${ids}::bigint[])
      and org_id in (select org_subtree(${caller.oper.org_id}))
      and org_id not in (select org_subtree(${org}))
    order by id limit ${NAMED}`.execute(db);
  return rows.map(({ name }) => name);
};

const checkMembers = async (change: Change): Promise<void> => {
  const { values, current } = change;
  const next: Values = { ...current, ...values };
  const wrong: Record<string, Label> = {};
  for (const member of members) {
    const ids = next[member.field];
    if (!Array.isArray(ids) || ids.length === 0) continue;
    const names = await outside(change, member, { ids, org: next.org_id });
    if (names.length > 0) wrong[member.field] = text('outsideRule', { names: names.join(', ') });
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
};

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
    await checkMembers(change);
    return change.values;
  },
  actions: { enable: switchTo(true), disable: switchTo(false) },
};
