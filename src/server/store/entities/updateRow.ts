import { sql } from 'kysely';
import { type Database, inTransaction } from '../database';
import { comparedType } from '../schema';
import type { Described } from './describe';
import type { Row, Scope, Within } from './listQuery';
import { referenceProblems } from './problemsOf';
import { refusalOfWrite } from './refusalOf';
import { BadReference } from './refusals';
import { rowsById } from './rowsById';
import { allOf, isVisible, visibleOrgs } from './visible';

/** The references and the owner of the row as it is, locked until the transaction ends; nothing if it is not visible. */
const lockRow = async (
  db: Database,
  { table, scope, refs, lists, owner }: Described,
  id: number,
  { orgs, within }: { readonly orgs: readonly number[]; readonly within?: Within },
): Promise<Row | undefined> => {
  const fields = [...refs, ...lists].map(({ field }) => field);
  const names = new Set(['id', ...fields, ...(owner ? [owner] : [])]);
  const columns = sql.join([...names].map((name) => sql.ref(`t.${name}`)));
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.table(table)} as t
    where ${allOf([sql`t.id = ${id}::bigint`, isVisible('t', scope, orgs), within?.where])}
    for no key update`.execute(db);
  return rows[0];
};

const treeFields = ({ refs, table }: Described): string[] =>
  refs.filter(({ target }) => target.table === table).map(({ field }) => field);

/** One move in a tree at a time: two at once could each be right and close a circle together. */
const lockTree = async (db: Database, entity: Described, values: Row): Promise<void> => {
  if (!treeFields(entity).some((field) => field in values)) return;
  await sql`select pg_advisory_xact_lock(hashtext(${`tree ${entity.table}`}))`.execute(db);
};

/** Whether a row would become part of its own branch. */
const closesCircle = async (
  db: Database,
  { table }: Described,
  field: string,
  { id, above }: { id: number; above: unknown },
): Promise<boolean> => {
  const { rows } = await sql`
    with recursive branch(id) as (
      select cast(${above} as bigint)
      union
      select ${sql.ref(`t.${field}`)} from ${sql.table(table)} as t join branch on t.id = branch.id
    )
    select 1 from branch where id = ${id}::bigint`.execute(db);
  return rows.length > 0;
};

/** What a change brings that was not there; of a list the ids that are new to it. */
const changed = (before: unknown, after: unknown): unknown =>
  Array.isArray(before) && Array.isArray(after)
    ? after.filter((id) => !before.includes(id))
    : after;

/** Only what changes is looked at: a form sends back what it got, and that may point above the tenant. */
const checkChanges = async (
  db: Database,
  entity: Described,
  { id, changes, orgs }: { id: number; changes: Row; orgs: readonly number[] },
): Promise<void> => {
  const { owner } = entity;
  const [bad] = await referenceProblems(db, entity, [changes], orgs);
  if (bad) throw new BadReference(bad.field);
  if (owner !== undefined && changes[owner] === null) throw new BadReference(owner);
  for (const field of treeFields(entity)) {
    const above = changes[field];
    if (above === undefined || above === null) continue;
    if (await closesCircle(db, entity, field, { id, above })) throw new BadReference(field);
  }
};

const write = async (db: Database, { table, columns }: Described, id: number, values: Row) => {
  const set = Object.entries(values).map(([name, value]) => {
    const { type } = columns.get(name) ?? {};
    if (type === undefined) throw new TypeError(`There is no field ${name}`);
    const given = type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
    return sql`${sql.id(name)} = cast(${given} as ${sql.raw(comparedType(type))})`;
  });
  if (set.length === 0) return;
  await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${id}::bigint`.execute(db);
};

/**
 * Changes the given fields of a row.
 * @returns the row as it is now; undefined when it is not visible
 * @throws BadReference, Taken, BadValue; TypeError for a field the entity does not have
 */
export const updateRow = async (
  db: Database,
  entity: Described,
  { id, values }: { readonly id: number; readonly values: Row },
  scope: Scope,
): Promise<Row | undefined> => {
  try {
    return await inTransaction(db, async (transaction) => {
      await lockTree(transaction, entity, values);
      const orgs = await visibleOrgs(transaction, scope);
      const now = await lockRow(transaction, entity, id, { orgs, within: scope.within });
      if (!now) return undefined;
      const given = Object.entries(values).filter(([, value]) => value !== undefined);
      const changes = Object.fromEntries(
        given
          .filter(([name, value]) => now[name] !== value)
          .map(([name, value]) => [name, changed(now[name], value)]),
      );
      await checkChanges(transaction, entity, { id, changes, orgs });
      await write(transaction, entity, id, Object.fromEntries(given));
      const [row] = await rowsById(transaction, entity, [id], orgs);
      return row;
    });
  } catch (error) {
    throw refusalOfWrite(error, entity);
  }
};
