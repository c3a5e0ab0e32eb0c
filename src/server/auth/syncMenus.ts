import { sql, type Transaction } from 'kysely';
import type { AnyEntity, Console, MenuSeed } from '../../config';
import { DEFAULT_LOCALE, type Label, labelOf, labelWith, textOf } from '../../domain/label';
import { ownValue } from '../../domain/ownValue';
import type { Grants } from '../../fields';
import { anyOf, type Database, type Store, type Tables } from '../db';
import { buttonsOf, labelIn, type OriginalLabels, originalLabels } from './actions';
import { GROUP, menuNameIn, type NamedMenu } from './menus';

type Trx = Transaction<Tables>;

interface SeedContext {
  readonly trx: Trx;
  readonly menus: SeededCodes;
  readonly pages: SeededCodes;
  readonly buttons: SeededCodes;
}

interface NewMenu extends Pick<MenuSeed, 'code' | 'label' | 'icon' | 'hidden'> {
  readonly url: string;
  readonly parentId: number | null;
}

const idOf = async (trx: Trx, code: string): Promise<number | null> => {
  const menu = trx.selectFrom('menu').select('id').where('menuCode', '=', code);
  return (await menu.executeTakeFirst())?.id ?? null;
};

/** Selects the sort key after all menus. */
const lastSort = (trx: Trx) =>
  trx
    .selectFrom('menu')
    .select(({ eb, fn, lit }) => eb(fn.coalesce(fn.max('sort'), lit(0)), '+', 10).as('last'));

const insert = async (trx: Trx, { code, label, icon, url, hidden, parentId }: NewMenu) => {
  const rows = await trx
    .insertInto('menu')
    .values({
      menuCode: code,
      menuName: textOf(label, DEFAULT_LOCALE),
      menuUrl: url,
      menuIcon: icon,
      hidden: hidden ?? false,
      status: 1,
      parent_id: parentId,
      sort: lastSort(trx),
    })
    .returning('id')
    .execute();
  return rows[0]?.id ?? null;
};

/**
 * Returns the id of the menu with this code. Adds the menu at the end of the list if it was never seeded; null if it
 * was deleted.
 */
const menuOf = async ({ trx, menus }: SeedContext, menu: NewMenu): Promise<number | null> => {
  const id = await idOf(trx, menu.code);
  const isNew = id === null && !menus.has(menu.code);
  await menus.add(menu.code, menu.label);
  return isNew ? insert(trx, menu) : id;
};

const seedMenus = async (
  ground: SeedContext,
  seeds: readonly MenuSeed[],
  group: Pick<NewMenu, 'code' | 'parentId'> | null = null,
): Promise<void> => {
  const parentId = group?.parentId ?? null;
  for (const { url = GROUP, children = [], presetOf, hidden, ...seed } of seeds) {
    const menu = { ...seed, url, hidden: hidden ?? presetOf !== undefined, parentId };
    const id = await menuOf(ground, menu);
    await moveMenu(ground.trx, menu, group?.code ?? null);
    await seedMenus(ground, children, { code: seed.code, parentId: id });
  }
};

/**
 * Moves, hides or shows a menu whose declared place has changed since it was seeded, unless an administrator has renamed
 * it or given it another place. A menu that an older server seeded has no recorded place, and stays.
 */
const moveMenu = async (
  trx: Trx,
  { code, parentId, hidden = false }: Omit<NewMenu, 'url'>,
  parent: string | null,
): Promise<void> => {
  const seeded = await trx
    .selectFrom('planted')
    .select(['name', 'parent', 'hidden'])
    .where('kind', '=', 'menu')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  if (seeded.parent === parent && seeded.hidden === hidden) return;
  const isReachable = parent === null || parentId !== null;
  if (seeded.name !== null && seeded.hidden !== null && isReachable) {
    const formerId = seeded.parent === null ? null : await idOf(trx, seeded.parent);
    await trx
      .updateTable('menu')
      .set({ parent_id: parentId, hidden, sort: lastSort(trx) })
      .where('menuCode', '=', code)
      .where('menuName', '=', seeded.name)
      .where('hidden', '=', seeded.hidden)
      .where('parent_id', 'is not distinct from', formerId)
      .execute();
  }
  await trx
    .updateTable('planted')
    .set({ parent, hidden })
    .where('kind', '=', 'menu')
    .where('code', '=', code)
    .execute();
};

/** Adds a menu for each page that never had one: under its entity's group, or at the top. */
const seedPages = async (ground: SeedContext, config: Console): Promise<void> => {
  const rows = await ground.trx.selectFrom('menu').select('menuUrl').execute();
  const linkedUrls = new Set(rows.map(({ menuUrl }) => menuUrl));
  const { menus: seeded } = originalLabels(config);
  for (const [url, page] of Object.entries(config.pages)) {
    const isNew = !linkedUrls.has(url) && !ground.pages.has(url);
    await ground.pages.add(url);
    const code = url.replaceAll('/', '-');
    const entity = config.entities.find(({ name }) => name === page);
    if (!isNew) {
      const isOurs = ground.menus.has(code) && !seeded.has(code);
      if (isOurs && entity) await ground.menus.add(code, entity.label);
      continue;
    }
    if (!entity) {
      await menuOf(ground, { code, label: [url, url], icon: 'list', url, parentId: null });
      continue;
    }
    const { group, icon } = entity.menu;
    const label: Label = [group, group];
    const parentId = ground.menus.has(group)
      ? await idOf(ground.trx, group)
      : await menuOf(ground, { code: group, label, icon, url: GROUP, parentId: null });
    await menuOf(ground, { code, label: entity.label, icon, url, parentId });
  }
};

