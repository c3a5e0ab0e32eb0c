import { sql } from 'kysely';
import { areaOf, maxPointsHint, pointsOf } from '../../domain/fence';
import { boxOf } from '../../domain/geo/area';
import type { Label } from '../../domain/label';
import { type CallValues, invalidInput, serverLabel, type TextName } from '../calls/endpoint';
import { readParameters } from '../db/parameters';
import type { EntityRules, RecordChange } from '../entities';

const MAX_NAMES = 5;

/** Field that lists other records. */
interface Members {
  /** Field with the ids, table of the records, and the column that names them. */
  readonly field: string;
  readonly table: string;
  readonly title: string;
  /** Column with their organisation. */
  readonly org: 'org_id' | 'id';
  /** Message about members outside the organisation; its argument is `names`. */
  readonly refusal: TextName;
}

/**
 * Finds members that belong neither to the record's organisation nor to one below it. Records that the caller does
 * not see are left to the reference check.
 */
const membersOutside = async (
  { db, caller }: RecordChange,
  { table, title, org: column }: Members,
  { ids, org }: { readonly ids: readonly unknown[]; readonly org: unknown },
): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(title)} as name from ${sql.table(table)}
    where id = any(${ids}::bigint[])
      and ${sql.ref(column)} in (select org_subtree(${caller.oper.org_id}))
      and ${sql.ref(column)} not in (select org_subtree(${org}))
    order by id limit ${MAX_NAMES}`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * Checks that the members of a record belong to its organisation or to one below it.
 * @throws CallError `invalid` with the names of the others
 */
const checkMembers = async (change: RecordChange, members: readonly Members[]): Promise<void> => {
  const { values, current } = change;
  const next: CallValues = { ...current, ...values };
  const wrong: Record<string, Label> = {};
  for (const member of members) {
    const ids = next[member.field];
    if (!Array.isArray(ids) || ids.length === 0) continue;
    const names = await membersOutside(change, member, { ids, org: next.org_id });
    if (names.length > 0)
      wrong[member.field] = serverLabel(member.refusal, { names: names.join(', ') });
  }
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong);
};

const fenceMembers: readonly Members[] = [
  { field: 'devices', table: 'device', title: 'sn', org: 'org_id', refusal: 'outsideFence' },
  { field: 'orgs', table: 'org', title: 'org_name', org: 'id', refusal: 'outsideFence' },
];

/**
 * Checks the number of points. Only a changed shape is checked, so that older fences stay valid after the limit is
 * lowered.
 */
const checkPoints = async ({ db, values }: RecordChange): Promise<void> => {
  if (values.fence_context === undefined) return;
  const { fence_max_points: max } = await readParameters(db);
  if (pointsOf(values.fence_context) > max)
    throw invalidInput({ fence_context: maxPointsHint(max) });
};

/** Adds the bounding box, by which maps find the fence. */
const boxed = ({ values, current }: RecordChange): CallValues => {
  const area = areaOf({ ...current, ...values });
  return area ? { ...values, ...boxOf(area) } : values;
};

/** Limits the points of a fence, and its members to its organisation and those below. */
export const fenceRules: EntityRules = {
  resolveInput: async (change) => {
    await checkPoints(change);
    await checkMembers(change, fenceMembers);
    return boxed(change);
  },
};

const ruleMembers: readonly Members[] = [
  { field: 'cards', table: 'icCard', title: 'ic_no', org: 'org_id', refusal: 'outsideRule' },
  { field: 'devices', table: 'device', title: 'sn', org: 'org_id', refusal: 'outsideRule' },
];

/** Limits the cards and locks of a rule to its organisation and those below. */
export const regionalRules: EntityRules = {
  resolveInput: async (change) => {
    await checkMembers(change, ruleMembers);
    return change.values;
  },
};
