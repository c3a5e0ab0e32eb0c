import { sql } from 'kysely';
import type { Label } from '../../../domain/label';
import { rule } from '../../../fields';
import type { Grants } from '../../../fields/grants/schema';
import { CallError, invalid, ruleLabel, text } from '../../calls';
import type { Change, EntityRules, Kept, Removal, RuleContext, Stored } from '../../entities';
import {
  covers,
  grantsOf,
  loadMenus,
  roleGrants,
  roleReach,
  rolesMadeBy,
  SYSTEM_ROLE,
  storeGrants,
  verbPath,
} from '../../rights';
import type { Database, Row } from '../../store';
import { checkGrants } from './checkGrants';
import type { OrganisationRoom } from './OrganisationRoom';
import { refuseUsed } from './refuseUsed';

/** A number of our own: what a role may have is asked and stored while nobody takes it from the roles above. */
const LOCK = 7206;

const lockRoles = (db: Database) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);

/** A role that the caller uses and others have made stays as it is. */
const keptRoles = async (
  rows: readonly Row[],
  { db, caller }: RuleContext,
): Promise<readonly Kept[]> => {
  const ids = rows.map(({ id }) => Number(id));
  const { rows: made } = await sql<{ id: number }>`
    select t.id from role as t
    where t.id = any(${ids}::bigint[]) and ${rolesMadeBy(caller)}`.execute(db);
  const ours = new Set(made.map(({ id }) => id));
  const why = (id: number): Label | undefined => {
    if (id === SYSTEM_ROLE) return text('systemRole');
    return ours.has(id) ? undefined : text('roleOfAbove');
  };
  return ids.map((id) => ({ update: why(id), delete: why(id) }));
};

const checkSuperior = async ({ db, caller, values }: Change): Promise<void> => {
  if (!('parent_id' in values)) return;
  const { rows } = await sql`
    select 1 from role as t
    where t.id = ${values.parent_id} and ${roleReach(caller)?.where ?? sql`true`}`.execute(db);
  if (rows.length === 0) throw invalid({ parent_id: ruleLabel(rule('reference')) });
};

/** Somebody who may change roles still may afterwards. */
const checkOwnAccess = async (
  { db, caller, row }: Stored,
  { config }: OrganisationRoom,
): Promise<void> => {
  if (row.id !== caller.oper.role_id) return;
  const { menus, buttons } = await loadMenus(db, caller.oper.role_id);
  const rights = grantsOf(config, {
    menuUrls: menus.map(({ menuUrl }) => menuUrl),
    actionUrls: buttons.map(({ actionUrl }) => actionUrl),
  });
  const roles = config.entities.find(({ name }) => name === 'role');
  const needed = roles ? (['list', 'update'] as const).map((verb) => verbPath(roles, verb)) : [];
  if (!needed.every((path) => covers(rights, path))) {
    throw new CallError('conflict', text('losesRoles'));
  }
};

const checkUses = async ({ db, caller, rows }: Removal): Promise<void> => {
  const ids = rows.map(({ id }) => id);
  const { rows: below } = await sql<{ name: string }>`
    select "roleName" as name from role
    where parent_id = any(${ids}::bigint[]) and id <> all(${ids}::bigint[]) order by id`.execute(
    db,
  );
  const { rows: operators } = await sql<{ name: string; seen: boolean }>`
    select "operName" as name, org_id in (select org_subtree(${caller.oper.org_id})) as seen
    from oper where role_id = any(${ids}::bigint[]) order by id`.execute(db);
  refuseUsed([
    { kind: ['Roles below', '下级角色'], names: below.map(({ name }) => name) },
    {
      kind: ['Operators', '操作员'],
      names: operators.filter(({ seen }) => seen).map(({ name }) => name),
      unseen: operators.filter(({ seen }) => !seen).length,
    },
  ]);
};

/** Roles: nobody reaches above or beside their own, or gives what they or the superior role lack. */
export const roleRules = (room: OrganisationRoom): EntityRules => ({
  within: roleReach,
  kept: keptRoles,
  prepare: async (change) => {
    const { db, caller, current, values } = change;
    await lockRoles(db);
    await checkSuperior(change);
    const grants = await checkGrants(change, room.labels);
    return {
      ...values,
      ...(grants && { grants }),
      ...(!current && { org_id: caller.oper.org_id }),
    };
  },
  settle: async (stored) => {
    const { db, row, values } = stored;
    if (!values.grants) return;
    await storeGrants(db, Number(row.id), values.grants as Grants);
    await checkOwnAccess(stored, room);
  },
  complete: async (row, { db }) => ({ ...row, grants: await roleGrants(db, Number(row.id)) }),
  beforeRemove: async (removal) => {
    await lockRoles(removal.db);
    await checkUses(removal);
  },
});
