import { sql } from 'kysely';
import { rule } from '../../fields';
import {
  endSessions,
  giveFirstPassword,
  isLockedOut,
  isRole,
  rolesOf,
  SYSTEM_ADMINISTRATOR,
  seesRole,
  unlockUser,
  visibleOperators,
} from '../auth';
import {
  type Caller,
  type CallValues,
  invalidInput,
  ruleLabel,
  serverLabel,
  type TextName,
} from '../calls/endpoint';
import type { Row } from '../db';
import {
  type ActionWork,
  type EntityRules,
  type RecordChange,
  type RuleContext,
  rowIds,
} from '../entities';
import { checkLooks } from './loginNames';
import { forEachRow, setRows } from './rows';

/** Fields that operators cannot change in their own record: it could lock them out, or give them more rights. */
const OWN_RIGHTS = ['role_id', 'org_id'];

const isOwn = ({ id }: Row, { oper }: Caller): boolean => id === oper.id;

/** Returns why a caller must not lock an operator out, or undefined if they may. */
const lockTextOf = (row: Row, caller: Caller): TextName | undefined => {
  if (isOwn(row, caller)) return 'ownAccount';
  return row.id === SYSTEM_ADMINISTRATOR ? 'systemAdministrator' : undefined;
};

const checkOwnRights = ({ current, values, caller }: RecordChange): void => {
  const own = current !== undefined && isOwn(current, caller);
  const wrong = OWN_RIGHTS.filter((name) => own && name in values);
  if (wrong.length > 0) {
    throw invalidInput(Object.fromEntries(wrong.map((name) => [name, serverLabel('ownRights')])));
  }
};

const checkGiven = async (change: RecordChange): Promise<void> => {
  if (!OWN_RIGHTS.some((name) => name in change.values)) return;
  const { role_id, org_id }: CallValues = { ...change.current, ...change.values };
  await checkRole(change, Number(role_id), Number(org_id));
};

/** Applies an action to every operator for which `reason` finds no objection. */
const withEach =
  (
    reason: (row: Row, caller: Caller) => TextName | undefined,
    one: (row: Row, work: ActionWork) => Promise<void>,
  ) =>
  (work: ActionWork) =>
    forEachRow(work, async (row) => {
      const refusal = reason(row, work.caller);
      if (refusal) return serverLabel(refusal);
      await one(row, work);
      return undefined;
    });

/**
 * Rules of operators: callers cannot reach operators above them or lock themselves out, and the system administrator
 * is protected.
 */
export const operRules: EntityRules = {
  within: visibleOperators,
  lockReasons: async (rows, { caller }) =>
    rows.map((row) => {
      const reason = lockTextOf(row, caller);
      return {
        update: reason === 'systemAdministrator' ? serverLabel(reason) : undefined,
        delete: reason && serverLabel(reason),
      };
    }),
  resolveInput: async (change) => {
    checkOwnRights(change);
    await checkGiven(change);
    const { db, values } = change;
    if ('loginName' in values)
      await checkLooks(db, 'loginName', values.loginName, change.current?.id);
    return values;
  },
  afterOperation: async ({ db, current, row, values }) => {
    if (!current) await giveFirstPassword(db, Number(row.id), String(values.password));
  },
  resolveOutput: async (row, { db, now }) => ({
    ...row,
    locked: await isLockedOut(db, Number(row.id), now),
  }),
  actions: {
    resetPassword: withEach(
      (row, caller) => (isOwn(row, caller) ? 'ownPassword' : lockTextOf(row, caller)),
      async ({ id }, { db, args }) => {
        await giveFirstPassword(db, Number(id), String(args.password));
        await endSessions(db, sql`o.id = ${id}`);
      },
    ),
    enable: (work) => setRows(work, 'oper', { status: 1 }),
    disable: withEach(lockTextOf, async (row, { db }) => {
      await setRows({ db, rows: [row] }, 'oper', { status: 0 });
      await endSessions(db, sql`o.id = ${row.id}`);
    }),
    unlock: async ({ db, rows }) => {
      for (const id of rowIds(rows)) await unlockUser(db, id);
      return { done: rows.length };
    },
  },
};

/**
 * Checks that an operator of the organisation may be given a role: the caller's role or one below it, and not of an
 * unrelated organisation.
 * @throws CallError `invalid` on `role_id`
 */
export const checkRole = async (
  { db, caller }: Pick<RuleContext, 'db' | 'caller'>,
  roleId: number,
  orgId: number,
): Promise<void> => {
  if (!(await seesRole(db, caller, roleId))) {
    throw invalidInput({ role_id: ruleLabel(rule('reference')) });
  }
  if (!(await isRole(db, roleId, rolesOf(orgId)))) {
    throw invalidInput({ role_id: serverLabel('roleOfOther') });
  }
};
