import { sql } from 'kysely';
import { type Database, inTransaction } from '../database';
import { comparedType } from '../schema';
import type { Described } from './describe';
import type { Row, Scope } from './listQuery';
import { type Problem, referenceProblems, uniqueProblems } from './problemsOf';
import { refusalOfWrite } from './refusalOf';
import { BadReference } from './refusals';
import { rowsById } from './rowsById';
import { visibleOrgs } from './visible';

/** Rows of one statement. */
const CHUNK = 1_000;

/** The field that, where declared, says when a row was made. */
const CREATED = 'create_time';

/** No declared name holds a space. */
const POSITION = 'position in list';

const typeOf = ({ columns }: Described, name: string): string =>
  comparedType(columns.get(name)?.type ?? 'bigint');

/** The row as it is stored: what it does not say is filled in, who makes it owns it. */
const complete = ({ columns, owner }: Described, row: Row, { orgId }: Scope): Row => {
  const unknown = Object.keys(row).find((name) => !columns.has(name));
  if (unknown !== undefined) throw new TypeError(`There is no field ${unknown}`);
  const stored: Row = {};
  for (const { name, initial } of columns.values()) {
    const value = row[name] === undefined ? initial : row[name];
    if (value !== undefined) stored[name] = value;
  }
  if (columns.has(CREATED)) stored[CREATED] ??= Date.now();
  if (owner !== undefined) stored[owner] ??= orgId;
  return stored;
};

/** One parameter holds all rows, so that their number is not limited by the number of parameters. */
const insert = async (db: Database, entity: Described, rows: readonly Row[]): Promise<number[]> => {
  const names = [...new Set(rows.flatMap(Object.keys))];
  const columns = sql.join(names.map((name) => sql.id(name)));
  const types = sql.join(
    names.map((name) => sql`${sql.id(name)} ${sql.raw(typeOf(entity, name))}`),
  );
  const position = sql.id(POSITION);
  const { rows: added } = await sql<{ id: number }>`
    insert into ${sql.table(entity.table)} (${columns})
    select ${columns} from rows from (
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (${types})
    ) with ordinality as given(${columns}, ${position})
    order by ${position}
    returning id`.execute(db);
  return added.map(({ id }) => id);
};

const write = async (db: Database, entity: Described, rows: readonly Row[]): Promise<number[]> => {
  const ids = [];
  for (let from = 0; from < rows.length; from += CHUNK) {
    ids.push(...(await insert(db, entity, rows.slice(from, from + CHUNK))));
  }
  return ids;
};

/**
 * Adds rows, all or none, with a statement per thousand.
 * @throws BadReference, Taken, BadValue; TypeError for a field the entity does not have
 */
export const addRows = async (
  db: Database,
  entity: Described,
  rows: readonly Row[],
  scope: Scope,
): Promise<Row[]> => {
  if (rows.length === 0) return [];
  const stored = rows.map((row) => complete(entity, row, scope));
  try {
    return await inTransaction(db, async (transaction) => {
      const orgs = await visibleOrgs(transaction, scope);
      const [bad] = await referenceProblems(transaction, entity, stored, orgs);
      if (bad) throw new BadReference(bad.field, bad.row);
      return rowsById(transaction, entity, await write(transaction, entity, stored), orgs);
    });
  } catch (error) {
    throw refusalOfWrite(error, entity);
  }
};

/** Why rows could not be added, all of it; the fields' own rules are not looked at. */
export const problemsOf = async (
  db: Database,
  entity: Described,
  rows: readonly Row[],
  scope: Scope,
): Promise<Problem[]> => {
  if (rows.length === 0) return [];
  const stored = rows.map((row) => complete(entity, row, scope));
  const orgs = await visibleOrgs(db, scope);
  return [
    ...(await referenceProblems(db, entity, stored, orgs)),
    ...(await uniqueProblems(db, entity, stored)),
  ].sort((one, other) => one.row - other.row);
};
