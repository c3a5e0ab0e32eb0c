import { sql } from 'kysely';
import { isBlank, type LockReasons } from '../../config';
import { rule } from '../../fields';
import {
  addInvitation,
  endSessions,
  giveFirstPassword,
  invitedUntil,
  isLockedOut,
  isRole,
  rolesOf,
  SYSTEM_ADMINISTRATOR,
  seesRole,
  unlockUser,
  visibleOperators,
  voidInvitation,
} from '../auth';
import {
  CallError,
  type Caller,
  type CallValues,
  invalidInput,
  ruleLabel,
  serverLabel,
  type TextName,
} from '../calls/endpoint';
import { anyOf, type Database, type Row } from '../db';
import {
  deleteSentLists,
  type EntityRules,
  type RecordChange,
  type RuleContext,
  rowIds,
} from '../entities';
import { queueMail } from '../notify/mails';
import type { RuleDependencies } from './context';
import { checkLooks } from './loginNames';

/** Fields that operators cannot change in their own record: it could lock them out, or give them more rights. */
const OWN_RIGHTS = ['role_id', 'org_id'];

/** Returns why each operator cannot be changed, deleted or chosen for an action. */
const lockReasonsOf = async (
  { readMailing }: OperDependencies,
  rows: readonly Row[],
  { db, caller }: Pick<RuleContext, 'db' | 'caller'>,
): Promise<readonly LockReasons[]> => {
  const { invitationUrl } = await readMailing(db);
  const users = await db
    .selectFrom('oper')
    .select(['id', 'operEmail', 'password_hash'])
    .where('id', '=', anyOf(rowIds(rows)))
    .execute();
  return rows.map((row) => {
    const user = users.find(({ id }) => id === row.id);
    const reason = lockTextOf(row, caller);
    const reasons: Readonly<Record<string, TextName | false | undefined>> = {
      update: reason === 'systemAdministrator' && reason,
      delete: reason,
      disable: reason,
      resetPassword: isOwn(row, caller) ? 'ownPassword' : reason,
      invite:
        (user?.password_hash && 'hasPassword') ||
        (invitationUrl === undefined && 'noInvitations') ||
        (isBlank(user?.operEmail) && 'noEmail'),
    };
    return Object.fromEntries(
      Object.entries(reasons).map(([code, text]) => [code, text ? serverLabel(text) : undefined]),
    );
  });
};

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

type OperDependencies = Pick<RuleDependencies, 'readMailing' | 'config'>;

/** Mails an operator a link to set a password. @throws CallError `conflict` if the server can mail none */
const invite = async (
  { readMailing }: Pick<OperDependencies, 'readMailing'>,
  { id, org_id, operEmail }: Row,
  { db, now }: { readonly db: Database; readonly now: number },
): Promise<void> => {
  const { invitationUrl: url } = await readMailing(db);
  if (url === undefined) throw new CallError('conflict', serverLabel('noInvitations'));
  const invitation = await addInvitation(db, Number(id), url);
  const mail = { org_id: Number(org_id), recipient: String(operEmail), oper_id: Number(id) };
  await queueMail(db, { ...mail, invitation_id: invitation }, now);
};

/** Digits of the code that a new operator gets by default. */
const CODE_DIGITS = 4;

const numberOperator = async (db: Database, id: number): Promise<void> => {
  const operCode = String(id).padStart(CODE_DIGITS, '0');
  await db.updateTable('oper').set({ operCode }).where('id', '=', id).execute();
};

/**
 * Rules of operators: callers cannot reach operators above them or lock themselves out, and the system administrator
 * is protected. A new operator without a password is invited by mail.
 */
export const operRules = (dependencies: OperDependencies): EntityRules => ({
  within: visibleOperators,
  lockReasons: (rows, context) => lockReasonsOf(dependencies, rows, context),
  resolveInput: async (change) => {
    checkOwnRights(change);
    await checkGiven(change);
    const { db, values, current } = change;
    if ('loginName' in values) await checkLooks(db, 'loginName', values.loginName, current?.id);
    if (!current && isBlank(values.password)) {
      const { invitationUrl } = await dependencies.readMailing(db);
      if (invitationUrl === undefined)
        throw invalidInput({ password: ruleLabel(rule('required')) });
      if (isBlank(values.operEmail))
        throw invalidInput({ password: serverLabel('passwordOrMail') });
    }
    return values;
  },
  afterOperation: async ({ db, now, current, row, values }) => {
    const id = Number(row.id);
    if (current) {
      // The link went to the former address.
      if (row.operEmail !== current.operEmail) await voidInvitation(db, id);
      if (row.org_id !== current.org_id) await deleteSentLists(db, dependencies.config, [id]);
      return;
    }
    if (isBlank(row.operCode)) await numberOperator(db, id);
    if (isBlank(values.password)) await invite(dependencies, row, { db, now });
    else await giveFirstPassword(db, id, String(values.password));
  },
  // Only the operator can delete them, and an organisation with rows cannot be deleted.
  beforeDelete: ({ db, rows }) => deleteSentLists(db, dependencies.config, rowIds(rows)),
  resolveOutput: async (row, { db, now }) => ({
    ...row,
    locked: await isLockedOut(db, Number(row.id), now),
    invited: await invitedUntil(db, Number(row.id)),
  }),
  actions: {
    invite: async ({ db, rows, now }) => {
      for (const row of rows) await invite(dependencies, row, { db, now });
      return { done: rows.length };
    },
    resetPassword: async ({ db, rows, args }) => {
      for (const id of rowIds(rows)) {
        await giveFirstPassword(db, id, String(args.password));
        await endSessions(db, sql`o.id = ${id}`);
      }
      return { done: rows.length };
    },
    disable: async ({ db, rows }) => {
      for (const id of rowIds(rows)) {
        await endSessions(db, sql`o.id = ${id}`);
        await voidInvitation(db, id);
      }
      return { done: rows.length };
    },
    unlock: async ({ db, rows }) => {
      for (const id of rowIds(rows)) await unlockUser(db, id);
      return { done: rows.length };
    },
  },
});

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
