import { sql } from 'kysely';
import { textOf } from '../../../domain/label';
import { type Caller, invalid, type TextName, text, type Values } from '../../calls';
import type {
  ActionAnswer,
  ActionWork,
  Change,
  EntityRules,
  Kept,
  RuleContext,
} from '../../entities';
import { operatorReach } from '../../rights';
import {
  endSessions,
  isLockedOut,
  SYSTEM_ADMINISTRATOR,
  storePassword,
  unlockUser,
} from '../../session';
import type { Database, Row } from '../../store';
import { checkRole } from './checkRole';

/** What an operator cannot change of themselves: it could be their last way in, or a way up. */
const OWN_RIGHTS = ['role_id', 'org_id'];

const isOwn = ({ id }: Row, { oper }: Caller): boolean => id === oper.id;

/** Why an operator is not to be shut out by a caller; undefined where they may be. */
const keptFrom = (row: Row, caller: Caller): TextName | undefined => {
  if (isOwn(row, caller)) return 'ownAccount';
  return row.id === SYSTEM_ADMINISTRATOR ? 'systemAdministrator' : undefined;
};

const keptOperators = async (
  rows: readonly Row[],
  { caller }: RuleContext,
): Promise<readonly Kept[]> =>
  rows.map((row) => {
    const kept = keptFrom(row, caller);
    return {
      update: kept === 'systemAdministrator' ? text(kept) : undefined,
      delete: kept && text(kept),
    };
  });

const checkOwnRights = ({ current, values, caller }: Change): void => {
  const own = current !== undefined && isOwn(current, caller);
  const wrong = OWN_RIGHTS.filter((name) => own && name in values);
  if (wrong.length > 0) {
    throw invalid(Object.fromEntries(wrong.map((name) => [name, text('ownRights')])));
  }
};

const checkGiven = async ({ db, caller, current, values }: Change): Promise<void> => {
  if (!OWN_RIGHTS.some((name) => name in values)) return;
  const { role_id, org_id }: Values = { ...current, ...values };
  await checkRole(db, { caller, roleId: Number(role_id), orgId: Number(org_id) });
};

const givePassword = async (db: Database, operId: number, password: unknown): Promise<void> => {
  await storePassword(db, operId, String(password));
  await sql`update oper set must_change = true where id = ${operId}`.execute(db);
};

const namesOf = ({ loginName, operPhone }: Row): string[] =>
  [loginName, operPhone].filter((name) => typeof name === 'string');

type One = (row: Row, work: ActionWork) => Promise<unknown>;

/** Does something with each operator that speaks nothing against. */
const withEach =
  (reason: (row: Row, caller: Caller) => TextName | undefined, one: One) =>
  async (work: ActionWork): Promise<ActionAnswer> => {
    const failed = [];
    for (const row of work.rows) {
      const kept = reason(row, work.caller);
      if (kept) failed.push({ id: Number(row.id), why: textOf(text(kept), work.locale) });
      else await one(row, work);
    }
    return { done: work.rows.length - failed.length, failed };
  };

const setStatus = (db: Database, { id }: Row, status: 0 | 1) =>
  sql`update oper set status = ${status} where id = ${id}`.execute(db);

/** Operators: nobody reaches those above them, shuts themselves out, or touches the system administrator. */
export const operRules: EntityRules = {
  within: operatorReach,
  kept: keptOperators,
  prepare: async (change) => {
    checkOwnRights(change);
    await checkGiven(change);
    return change.values;
  },
  settle: async ({ db, current, row, values }) => {
    if (!current) await givePassword(db, Number(row.id), values.password);
  },
  complete: async (row, { db, now }) => ({
    ...row,
    locked: await isLockedOut(db, namesOf(row), now),
  }),
  actions: {
    resetPassword: withEach(
      (row, caller) => (isOwn(row, caller) ? 'ownPassword' : keptFrom(row, caller)),
      async ({ id }, { db, args }) => {
        await givePassword(db, Number(id), args.password);
        await endSessions(db, sql`o.id = ${id}`);
      },
    ),
    enable: withEach(
      () => undefined,
      (row, { db }) => setStatus(db, row, 1),
    ),
    disable: withEach(keptFrom, async (row, { db }) => {
      await setStatus(db, row, 0);
      await endSessions(db, sql`o.id = ${row.id}`);
    }),
    unlock: withEach(
      () => undefined,
      (row, { db }) => unlockUser(db, namesOf(row)),
    ),
  },
};
