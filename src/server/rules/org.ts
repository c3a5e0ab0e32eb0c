import { type NotNull, sql } from 'kysely';
import { rule } from '../../fields';
import { endSessions, SYSTEM_ADMINISTRATOR, storePassword, visibleOperators } from '../auth';
import {
  type CallError,
  type Caller,
  type CallValues,
  invalidInput,
  ruleLabel,
  serverLabel,
  type TextName,
} from '../calls/endpoint';
import { type Database, holds, idsFrom, lit, type Row } from '../db';
import {
  type EntityRules,
  type RecordChange,
  rowIds,
  type StoredRecord,
  textOrNull,
} from '../entities';
import { checkLooks } from './loginNames';
import { checkRole } from './oper';
import { nameSample } from './refuseUsed';

/** Returns the error for a first administrator whose login name or phone is taken. */
const refusalOfOperator = async (db: Database, { login_name }: CallValues): Promise<CallError> => {
  const namesake = await db
    .selectFrom('oper')
    .select('id')
    .where((eb) =>
      eb(eb.fn<string>('lower', ['loginName']), '=', eb.fn<string>('lower', [eb.val(login_name)])),
    )
    .executeTakeFirst();
  const field = namesake ? 'login_name' : 'oper_phone';
  return invalidInput({ [field]: ruleLabel(rule('unique')) });
};

/**
 * Adds the first administrator of a new organisation, with a password that must be changed.
 * @throws CallError `invalid` on `login_name`, `oper_phone` or `role_id`
 */
const addFirstAdministrator = async (stored: StoredRecord): Promise<void> => {
  const { db, values, row, now } = stored;
  const orgId = Number(row.id);
  await checkRole(stored, Number(values.role_id), orgId);
  await checkLooks(db, 'login_name', values.login_name);
  const oper = await db
    .insertInto('oper')
    .values({
      operName: String(values.oper_name),
      loginName: String(values.login_name),
      operPhone: textOrNull(values.oper_phone),
      role_id: Number(values.role_id),
      org_id: orgId,
      status: 1,
      create_time: now,
      must_change: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!oper) throw await refusalOfOperator(db, values);
  await storePassword(db, oper.id, String(values.password));
};

/** Adds the first operator of an organisation to its row if the caller may see that operator. */
const withFirstAdministrator = async (
  row: Row,
  { db, caller }: { readonly db: Database; readonly caller: Caller },
): Promise<Row> => {
  const rows = await db
    .selectFrom('oper as t')
    .select(['t.loginName as login_name', 't.operName as oper_name', 't.operPhone as oper_phone'])
    .where('t.id', '=', (eb) =>
      eb
        .selectFrom('oper')
        .select((first) => first.fn.min('id').as('id'))
        .where('org_id', '=', Number(row.id)),
    )
    .where(holds(visibleOperators(caller)?.where ?? sql`true`))
    .execute();
  return { ...row, login_name: null, oper_name: null, oper_phone: null, ...rows[0] };
};

/** Returns why a caller must not move, disable or delete an organisation, or undefined if they may. */
const lockTextOf = ({ id, parent_id }: Row, { oper }: Caller): TextName | undefined => {
  if (parent_id === null) return 'rootOrg';
  return id === oper.org_id ? 'ownOrg' : undefined;
};

const checkMove = ({ current, values, caller }: RecordChange): void => {
  if (!current || !('parent_id' in values)) return;
  const reason = lockTextOf(current, caller);
  if (reason) throw invalidInput({ parent_id: serverLabel(reason) });
  if (values.parent_id === null) throw invalidInput({ parent_id: ruleLabel(rule('required')) });
};

/** Checks that the roles of operators remain available to them after their organisation moved. */
const checkRolesMoved = async (db: Database, orgId: number): Promise<void> => {
  const rows = await db
    .selectFrom('oper as o')
    .innerJoin('role as r', 'r.id', 'o.role_id')
    .distinct()
    .select('r.roleName')
    .where('o.org_id', 'in', idsFrom('org_subtree', orgId))
    .where('r.org_id', 'is not', null)
    .where((eb) => eb('r.org_id', 'not in', idsFrom('org_above', eb.ref('o.org_id'))))
    .orderBy('r.roleName')
    .execute();
  if (rows.length === 0) return;
  const names = nameSample(rows.map(({ roleName }) => roleName));
  throw invalidInput({ parent_id: serverLabel('rolesLeftBehind', { names }) });
};

/**
 * Returns the text messages an organisation bought and those allotted to its direct children; undefined if they are
 * not counted.
 */
const quotaOf = async (db: Database, id: number) => {
  // Row-locked, so that two simultaneous callers cannot both allot the rest.
  const locked = await db
    .selectFrom('org')
    .select('id')
    .where('id', '=', id)
    .where('parent_id', 'is not', null)
    .where('sms_total', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) return undefined;
  return db
    .selectFrom('org')
    .select(['org_name', 'sms_total as total'])
    .select((eb) =>
      eb
        .selectFrom('org as below')
        .select(({ cast, fn }) =>
          cast<number>(fn.coalesce(fn.sum('below.sms_total'), lit(0)), 'bigint').as('allotted'),
        )
        .whereRef('below.parent_id', '=', 'org.id')
        .$asScalar()
        .$notNull()
        .as('allotted'),
    )
    .$narrowType<{ total: NotNull }>()
    .where('id', '=', id)
    .executeTakeFirst();
};

/**
 * Checks that an organisation allots no more text messages than it bought. The root organisation sells them, so it
 * has no limit.
 */
const checkTexts = async ({ db, row }: StoredRecord): Promise<void> => {
  const above = await quotaOf(db, Number(row.parent_id));
  if (above && above.allotted > above.total) {
    const { org_name: org, total, allotted } = above;
    const max = Math.max(0, total - allotted + Number(row.sms_total));
    throw invalidInput({ sms_total: serverLabel('smsNotBought', { org, total, most: max }) });
  }
  const own = await quotaOf(db, Number(row.id));
  if (own && own.allotted > own.total) {
    throw invalidInput({ sms_total: serverLabel('smsGiven', { given: own.allotted }) });
  }
};

/**
 * Rules of organisations: each is created with its first administrator, and callers cannot move, disable or delete
 * their own.
 */
export const orgRules: EntityRules = {
  lockReasons: async (rows, { caller }) =>
    rows.map((row) => {
      const reason = lockTextOf(row, caller);
      const why = reason && serverLabel(reason);
      return { delete: why, disable: why };
    }),
  resolveInput: async (change) => {
    checkMove(change);
    return change.values;
  },
  afterOperation: async (stored) => {
    if (!stored.current || 'sms_total' in stored.values || 'parent_id' in stored.values) {
      await checkTexts(stored);
    }
    if (!stored.current) return addFirstAdministrator(stored);
    if ('parent_id' in stored.values) await checkRolesMoved(stored.db, Number(stored.row.id));
  },
  resolveOutput: withFirstAdministrator,
  beforeDelete: async ({ db, rows }) => {
    await sql`select leave_loans('{}', ${rowIds(rows)})`.execute(db);
  },
  actions: {
    disable: async ({ db, rows }) => {
      const below = sql`select org_subtree(one) from unnest(${rowIds(rows)}::bigint[]) as one`;
      await endSessions(db, sql`o.org_id in (${below}) and o.id <> ${SYSTEM_ADMINISTRATOR}`);
      return { done: rows.length };
    },
  },
};
