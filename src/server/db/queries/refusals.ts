import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Database } from '../database';
import { comparedType, nameOf } from '../schema';
import { allOf, isVisible } from './conditions';
import type { Column, Described, ListRef, Ref, ScopedTable } from './describe';
import type { Row } from './query';

/** Another row has the value of a unique field. */
export class Taken extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`The value of ${field} is taken`);
    this.name = 'Taken';
    this.field = field;
  }
}

/** A reference to a row that is not there, or not there for who asks. */
export class BadReference extends Error {
  readonly field: string;
  /** Index of the row among those given. */
  readonly row: number;

  constructor(field: string, row = 0) {
    super(`The ${field} of row ${row} refers to no visible record`);
    this.name = 'BadReference';
    this.field = field;
    this.row = row;
  }
}

/** A value the column cannot hold; the field where the database tells it. */
export class BadValue extends Error {
  readonly field?: string;

  constructor(message: string, field?: string) {
    super(message);
    this.name = 'BadValue';
    this.field = field;
  }
}

/** Rows that refer to the one to be removed: how many of them who asks may see, 0 when only others' do. */
export interface Use {
  readonly entity: string;
  readonly count: number;
}

/** Rows cannot be removed because others refer to them. */
export class InUse extends Error {
  readonly by: readonly Use[];

  constructor(by: readonly Use[]) {
    super(`Still referred to by ${by.map(({ entity }) => entity).join(', ')}`);
    this.name = 'InUse';
    this.by = by;
  }
}

const ofWrite = (error: DatabaseError, { table, columns, refs }: Described) => {
  const { code = '', constraint } = error;
  if (code === '23505') {
    const taken = [...columns.values()].find(
      ({ name }) => nameOf(table, name, 'key') === constraint,
    );
    return taken ? new Taken(taken.name) : error;
  }
  if (code === '23503') {
    const ref = refs.find(({ field }) => nameOf(table, field, 'fkey') === constraint);
    return ref ? new BadReference(ref.field) : error;
  }
  // Class 22: out of range, too long, malformed. Their messages name no column.
  if (code === '23502' || code.startsWith('22')) return new BadValue(error.message, error.column);
  return error;
};

/** What the database says against adding or changing rows, in the words of the store. */
export const refusalOfWrite = (error: unknown, entity: Described): unknown =>
  error instanceof DatabaseError ? ofWrite(error, entity) : error;

/** What the database says against removing rows: somebody referred to one a moment ago. */
export const refusalOfRemoval = (error: unknown, { referrers }: Described): unknown => {
  if (!(error instanceof DatabaseError) || error.code !== '23503') return error;
  const by = referrers.find(({ table }) => table === error.table)?.entity ?? error.table ?? '';
  return new InUse([{ entity: by, count: 0 }]);
};

/** Why a row cannot be written, besides what its fields say for themselves. */
export interface Problem {
  /** Index of the row among those given. */
  readonly row: number;
  readonly field: string;
  readonly rule: 'unique' | 'reference';
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

const givenValues = (rows: readonly Row[], field: string) => [
  ...new Set(rows.map((row) => row[field]).filter(isGiven)),
];

const rowsWhere = (
  rows: readonly Row[],
  field: string,
  rule: Problem['rule'],
  isBad: (value: unknown, row: number) => boolean,
): Problem[] =>
  rows.flatMap((row, i) =>
    isGiven(row[field]) && isBad(row[field], i) ? [{ row: i, field, rule }] : [],
  );

/** Those of the ids whose rows are visible. @param lock keeps them from being removed until the transaction ends */
const visibleIds = async (
  db: Database,
  { table, scope }: ScopedTable,
  given: readonly unknown[],
  { orgs, lock }: { orgs: readonly number[]; lock: boolean },
): Promise<ReadonlySet<unknown>> => {
  const ids = [...new Set(given)].filter((id) => Number.isSafeInteger(id));
  const visible = [sql`t.id = any(${ids}::bigint[])`, isVisible('t', scope, orgs)];
  const found = await sql<{ id: number }>`
    select t.id from ${sql.table(table)} as t where ${allOf(visible)} order by t.id
    ${lock ? sql`for key share` : sql``}`.execute(db);
  return new Set(found.rows.map(({ id }) => id));
};

const badReferences = async (
  db: Database,
  { field, target }: Ref,
  rows: readonly Row[],
  orgs: readonly number[],
): Promise<Problem[]> => {
  const known = await visibleIds(db, target, givenValues(rows, field), { orgs, lock: false });
  return rowsWhere(rows, field, 'reference', (id) => !known.has(id));
};

const idsIn = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : [list]);

/** No foreign key watches over a list: its targets are locked instead. */
const badLists = async (
  db: Database,
  { field, target }: ListRef,
  rows: readonly Row[],
  orgs: readonly number[],
): Promise<Problem[]> => {
  const ids = givenValues(rows, field).flatMap(idsIn);
  const lock = db.isTransaction && !target.derived;
  const known = await visibleIds(db, target, ids, { orgs, lock });
  return rowsWhere(rows, field, 'reference', (list) => !idsIn(list).every((id) => known.has(id)));
};

/** References to rows that are not there or not visible, and organisations that are not the tenant's. */
export const referenceProblems = async (
  db: Database,
  { refs, lists, owner }: Described,
  rows: readonly Row[],
  orgs: readonly number[],
): Promise<Problem[]> => {
  const problems = [];
  for (const ref of refs.filter(({ field }) => givenValues(rows, field).length > 0)) {
    problems.push(...(await badReferences(db, ref, rows, orgs)));
  }
  for (const list of lists.filter(({ field }) => givenValues(rows, field).length > 0)) {
    problems.push(...(await badLists(db, list, rows, orgs)));
  }
  if (owner !== undefined && !refs.some(({ field }) => field === owner)) {
    const own = new Set<unknown>(orgs);
    problems.push(...rowsWhere(rows, owner, 'reference', (org) => !own.has(org)));
  }
  return problems;
};

const takenValues = async (
  db: Database,
  { table }: Described,
  { name, type }: Column,
  rows: readonly Row[],
): Promise<Problem[]> => {
  const compared = comparedType(type);
  const values = givenValues(rows, name).filter(
    (value) => compared !== 'bigint' || Number.isSafeInteger(value),
  );
  const column = sql.ref(name);
  const found = await sql<{ value: unknown }>`
    select ${column} as value from ${sql.table(table)}
    where ${column} = any(cast(${values} as ${sql.raw(compared)}[]))`.execute(db);
  const taken = new Set(found.rows.map(({ value }) => value));
  const first = new Map<unknown, number>();
  for (const [i, row] of rows.entries()) if (!first.has(row[name])) first.set(row[name], i);
  return rowsWhere(rows, name, 'unique', (value, i) => taken.has(value) || first.get(value) !== i);
};

/** Values of unique fields that other rows have, of any tenant, or rows before them. */
export const uniqueProblems = async (
  db: Database,
  entity: Described,
  rows: readonly Row[],
): Promise<Problem[]> => {
  const problems = [];
  for (const column of entity.columns.values()) {
    if (column.unique) problems.push(...(await takenValues(db, entity, column, rows)));
  }
  return problems;
};
