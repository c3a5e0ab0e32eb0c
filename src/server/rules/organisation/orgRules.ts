import { sql } from 'kysely';
import { textOf } from '../../../domain/label';
import { rule } from '../../../fields';
import { type Caller, invalid, ruleLabel, type TextName, text } from '../../calls';
import type { ActionAnswer, ActionWork, Change, EntityRules, Refusal } from '../../entities';
import { endSessions, SYSTEM_ADMINISTRATOR } from '../../session';
import type { Database, Row } from '../../store';
import { addFirstAdministrator, withFirstAdministrator } from './firstAdministrator';
import { someNames } from './someNames';

/** Why an organisation has to stay where and as it is; undefined where it need not. */
const keptBy = ({ id, parent_id }: Row, { oper }: Caller): TextName | undefined => {
  if (parent_id === null) return 'rootOrg';
  return id === oper.org_id ? 'ownOrg' : undefined;
};

const checkMove = ({ current, values, caller }: Change): void => {
  if (!current || !('parent_id' in values)) return;
  const kept = keptBy(current, caller);
  if (kept) throw invalid({ parent_id: text(kept) });
  if (values.parent_id === null) throw invalid({ parent_id: ruleLabel(rule('required')) });
};

/** Operators keep their roles when their organisation moves, so the roles have to be theirs there too. */
const checkRolesMoved = async (db: Database, orgId: number): Promise<void> => {
  const { rows } = await sql<{ roleName: string }>`
    select distinct r."roleName" from oper o join role r on r.id = o.role_id
    where o.org_id in (select org_subtree(${orgId})) and r.org_id is not null
      and r.org_id not in (select org_above(o.org_id)) order by 1`.execute(db);
  if (rows.length === 0) return;
  const names = someNames(rows.map(({ roleName }) => roleName));
  throw invalid({ parent_id: text('rolesLeftBehind', { names }) });
};

const setStatus = (db: Database, rows: readonly Row[], status: 0 | 1) =>
  sql`update org set status = ${status} where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );

const disable = async ({ db, rows, caller, locale }: ActionWork): Promise<ActionAnswer> => {
  const failed = rows.flatMap((row): Refusal[] => {
    const kept = keptBy(row, caller);
    return kept ? [{ id: Number(row.id), why: textOf(text(kept), locale) }] : [];
  });
  const able = rows.filter(({ id }) => !failed.some((refusal) => refusal.id === id));
  await setStatus(db, able, 0);
  for (const { id } of able) {
    await endSessions(
      db,
      sql`o.org_id in (select org_subtree(${id})) and o.id <> ${SYSTEM_ADMINISTRATOR}`,
    );
  }
  return { done: able.length, failed };
};

/** Organisations: each comes with its first administrator, and nobody takes the ground from under their own feet. */
export const orgRules: EntityRules = {
  kept: async (rows, { caller }) =>
    rows.map((row) => {
      const kept = keptBy(row, caller);
      return { delete: kept && text(kept) };
    }),
  prepare: async (change) => {
    checkMove(change);
    return change.values;
  },
  settle: async (stored) => {
    if (!stored.current) return addFirstAdministrator(stored);
    if ('parent_id' in stored.values) await checkRolesMoved(stored.db, Number(stored.row.id));
  },
  complete: withFirstAdministrator,
  actions: {
    enable: async ({ db, rows }) => {
      await setStatus(db, rows, 1);
      return { done: rows.length };
    },
    disable,
  },
};
