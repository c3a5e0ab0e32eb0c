import { sql } from 'kysely';
import type { Database, Sql } from '../database';
import type { Described } from './describe';
import { filterConditions, type RangeNames } from './filterConditions';
import { allOf, isVisible } from './visible';

interface Wanted {
  readonly filters: Readonly<Record<string, unknown>>;
  readonly names: RangeNames;
  readonly orgs: readonly number[];
}

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan?: { readonly 'Plan Rows'?: number } }[];
}

const isGiven = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value.length);

/** How many rows the planner expects: from its statistics, without reading any. */
const expected = async (db: Database, { table }: Described, where: Sql): Promise<number> => {
  const { rows } = await sql<Explained>`
    explain (format json) select from ${sql.table(table)} as t where ${where}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0]?.Plan?.['Plan Rows'] ?? Number.POSITIVE_INFINITY;
};

/** Those choices that a page is narrowed by and an index by time is led by. */
export const choicesIn = (
  { columns }: Described,
  filters: Readonly<Record<string, unknown>>,
): string[] =>
  [...columns.values()]
    .filter(({ name, leads }) => leads && isGiven(filters[name]))
    .map(({ name }) => name);

/**
 * The choice to walk records by: the one that fewest rows of the time asked for have. Undefined where fewer belong to
 * the organisations, so that theirs are walked. Whichever has the fewest, a walk ends soon: either all of its rows are
 * read, which are few, or enough is found before.
 */
export const leadOf = async (
  db: Database,
  entity: Described,
  { filters, names, orgs }: Wanted,
): Promise<string | undefined> => {
  const choices = choicesIn(entity, filters);
  // The planner itself weighs one value against one organisation.
  const plain = choices.length === 1 && [filters[choices[0] ?? '']].flat().length === 1;
  if (choices.length === 0 || (plain && orgs.length === 1)) return choices[0];
  const { partitionedBy: time, scope } = entity;
  const times = Object.entries(filters).filter(
    ([name]) => name === `${time}${names.from}` || name === `${time}${names.to}`,
  );
  const rowsOf = (where: Sql | undefined, given: readonly (readonly [string, unknown])[] = []) => {
    const conditions = filterConditions(entity, Object.fromEntries([...times, ...given]), names);
    return expected(db, entity, allOf([where, ...conditions]));
  };
  const [own, ...shares] = await Promise.all([
    scope === undefined ? Number.POSITIVE_INFINITY : rowsOf(isVisible('t', scope, orgs)),
    ...choices.map((name) => rowsOf(undefined, [[name, filters[name]]])),
  ]);
  const least = Math.min(...shares);
  return least < own ? choices[shares.indexOf(least)] : undefined;
};
