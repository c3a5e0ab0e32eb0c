import { sql, type Transaction } from 'kysely';
import type { Console, MenuSeed } from '../../config';
import type { Label } from '../../domain/label';
import type { Store, Tables } from '../store';
import { actionsOf } from './actions';
import { GROUP } from './loadMenus';

type Trx = Transaction<Tables>;

interface NewMenu {
  readonly code: string;
  readonly label: Label;
  readonly icon: string;
  readonly url: string;
  readonly hidden?: boolean;
  readonly parentId: number | null;
}

const idOf = async (trx: Trx, code: string): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select id from menu where "menuCode" = ${code}`.execute(trx);
  return rows[0]?.id;
};

/** The id of the menu of this code, made at the end of the list when there is none. */
const menuOf = async (trx: Trx, { code, label, icon, url, hidden, parentId }: NewMenu) => {
  const found = await idOf(trx, code);
  if (found !== undefined) return found;
  const { rows } = await sql<{ id: number }>`
    insert into menu
      ("menuCode", "menuName", "menuUrl", "menuIcon", hidden, status, parent_id, sort)
    select ${code}, ${label[0]}, ${url}, ${icon}, ${hidden ?? false}, 1, ${parentId}::bigint,
      coalesce(max(sort), 0) + 10 from menu
    returning id`.execute(trx);
  return rows[0]?.id ?? null;
};

const plant = async (
  trx: Trx,
  seeds: readonly MenuSeed[],
  parentId: number | null,
): Promise<void> => {
  for (const { url = GROUP, children = [], ...seed } of seeds) {
    await plant(trx, children, await menuOf(trx, { ...seed, url, parentId }));
  }
};

const shownUrls = async (trx: Trx): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ menuUrl: string }>`select "menuUrl" from menu`.execute(trx);
  return new Set(rows.map(({ menuUrl }) => menuUrl));
};

/** A page that no menu shows gets one: under its entity's group, or at the top. */
const plantPages = async (trx: Trx, { pages, entities }: Console): Promise<void> => {
  const shown = await shownUrls(trx);
  for (const [url, page] of Object.entries(pages).filter(([key]) => !shown.has(key))) {
    const code = url.replaceAll('/', '-');
    const entity = entities.find(({ name }) => name === page);
    if (!entity) {
      await menuOf(trx, { code, label: [url, url], icon: 'list', url, parentId: null });
      continue;
    }
    const { group, icon } = entity.menu;
    const label: Label = [group, group];
    const parentId = await menuOf(trx, { code: group, label, icon, url: GROUP, parentId: null });
    await menuOf(trx, { code, label: entity.label, icon, url, parentId });
  }
};

/** A button for everything that can be done with an entity, in the first menu that shows it. */
const plantButtons = async (trx: Trx, { pages, entities }: Console): Promise<void> => {
  const { rows } = await sql<{ id: number; menuUrl: string }>`
    select id, "menuUrl" from menu order by id`.execute(trx);
  for (const { id, menuUrl } of rows) {
    const entity = entities.find(({ name }) => name === pages[menuUrl]);
    for (const { code, path, label } of entity ? actionsOf(entity) : []) {
      await sql`
        insert into button (menu_id, "btnCode", "btnName", "actionUrl")
        values (${id}, ${code}, ${label[0]}, ${path})
        on conflict ("btnCode") do nothing`.execute(trx);
    }
  }
};

/** A number of our own, so that servers started at the same moment do this one after the other. */
const LOCK = 7204;

/**
 * Makes the menus and buttons that the configuration has and the database has not. What is there stays as it is,
 * wherever an administrator has put it and whatever they call it.
 */
export const syncMenus = async ({ db }: Store, config: Console): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    await plant(trx, config.menus, null);
    await plantPages(trx, config);
    await plantButtons(trx, config);
  });
};
