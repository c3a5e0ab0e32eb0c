import { type Console, flatMenus } from '../../../config';
import { completedMigrations, executeAll, ifTable } from '../migrations/migrate';
import type { Database } from '../sql/database';
import { renameCounters, renameWarnings } from './renameColumns';

/** Former and new name of an entity. */
interface EntityRename {
  readonly from: string;
  readonly to: string;
  /** True if a menu is declared with the former name as its code. */
  readonly keepsCode: boolean;
}

/** Returns the entities of which the database still has seeded menus or buttons under the former name. */
export const findEntityRenames = async (
  db: Database,
  { entities, menus }: Pick<Console, 'entities' | 'menus'>,
): Promise<EntityRename[]> => {
  const names = new Set(entities.map(({ name }) => name));
  const codes = new Set(flatMenus(menus).map(({ code }) => code));
  const renames = entities.flatMap(({ name, was = name }) =>
    names.has(was) ? [] : [{ from: was, to: name, keepsCode: codes.has(was) }],
  );
  if (renames.length === 0 || !(await completedMigrations(db))) return [];
  const rows = await db
    .selectFrom('planted')
    .select('code')
    .where('kind', 'in', ['page', 'button'])
    .execute();
  return renames.filter(({ from }) => rows.some(({ code }) => code.split(':')[0] === from));
};

export const renameLines = (renames: readonly EntityRename[]): string[] =>
  renames.map(
    ({ from, to }) => `entity ${from} is renamed to ${to}: its permissions and menus follow`,
  );

/** Gives a name to rows, unless a row has the new one already. That takes over the roles, and the former row goes. */
const renameGranted = (
  {
    table,
    code,
    grants,
    below = [],
  }: {
    readonly table: string;
    readonly code: string;
    readonly grants: readonly [table: string, column: string];
    /** Columns that name the row and move along. */
    readonly below?: readonly (readonly [table: string, column: string])[];
  },
  { from, to }: { readonly from: string; readonly to: string },
) => {
  const pairs = `select old.id, twin.id as twin_id from "${table}" as old
    join "${table}" as twin on twin."${code}" = ${to} where ${from}`;
  const [roles, grant] = grants;
  return [
    ...below.map(
      ([child, parent]) => `with pair as (${pairs}) update ${child} set ${parent} = twin_id
        from pair where ${parent} = pair.id`,
    ),
    `with pair as (${pairs})
      insert into ${roles} (role_id, ${grant}) select role_id, twin_id from ${roles}
      join pair on pair.id = ${roles}.${grant} on conflict do nothing`,
    `with pair as (${pairs}) delete from ${roles} using pair
      where pair.id = ${roles}.${grant}`,
    `with pair as (${pairs}) delete from "${table}" using pair
      where pair.id = "${table}".id`,
    `update "${table}" as old set "${code}" = ${to} where ${from}`,
  ];
};

const statementsOf = ({ from, to, keepsCode }: EntityRename): string[] => {
  const kinds = keepsCode ? "kind <> 'menu'" : 'true';
  return [
    ...renameGranted(
      { table: 'button', code: 'btnCode', grants: ['role_button', 'button_id'] },
      {
        from: `split_part(old."btnCode", ':', 1) = '${from}'`,
        to: `'${to}:' || split_part(old."btnCode", ':', 2)`,
      },
    ),
    `update button set "actionUrl" = '/${to}/' || split_part("actionUrl", '/', 3)
    where split_part("actionUrl", '/', 2) = '${from}'`,
    ...(keepsCode
      ? []
      : renameGranted(
          {
            table: 'menu',
            code: 'menuCode',
            grants: ['role_menu', 'menu_id'],
            below: [
              ['button', 'menu_id'],
              ['menu', 'parent_id'],
            ],
          },
          { from: `old."menuCode" = '${from}' and old."menuUrl" = '${from}'`, to: `'${to}'` },
        )),
    `update menu set "menuUrl" = '${to}' where "menuUrl" = '${from}'`,
    `insert into planted (kind, code, name, parent, hidden)
    select kind, '${to}' || substr(code, ${from.length + 1}), name, parent, hidden from planted
    where split_part(code, ':', 1) = '${from}' and ${kinds} on conflict do nothing`,
    `delete from planted where split_part(code, ':', 1) = '${from}' and ${kinds}`,
    `update reserved_by set entity = '${to}' where entity = '${from}'`,
    `update job set args = jsonb_set(args, '{entity}', '"${to}"') where args ->> 'entity' = '${from}'`,
    ifTable('sentList', [`update "sentList" set list = '${to}' where list = '${from}'`]),
    ifTable('savedReport', [`update "savedReport" set report = '${to}' where report = '${from}'`]),
    ifTable('bell_message', [`update bell_message set entity = '${to}' where entity = '${from}'`]),
    ...[renameCounters, renameWarnings].map((rename) =>
      rename(`'${to}', field`, `entity = '${from}'`),
    ),
  ];
};

/**
 * Gives the new names of entities to permissions, menus, running exports, mailed lists, messages at the bell, counters of
 * series and warnings about dates. The operation log keeps the former ones, because its entries are chained.
 */
export const renameEntities = async (
  transaction: Database,
  renames: readonly EntityRename[],
): Promise<void> => {
  await executeAll(transaction, renames.flatMap(statementsOf));
};
