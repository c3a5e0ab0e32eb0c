import { sql } from 'kysely';
import type { LockReasons } from '../../config';
import type { Label } from '../../domain/label';
import { type Grants, rule } from '../../fields';
import { verbPath } from '../../protocol';
import {
  editableRoles,
  GROUP,
  isGranted,
  loadGrants,
  type OriginalLabels,
  roleGrants,
  SYSTEM_ROLE,
  seesRole,
  storedNames,
  storeGrants,
  visibleRoles,
} from '../auth';
import { CallError, invalidInput, ruleLabel, serverLabel } from '../calls/endpoint';
import { allOf, anyOf, type Database, holds, idsFrom, type Row } from '../db';
import {
  type EntityRules,
  type RecordChange,
  type Removal,
  type RuleContext,
  rowIds,
  type StoredRecord,
} from '../entities';
import type { OrganisationDependencies } from './context';
import { nameSample, refuseIfReferenced } from './refuseUsed';

/**
 * Key of the advisory lock under which grants are checked and stored, so that a superior role cannot lose them in
 * between.
 */
const LOCK = 7206;

const lockRoles = (db: Database) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);

/** Locks the roles that the caller may use but an organisation above has made. */
const roleLockReasons = async (
  rows: readonly Row[],
  { db, caller }: RuleContext,
): Promise<readonly LockReasons[]> => {
  const ids = rows.map(({ id }) => Number(id));
  const editableRows = await db
    .selectFrom('role as t')
    .select('t.id')
    .where('t.id', '=', anyOf(ids))
    .where(holds(editableRoles(caller)))
    .execute();
  const editableIds = new Set(editableRows.map(({ id }) => id));
  const why = (id: number): Label | undefined => {
    if (id === SYSTEM_ROLE) return serverLabel('systemRole');
    return editableIds.has(id) ? undefined : serverLabel('roleOfAbove');
  };
  return ids.map((id) => ({ update: why(id), delete: why(id) }));
};

const checkSuperior = async ({ db, caller, values }: RecordChange): Promise<void> => {
  if (!('parent_id' in values)) return;
  if (!(await seesRole(db, caller, Number(values.parent_id ?? 0))))
    throw invalidInput({ parent_id: ruleLabel(rule('reference')) });
};

/** Checks that callers who change their own role can still read and update roles. */
const checkOwnAccess = async (
  { db, caller, row }: StoredRecord,
  { config }: OrganisationDependencies,
): Promise<void> => {
  if (row.id !== caller.oper.role_id) return;
  const rights = await loadGrants(db, config, caller.oper.role_id);
  const roles = config.entities.find(({ name }) => name === 'role');
  const needed = roles ? (['list', 'update'] as const).map((verb) => verbPath(roles, verb)) : [];
  if (!needed.every((path) => isGranted(rights, path))) {
    throw new CallError('conflict', serverLabel('losesRoles'));
  }
};

const checkUses = async ({ db, caller, rows }: Removal): Promise<void> => {
  const ids = rowIds(rows);
  const below = await db
    .selectFrom('role')
    .select('roleName as name')
    .where('parent_id', '=', anyOf(ids))
    .where('id', '<>', allOf(ids))
    .orderBy('id')
    .execute();
  const operators = await db
    .selectFrom('oper')
    .select('operName as name')
    .select((eb) => eb('org_id', 'in', idsFrom('org_subtree', caller.oper.org_id)).as('seen'))
    .where('role_id', '=', anyOf(ids))
    .orderBy('id')
    .execute();
  refuseIfReferenced([
    { kind: ['Roles below', '下级角色'], names: below.map(({ name }) => name) },
    {
      kind: ['Users', '用户'],
      names: operators.filter(({ seen }) => seen).map(({ name }) => name),
      unseen: operators.filter(({ seen }) => !seen).length,
    },
  ]);
};

/**
 * Rules of roles: callers reach only their own role and those below it, and grant nothing that they or the superior
 * role lack.
 */
export const roleRules = (dependencies: OrganisationDependencies): EntityRules => ({
  within: visibleRoles,
  lockReasons: roleLockReasons,
  resolveInput: async (change) => {
    const { db, caller, current, values } = change;
    await lockRoles(db);
    await checkSuperior(change);
    const grants = await checkGrants(change, dependencies.labels);
    return {
      ...values,
      ...(grants && { grants }),
      ...(!current && { org_id: caller.oper.org_id }),
    };
  },
  afterOperation: async (stored) => {
    const { db, row, values } = stored;
    if (!values.grants) return;
    await storeGrants(db, Number(row.id), values.grants as Grants);
    await checkOwnAccess(stored, dependencies);
  },
  resolveOutput: async (row, { db }) => ({ ...row, grants: await roleGrants(db, Number(row.id)) }),
  beforeDelete: async (removal) => {
    await lockRoles(removal.db);
    await checkUses(removal);
  },
});

const NOTHING: Grants = { menus: [], buttons: [] };

const inOrder = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Returns the grants that at least one of the others lacks. */
const missingGrants = (grants: Grants, ...otherGrants: readonly Grants[]): Grants => {
  const missing = (kind: keyof Grants) =>
    grants[kind].filter((id) => !otherGrants.every((other) => other[kind].includes(id)));
  return { menus: missing('menus'), buttons: missing('buttons') };
};

const isEmpty = ({ menus, buttons }: Grants) => menus.length + buttons.length === 0;

/** Adds the menu of each button, which does nothing without it. Drops groups: they show with their menus. */
const withRequiredMenus = async (db: Database, { menus, buttons }: Grants): Promise<Grants> => {
  const needed = await db
    .selectFrom('button')
    .select('menu_id')
    .where('id', '=', anyOf(buttons))
    .execute();
  const all = [...menus, ...needed.map(({ menu_id }) => menu_id)];
  const groups = await db
    .selectFrom('menu')
    .select('id')
    .where('id', '=', anyOf(all))
    .where('menuUrl', '=', GROUP)
    .execute();
  return {
    menus: inOrder(all.filter((id) => !groups.some((group) => group.id === id))),
    buttons: inOrder(buttons),
  };
};

/**
 * Returns the grants that a role is to have: none that its superior lacks, and none added that the caller lacks.
 * @returns undefined if the grants do not change
 * @throws CallError `invalid` on `grants`, or on `parent_id` if the new superior lacks some
 */
const checkGrants = async (
  { db, caller, current, values }: RecordChange,
  labels: OriginalLabels,
): Promise<Grants | undefined> => {
  const isMoved = 'parent_id' in values;
  if (!('grants' in values) && !isMoved) return undefined;
  const has = current ? await roleGrants(db, Number(current.id)) : NOTHING;
  const newGrants =
    'grants' in values ? await withRequiredMenus(db, (values.grants ?? NOTHING) as Grants) : has;
  const superior = await roleGrants(db, Number(values.parent_id ?? current?.parent_id));
  const own = await roleGrants(db, caller.oper.role_id);
  const refuse = async (refused: Grants, say: (names: Label) => Record<string, Label>) => {
    if (!isEmpty(refused))
      throw invalidInput(say(nameSample(await storedNames(db, labels, refused))));
  };
  if (isMoved && current) {
    await refuse(missingGrants(newGrants, superior), (names) => ({
      parent_id: serverLabel('superiorLacks', { names }),
    }));
  }
  await refuse(missingGrants(missingGrants(newGrants, has), superior, own), (names) => ({
    grants: serverLabel('notGrantable', { names }),
  }));
  return 'grants' in values ? newGrants : undefined;
};