/** Returns the entities that a page shows: its own and, in the tabs of the detail view, related ones without a page. */
const entitiesOn = ({ pages, entities }: Console, url: string): readonly AnyEntity[] => {
  const entitiesNamed = (entityName: unknown) => entities.filter(({ name }) => name === entityName);
  const withPage = new Set(Object.values(pages));
  return entitiesNamed(ownValue(pages, url)).flatMap((entity) => [
    entity,
    ...entity.related
      .filter((tab) => !withPage.has(tab.entity))
      .flatMap((tab) => entitiesNamed(tab.entity)),
  ]);
};

/** Adds a button for each operation of an entity, in the first menu that shows the entity. */
const seedButtons = async ({ trx, buttons }: SeedContext, config: Console): Promise<void> => {
  const rows = await trx.selectFrom('menu').select(['id', 'menuUrl']).orderBy('id').execute();
  for (const { id, menuUrl } of rows) {
    const actions = entitiesOn(config, menuUrl).flatMap((entity) => buttonsOf(config, entity));
    for (const { code, path, label } of actions) {
      if (!buttons.has(code)) {
        await trx
          .insertInto('button')
          .values({
            menu_id: id,
            btnCode: code,
            btnName: textOf(label, DEFAULT_LOCALE),
            actionUrl: path,
          })
          .onConflict((conflict) => conflict.column('btnCode').doNothing())
          .execute();
      }
      await buttons.add(code, label);
    }
  }
};

/** Key of the advisory lock, which makes servers that start together run this one after the other. */
const LOCK = 7204;

/**
 * Adds the menus and buttons of the configuration that were never seeded in this database. Existing ones stay;
 * those that an administrator deleted are not restored. Labels and places changed in the configuration are updated unless
 * an administrator has renamed or moved the menu or button.
 */
export const syncMenus = async ({ db }: Store, config: Console): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const ground: SeedContext = {
      trx,
      menus: await openSeededCodes(trx, 'menu'),
      pages: await openSeededCodes(trx, 'page'),
      buttons: await openSeededCodes(trx, 'button'),
    };
    await seedMenus(ground, config.menus);
    await seedPages(ground, config);
    await seedButtons(ground, config);
  });
};

/** Codes of one kind that were ever seeded in this database. */
interface SeededCodes {
  has(code: string): boolean;
  /** Records a code as seeded. It is never seeded again; a changed label of the declaration renames it. */
  add(code: string, label?: Label): Promise<void>;
}

/** Columns with the code and the name of a row. */
const COLUMNS = { menu: ['menuCode', 'menuName'], button: ['btnCode', 'btnName'] } as const;

/** Reads the seeded codes of a kind, including those that an administrator has deleted since. */
const openSeededCodes = async (
  trx: Trx,
  kind: 'menu' | 'page' | 'button',
): Promise<SeededCodes> => {
  const rows = await trx
    .selectFrom('planted')
    .select(['code', 'name'])
    .where('kind', '=', kind)
    .execute();
  const names = new Map(rows.map(({ code, name }) => [code, name]));
  return {
    has: (code) => names.has(code),
    add: async (code, label) => {
      const was = names.get(code);
      const name = label ? textOf(label, DEFAULT_LOCALE) : null;
      if (was === name) return;
      names.set(code, name);
      await trx
        .insertInto('planted')
        .values({ kind, code, name })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'code'])
            .doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })),
        )
        .execute();
      if (kind === 'page' || !was || !name) return;
      const [codeColumn, nameColumn] = COLUMNS[kind].map((column) => sql.id(column));
      // Only a row that still has its seeded name.
      await sql`update ${sql.table(kind)} set ${nameColumn} = ${name}
        where ${codeColumn} = ${code} and ${nameColumn} = ${was}`.execute(trx);
    },
  };
};

/** Returns the displayed names of menus and buttons in every language; `#id` for an id that no longer exists. */
export const storedNames = async (
  db: Database,
  labels: OriginalLabels,
  { menus, buttons }: Grants,
): Promise<Label[]> => {
  const menuLabel = (menu: NamedMenu) => labelOf((locale) => menuNameIn(locale, menu, labels));
  const foundMenus = await db
    .selectFrom('menu')
    .select(['id', 'menuCode', 'menuName', 'menuUrl'])
    .where('id', '=', anyOf(menus))
    .orderBy('sort', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  const foundButtons = await db
    .selectFrom('button as b')
    .innerJoin('menu as m', 'm.id', 'b.menu_id')
    .select(['b.id', 'btnCode', 'btnName', 'menuCode', 'menuName', 'menuUrl'])
    .where('b.id', '=', anyOf(buttons))
    .orderBy('m.sort', (order) => order.asc().nullsLast())
    .orderBy('b.id')
    .execute();
  const missingLabels = (ids: readonly number[], rows: readonly { id: number }[]): Label[] =>
    ids.filter((id) => !rows.some((row) => row.id === id)).map((id) => [`#${id}`, `#${id}`]);
  return [
    ...foundMenus.map(menuLabel),
    ...foundButtons.map((row) => {
      const label = labels.buttons.get(row.btnCode);
      return labelWith(
        menuLabel(row),
        labelOf((locale) => labelIn(locale, row.btnName, label)),
      );
    }),
    ...missingLabels(menus, foundMenus),
    ...missingLabels(buttons, foundButtons),
  ];
};
