import { sql } from 'kysely';
import type { Label } from '../../domain/label';
import { invalid, type TextName, text, type Values } from '../endpoint';
import type { Change } from '../entities';

/** Records named in a refusal. */
const NAMED = 5;

/** A list of records that a record is about. */
export interface Members {
  /** The field with their ids, their table and what they are known by. */
  readonly field: string;
  readonly table: string;
  readonly title: string;
  /** The column with their organisation. */
  readonly org: 'org_id' | 'id';
  /** What is said of those that are not of it; `names`. */
  readonly refusal: TextName;
}

/**
 * Those that belong neither to the record's organisation nor to one below it. What the caller does not see is left to
 * the check of references.
 */
const outside = async (
  { db, caller }: Change,
  { table, title, org: column }: Members,
  { ids, org }: { readonly ids: readonly unknown[]; readonly org: unknown },
): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(title)} as name from ${sql.table(table)}
    where id = any(${ids}::bigint[])
      and ${sql.ref(column)} in (select org_subtree(${caller.oper.org_id}))
      and ${sql.ref(column)} not in (select org_subtree(${org}))
    order by id limit ${NAMED}`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * Sees that a record of an organisation is about records of it and of those below only.
 * @throws CallError `invalid` that names the others
 */
export const checkMembers = async (change: Change, members: readonly Members[]): Promise<void> => {
  const { values, current } = change;
  const next: Values = { ...current, ...values };
  const wrong: Record<string, Label> = {};
  for (const member of members) {
    const ids = next[member.field];
    if (!Array.isArray(ids) || ids.length === 0) continue;
    const names = await outside(change, member, { ids, org: next.org_id });
    if (names.length > 0) wrong[member.field] = text(member.refusal, { names: names.join(', ') });
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
};
