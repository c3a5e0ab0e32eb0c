import { sql } from 'kysely';
import type { LockReasons } from '../../config';
import { textOf } from '../../domain/label';
import { rule } from '../../fields';
import type { ActionAnswer } from '../../protocol';
import {
  endSessions,
  isLockedOut,
  rolesOf,
  SYSTEM_ADMINISTRATOR,
  storePassword,
  unlockUser,
  visibleOperators,
  visibleRoles,
} from '../auth';
import {
  type Caller,
  type CallValues,
  invalidInput,
  ruleLabel,
  serverLabel,
  type TextName,
} from '../calls/endpoint';
import { type Database, holds, type Row, type Sql } from '../db';
import type { ActionWork, EntityRules, RecordChange, RuleContext } from '../entities';
import { checkLooks } from './loginNames';

/** Fields that operators cannot change in their own record: it could lock them out, or give them more rights. */
const OWN_RIGHTS = ['role_id', 'org_id'];

const isOwn = ({ id }: Row, { oper }: Caller): boolean => id === oper.id;

/** Returns why a caller must not lock an operator out, or undefined if they may. */
const lockTextOf = (row: Row, caller: Caller): TextName | undefined => {
  if (isOwn(row, caller)) return 'ownAccount';
  return row.id === SYSTEM_ADMINISTRATOR ? 'systemAdministrator' : undefined;
};

const operatorLockReasons = async (
  rows: readonly Row[],
  { caller }: RuleContext,
): Promise<readonly LockReasons[]> =>
  rows.map((row) => {
    const reason = lockTextOf(row, caller);
    return {
      update: reason === 'systemAdministrator' ? serverLabel(reason) : undefined,
      delete: reason && serverLabel(reason),
    };
  });

const checkOwnRights = ({ current, values, caller }: RecordChange): void => {
  const own = current !== undefined && isOwn(current, caller);
  const wrong = OWN_RIGHTS.filter((name) => own && name in values);
  if (wrong.length > 0) {
    throw invalidInput(Object.fromEntries(wrong.map((name) => [name, serverLabel('ownRights')])));
  }
};

const checkGiven = async ({ db, caller, current, values }: RecordChange): Promise<void> => {
  if (!OWN_RIGHTS.some((name) => name in values)) return;
  const { role_id, org_id }: CallValues = { ...current, ...values };
  await checkRole(db, { caller, roleId: Number(role_id), orgId: Number(org_id) });
};

const givePassword = async (db: Database, operId: number, password: unknown): Promise<void> => {
  await storePassword(db, operId, String(password));
  await db.updateTable('oper').set({ must_change: true }).where('id', '=', operId).execute();
};

type One = (row: Row, work: ActionWork) => Promise<unknown>;

/** Applies an action to every operator for which `reason` finds no objection. */
const withEach =
  (reason: (row: Row, caller: Caller) => TextName | undefined, one: One) =>
  async (work: ActionWork): Promise<ActionAnswer> => {
    const failed = [];
    for (const row of work.rows) {
      const refusal = reason(row, work.caller);
      if (refusal)
        failed.push({ id: Number(row.id), why: textOf(serverLabel(refusal), work.locale) });
      else await one(row, work);
    }
    return { done: work.rows.length - failed.length, failed };
  };

const setStatus = (db: Database, { id }: Row, status: 0 | 1) =>
  db.updateTable('oper').set({ status }).where('id', '=', Number(id)).execute();

/**
 * Rules of operators: callers cannot reach operators above them or lock themselves out, and the system administrator
 * is protected.
 */
export const operRules: EntityRules = {
  within: visibleOperators,
  lockReasons: operatorLockReasons,
  resolveInput: async (change) => {
    checkOwnRights(change);
    await checkGiven(change);
    const { db, values } = change;
    if ('loginName' in values)
      await checkLooks(db, 'loginName', values.loginName, change.current?.id);
    return values;
  },
  afterOperation: async ({ db, current, row, values }) => {
    if (!current) await givePassword(db, Number(row.id), values.password);
  },
  resolveOutput: async (row, { db, now }) => ({
    ...row,
    locked: await isLockedOut(db, Number(row.id), now),
  }),
  actions: {
    resetPassword: withEach(
      (row, caller) => (isOwn(row, caller) ? 'ownPassword' : lockTextOf(row, caller)),
      async ({ id }, { db, args }) => {
        await givePassword(db, Number(id), args.password);
        await endSessions(db, sql`o.id = ${id}`);
      },
    ),
    enable: withEach(
      () => undefined,
      (row, { db }) => setStatus(db, row, 1),
    ),
    disable: withEach(lockTextOf, async (row, { db }) => {
      await setStatus(db, row, 0);
      await endSessions(db, sql`o.id = ${row.id}`);
    }),
    unlock: withEach(
      () => undefined,
      ({ id }, { db }) => unlockUser(db, Number(id)),
    ),
  },
};

interface RoleAssignment {
  readonly caller: Caller;
  readonly roleId: number;
  /** Organisation of the operator who gets the role. */
  readonly orgId: number;
}

const isThere = async (db: Database, roleId: number, condition: Sql): Promise<boolean> => {
  const rows = await db
    .selectFrom('role as t')
    .select('t.id')
    .where('t.id', '=', roleId)
    .where(holds(condition))
    .execute();
  return rows.length > 0;
};

/**
 * Checks that an operator of an organisation may be given a role: the caller's role or one below it, and not of an
 * unrelated organisation.
 * @throws CallError `invalid` on `role_id`
 */
export const checkRole = async (
  db: Database,
  { caller, roleId, orgId }: RoleAssignment,
): Promise<void> => {
  if (!(await isThere(db, roleId, visibleRoles(caller)?.where ?? sql`true`))) {
    throw invalidInput({ role_id: ruleLabel(rule('reference')) });
  }
  if (!(await isThere(db, roleId, rolesOf(orgId)))) {
    throw invalidInput({ role_id: serverLabel('roleOfOther') });
  }
};
