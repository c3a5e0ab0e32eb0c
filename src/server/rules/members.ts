import { sql } from 'kysely';
import { areaOf, maxPointsHint, pointsOf } from '../../domain/fence';
import { boxOf } from '../../domain/geo/area';
import type { Label } from '../../domain/label';
import { type CallValues, invalidInput, serverLabel, type TextName } from '../endpoint';
import type { ActionWork, EntityRules, RecordChange } from '../entities';
import { readParameters } from '../parameters';

/** Records listed in an error message. */
const MAX_NAMES = 5;

/** A list of records that a record is about. */
interface Members {
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
 * Finds members that belong neither to the record's organisation nor to one below it. Records that the caller does not
 * see are left to the check of references.
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
 * Sees that a record of an organisation is about records of it and of those below only.
 * @throws CallError `invalid` that names the others
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

/** A fence that is older than a lower limit stays as it is; a shape that is drawn keeps to the limit of now. */
const checkPoints = async ({ db, values }: RecordChange): Promise<void> => {
  if (values.fence_context === undefined) return;
  const { fence_max_points: max } = await readParameters(db);
  if (pointsOf(values.fence_context) > max)
    throw invalidInput({ fence_context: maxPointsHint(max) });
};

/** Where maps look for it. */
const boxed = ({ values, current }: RecordChange): CallValues => {
  const area = areaOf({ ...current, ...values });
  return area ? { ...values, ...boxOf(area) } : values;
};

/** A fence has as many points as the system allows, and is about locks of its own organisation and of those below. */
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
    await checkMembers(change, ruleMembers);
    return change.values;
  },
  actions: { enable: switchTo(true), disable: switchTo(false) },
};
