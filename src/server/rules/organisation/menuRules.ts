import { sql } from 'kysely';
import { CallError, invalid, text } from '../../calls';
import type { Change, EntityRules, Kept, Removal } from '../../entities';
import { GROUP, storedNames } from '../../rights';
import { isLastWay, staysWay, waysToMenus } from './menuWay';
import type { OrganisationRoom } from './OrganisationRoom';
import { refuseUsed } from './refuseUsed';

/** Addresses that the console has given away. Specification section 2. */
const FIXED = ['login', 'auth-redirect', 'redirect', 'profile', '401', '404'];

const checkCode = ({ values }: Change): void => {
  if (FIXED.includes(String(values.menuCode).toLowerCase())) {
    throw invalid({ menuCode: text('fixedPage') });
  }
};

const checkLevels = async ({ db, current, values }: Change): Promise<void> => {
  if (typeof values.parent_id !== 'number') return;
  const { rows } = await sql`
    select 1 from menu where id = ${values.parent_id} and parent_id is not null
    union all
    select 1 from menu where parent_id = ${current?.id ?? null}::bigint`.execute(db);
  if (rows.length > 0) throw invalid({ parent_id: text('menuLevels') });
};

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

const checkUses = async ({ db, rows }: Removal, { labels }: OrganisationRoom): Promise<void> => {
  const ids = rows.map(({ id }) => Number(id));
  const of = sql`any(${ids}::bigint[])`;
  const { rows: menus } = await sql<{ id: number }>`
    select id from menu where parent_id = ${of} and id <> all(${ids}::bigint[])`.execute(db);
  const { rows: buttons } = await sql<{ id: number }>`
    select id from button where menu_id = ${of}`.execute(db);
  // A group is nothing that a role is given: it is seen with what it holds.
  const { rows: roles } = await sql<{ roleName: string }>`
    select "roleName" from role where id in (
      select role_id from role_menu join menu on menu.id = menu_id
      where menu_id = ${of} and "menuUrl" <> ${GROUP}
    ) order by id`.execute(db);
  refuseUsed([
    {
      kind: ['Menus', '菜单'],
      names: await storedNames(db, labels, { menus: idsOf(menus), buttons: [] }),
    },
    {
      kind: ['Buttons', '按钮'],
      names: await storedNames(db, labels, { menus: [], buttons: idsOf(buttons) }),
    },
    { kind: ['Roles', '角色'], names: roles.map(({ roleName }) => roleName) },
  ]);
};

const refuseLastWay = (): never => {
  throw new CallError('conflict', text('lastMenuPage'));
};

/** Menus: two levels, addresses of their own, and always a way back to where they are changed. */
export const menuRules = (room: OrganisationRoom): EntityRules => ({
  prepare: async (change) => {
    const { db, current, values } = change;
    checkCode(change);
    await checkLevels(change);
    if (
      current &&
      (await isLastWay(db, room.config, [Number(current.id)])) &&
      !(await staysWay(db, room.config, { current, values }))
    ) {
      refuseLastWay();
    }
    return values;
  },
  kept: async (rows, { db }) => {
    // Few menus lead to the page of menus; only of these it has to be asked.
    const ways = await waysToMenus(db, room.config);
    const kept: Kept[] = [];
    for (const { id } of rows) {
      const isWay = ways.has(Number(id)) && (await isLastWay(db, room.config, [Number(id)]));
      kept.push(isWay ? { delete: text('lastMenuPage') } : {});
    }
    return kept;
  },
  beforeRemove: async (removal) => {
    const ids = removal.rows.map(({ id }) => Number(id));
    if (await isLastWay(removal.db, room.config, ids)) refuseLastWay();
    await checkUses(removal, room);
  },
});
