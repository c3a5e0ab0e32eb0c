import { sql } from 'kysely';
import type { Console } from '../../../config';
import type { Values } from '../../calls';
import type { Database, Row } from '../../store';

/** The entity whose page is the one where menus are changed. */
const MENUS = 'menu';

const menuPages = ({ pages }: Console): string[] =>
  Object.keys(pages).filter((url) => pages[url] === MENUS);

/** Whether the sidebar leads to the page of menus without some menus and what is in them. */
const hasWay = async (
  db: Database,
  config: Console,
  without: readonly number[] = [],
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from menu m left join menu above on above.id = m.parent_id
    where m."menuUrl" = any(${menuPages(config)}::text[])
      and m.id <> all(${without}::bigint[])
      and (above.id = any(${without}::bigint[])) is not true
      and m.status is distinct from 0 and m.hidden is not true
      and above.status is distinct from 0 and above.hidden is not true
    limit 1`.execute(db);
  return rows.length > 0;
};

/** Whether there is a way to the page of menus, and all of it leads through some menus. */
export const isLastWay = async (
  db: Database,
  config: Console,
  ids: readonly number[],
): Promise<boolean> => (await hasWay(db, config)) && !(await hasWay(db, config, ids));

/** The menus whose page is that of menus, and those above them. */
export const waysToMenus = async (db: Database, config: Console): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number; parent_id: number | null }>`
    select id, parent_id from menu where "menuUrl" = any(${menuPages(config)}::text[])`.execute(db);
  return new Set(rows.flatMap(({ id, parent_id }) => (parent_id === null ? id : [id, parent_id])));
};

const isShown = async (db: Database, id: unknown): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from menu
    where id = ${id} and status is distinct from 0 and hidden is not true`.execute(db);
  return rows.length > 0;
};

/** Whether a menu that is the last way still is one after a change. */
export const staysWay = async (
  db: Database,
  config: Console,
  { current, values }: { readonly current: Row; readonly values: Values },
): Promise<boolean> => {
  const { status, hidden, menuUrl, parent_id } = { ...current, ...values };
  if (status === 0 || hidden === true) return false;
  const pages = menuPages(config);
  if (!pages.includes(String(current.menuUrl))) return true;
  return pages.includes(String(menuUrl)) && (parent_id === null || (await isShown(db, parent_id)));
};
