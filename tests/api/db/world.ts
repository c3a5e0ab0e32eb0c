import { sql } from 'kysely';
import { type AnyEntity, entity, f } from '../../../src/config';
import type { Store } from '../../../src/server/db';

/** Organisations: a root, two customers side by side, and a branch of the first. */
export const ROOT = 1;
export const HARBOUR = 2;
export const QUAY = 3;
export const NORTHERN = 4;

export const as = (orgId: number) => ({ orgId });

export const addOrganisations = async ({ db }: Store): Promise<void> => {
  await sql`insert into org (id, org_name, org_type, parent_id) overriding system value values
    (${ROOT}, 'Root', 1, null), (${HARBOUR}, 'Harbour', 2, ${ROOT}),
    (${QUAY}, 'Quay', 2, ${HARBOUR}), (${NORTHERN}, 'Northern', 2, ${ROOT})`.execute(db);
  await sql`select setval(pg_get_serial_sequence('org', 'id'), 100)`.execute(db);
};

/** Declares an entity with one text field and others, with a table of its own. */
export const small = (name: string, more: AnyEntity['fields'] = {}): AnyEntity =>
  entity(name, [name, name], { fields: { title: f.text(['Title', '标题']), ...more } });
