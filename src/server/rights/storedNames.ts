import { sql } from 'kysely';
import { type Label, locales } from '../../domain/label';
import type { Grants } from '../../fields/grants/schema';
import type { Database } from '../store';
import { type KnownLabels, nameIn } from './labels';

interface Named {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly url: string;
}

interface NamedButton extends Named {
  readonly menu_code: string;
  readonly menu_name: string;
}

const inEach = (stored: string, label: Label | undefined): Label =>
  locales.map((locale) => nameIn(locale, stored, label)) as unknown as Label;

const joined = (menu: Label, button: Label): Label => [
  `${menu[0]}: ${button[0]}`,
  `${menu[1]}：${button[1]}`,
];

/** The names of menus and buttons as people know them, in every language; an id that is gone is its number. */
export const storedNames = async (
  db: Database,
  labels: KnownLabels,
  { menus, buttons }: Grants,
): Promise<Label[]> => {
  const menuLabel = (code: string, name: string, url: string) =>
    inEach(name, labels.menus.get(code) ?? labels.pages.get(url));
  const { rows: foundMenus } = await sql<Named>`
    select id, "menuCode" as code, "menuName" as name, "menuUrl" as url from menu
    where id = any(${menus}::bigint[]) order by sort nulls last, id`.execute(db);
  const { rows: foundButtons } = await sql<NamedButton>`
    select b.id, b."btnCode" as code, b."btnName" as name,
      m."menuCode" as menu_code, m."menuName" as menu_name, m."menuUrl" as url
    from button b join menu m on m.id = b.menu_id
    where b.id = any(${buttons}::bigint[]) order by m.sort nulls last, b.id`.execute(db);
  const numbers = (ids: readonly number[], found: readonly Named[]): Label[] =>
    ids.filter((id) => !found.some((named) => named.id === id)).map((id) => [`#${id}`, `#${id}`]);
  return [
    ...foundMenus.map(({ code, name, url }) => menuLabel(code, name, url)),
    ...foundButtons.map(({ code, name, menu_code, menu_name, url }) => {
      const button = inEach(name, labels.buttons.get(code));
      return joined(menuLabel(menu_code, menu_name, url), button);
    }),
    ...numbers(menus, foundMenus),
    ...numbers(buttons, foundButtons),
  ];
};
