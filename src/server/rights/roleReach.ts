import { sql } from 'kysely';
import type { Caller } from '../calls';
import type { Sql, Within } from '../store';
import { SYSTEM_ROLE } from './loadMenus';

/** A role is used by the organisation that made it and by those below; one that nobody made is everybody's. */
const ofOrgs = (orgs: Sql): Sql => sql`(t.org_id is null or t.org_id in (select ${orgs}))`;

/**
 * The roles `t` that are there for a caller: their own and those below it, as far as they belong to organisations
 * that the caller belongs to or sees. Undefined where there is no limit.
 */
export const roleReach = ({ oper }: Caller): Within | undefined => {
  const { role_id: own, org_id: org } = oper;
  if (own === SYSTEM_ROLE) return undefined;
  return {
    key: `roles ${own} ${org}`,
    where: sql`t.id in (select role_subtree(${own})) and (t.id = ${own}
      or ${ofOrgs(sql`org_subtree(${org})`)} or ${ofOrgs(sql`org_above(${org})`)})`,
  };
};

/** The operators `t` that are there for a caller: those whose role is the caller's or below it. */
export const operatorReach = ({ oper }: Caller): Within | undefined =>
  oper.role_id === SYSTEM_ROLE
    ? undefined
    : {
        key: `operators ${oper.role_id}`,
        where: sql`t.role_id in (select role_subtree(${oper.role_id}))`,
      };

/** The roles `t` that operators of an organisation may have: those of its own, of one above it, of nobody. */
export const rolesOf = (orgId: number): Sql => ofOrgs(sql`org_above(${orgId})`);

/** The roles `t` that a caller may change: those that their organisation or one below it has made. */
export const rolesMadeBy = ({ oper }: Caller): Sql =>
  oper.role_id === SYSTEM_ROLE ? sql`true` : sql`t.org_id in (select org_subtree(${oper.org_id}))`;
