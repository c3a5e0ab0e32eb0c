import { sql } from 'kysely';
import type { EntityRules } from '../../entities';
import { refuseUsed } from './refuseUsed';

/** Buttons: what a role may press is taken from the role first. */
export const buttonRules: EntityRules = {
  beforeRemove: async ({ db, rows }) => {
    const ids = rows.map(({ id }) => id);
    const { rows: roles } = await sql<{ roleName: string }>`
      select "roleName" from role
      where id in (select role_id from role_button where button_id = any(${ids}::bigint[]))
      order by id`.execute(db);
    refuseUsed([{ kind: ['Roles', '角色'], names: roles.map(({ roleName }) => roleName) }]);
  },
};
