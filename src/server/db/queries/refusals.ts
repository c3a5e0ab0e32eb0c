import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { identifierName } from '../schema/identifier';
import type { Database, Sql } from '../sql/database';
import { comparedType } from '../tables/columns';
import { isSeen, type Sight } from './conditions';
import type { ColumnInfo, EntityTableInfo, ListRef, Ref } from './describe';
import type { Row } from './query';
import { lockRows } from './rows';

/** Reason against writing a row, beyond the rules of its fields. */
export interface Problem {
  /** Index of the row in the input. */
  readonly row: number;
  readonly field: string;
  /**
   * `taken` means `unique`, but the caller does not see the row with the value. `circle`: the row of a tree would come
   * below itself.
   */
  readonly rule: 'unique' | 'taken' | 'reference' | 'circle';
}

/** Thrown for a row that cannot be written. */
export class RowRefusal extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.field} of row ${problem.row}: ${problem.rule}`);
    this.problem = problem;
  }
}

/** Thrown for a value that the column cannot hold. `field` is set if the database names it. */
export class BadValue extends Error {
  readonly field?: string;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** Rows that refer to one that is to be deleted. `count` includes only those visible to the caller, and can be 0. */
export interface ReferenceUse {
  readonly entity: string;
  readonly count: number;
}

/** Thrown if rows cannot be deleted because others refer to them. */
export class ReferenceViolation extends Error {
  readonly by: readonly ReferenceUse[];

  constructor(by: readonly ReferenceUse[]) {
    super(`Still referred to by ${by.map(({ entity }) => entity).join(', ')}`);
    this.by = by;
  }
}

export const refusalOfWrite = (error: unknown, entity: EntityTableInfo): unknown =>
  error instanceof DatabaseError ? ofWrite(error, entity) : error;

const ofWrite = (error: DatabaseError, { table, columns, refs }: EntityTableInfo) => {
  const { code = '', constraint } = error;
  if (code === '23505') {
    const column = [...columns.values()].find(({ unique }) => unique?.index === constraint);
    // The other row was not read, so it must not be revealed as visible.
    return column ? new RowRefusal({ row: 0, field: column.name, rule: 'taken' }) : error;
  }
  if (code === '23503') {
    const ref = refs.find(({ field }) => identifierName(table, field, 'fkey') === constraint);
    return ref ? new RowRefusal({ row: 0, field: ref.field, rule: 'reference' }) : error;
  }
  // Class 22: out of range, too long, malformed. Their messages name no column.
  if (code === '23502' || code.startsWith('22')) return new BadValue(error.message, error.column);
  return error;
};

/** Translates a database error on deleting rows: a reference was added after the check. */
export const refusalOfRemoval = (error: unknown, { referrers }: EntityTableInfo): unknown => {
  if (!(error instanceof DatabaseError) || error.code !== '23503') return error;
  const by = referrers.find(({ table }) => table === error.table)?.entity ?? error.table ?? '';
  return new ReferenceViolation([{ entity: by, count: 0 }]);
};

/** Finds references to missing or invisible rows, and organisations outside the tenant. */
export const referenceProblems = async (
  db: Database,
  { refs, lists, owner }: EntityTableInfo,
  rows: readonly Row[],
  sight: Sight,
): Promise<Problem[]> => {
  const problems = [];
  for (const ref of [...refs, ...lists]) {
    if (presentValues(rows, ref.field).length === 0) continue;
    problems.push(...(await badReferences(db, ref, rows, sight)));
  }
  if (owner !== undefined && !refs.some(({ field }) => field === owner)) {
    const own = new Set<unknown>(sight.orgs);
    problems.push(...rowsWhere(rows, owner, 'reference', (org) => !own.has(org)));
  }
  return problems;
};

const presentValues = (rows: readonly Row[], field: string) => [
  ...new Set(rows.map((row) => row[field]).filter(hasValue)),
];

const hasValue = (value: unknown) => value !== undefined && value !== null;

/** Lists have no foreign key, so their targets are locked instead. */
const badReferences = async (
  db: Database,
  ref: Ref | ListRef,
  rows: readonly Row[],
  sight: Sight,
): Promise<Problem[]> => {
  const { field, target } = ref;
  const ids = presentValues(rows, field).flatMap(idsIn).filter(Number.isSafeInteger) as number[];
  const lock = 'titles' in ref && db.isTransaction ? 'key share' : undefined;
  const existingIds = new Set<unknown>(await lockRows(db, target, ids, { sight, lock }));
  return rowsWhere(
    rows,
    field,
    'reference',
    (value) => !idsIn(value).every((id) => existingIds.has(id)),
  );
};

const idsIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const rowsWhere = (
  rows: readonly Row[],
  field: string,
  rule: Problem['rule'],
  isBad: (value: unknown, row: number) => boolean,
): Problem[] =>
  rows.flatMap((row, i) =>
    hasValue(row[field]) && isBad(row[field], i) ? [{ row: i, field, rule }] : [],
  );

/** Finds values of unique fields that exist in the table, in any tenant, or in an earlier row of the input. */
export const uniqueProblems = async (
  db: Database,
  entity: EntityTableInfo,
  rows: readonly Row[],
  sight: Sight,
): Promise<Problem[]> => {
  const problems = [];
  for (const column of entity.columns.values()) {
    if (column.unique)
      problems.push(...(await duplicateValues(db, entity, column, { rows, sight })));
  }
  return problems;
};

const duplicateValues = async (
  db: Database,
  entity: EntityTableInfo,
  { name, type, unique }: ColumnInfo,
  { rows, sight }: { readonly rows: readonly Row[]; readonly sight: Sight },
): Promise<Problem[]> => {
  const compared = comparedType(type);
  const isLost = (value: unknown) => compared === 'bigint' && !Number.isSafeInteger(value);
  const values = rows.map((row) => (hasValue(row[name]) && !isLost(row[name]) ? row[name] : null));
  const owners = rows.map((row) => (unique?.within ? (row[unique.within] ?? null) : null));
  const folded = (value: Sql): Sql => (unique?.caseless ? sql`lower(${value})` : value);
  const owner = unique?.within && sql`and ${sql.ref(`t.${unique.within}`)} = candidate.owner`;
  const { rows: matches } = await sql<{ place: number; seen: boolean }>`
    select candidate.place - 1 as place, bool_or(${isSeen(entity, sight)}) as seen
    from unnest(cast(${values} as ${sql.raw(compared)}[]), cast(${owners} as bigint[]))
      with ordinality as candidate(value, owner, place)
    join ${sql.table(entity.table)} as t
      on ${folded(sql.ref(`t.${name}`))} = ${folded(sql`candidate.value`)} ${owner ?? sql``}
    group by candidate.place`.execute(db);
  const seenByPlace = new Map(matches.map(({ place, seen }) => [place, seen]));
  const keyOf = (i: number) => {
    const value = unique?.caseless ? String(values[i]).toLowerCase() : values[i];
    return unique?.within ? JSON.stringify([owners[i], value]) : value;
  };
  const first = new Map<unknown, number>();
  for (const i of rows.keys()) if (!first.has(keyOf(i))) first.set(keyOf(i), i);
  return rowsWhere(
    rows,
    name,
    'unique',
    (_, i) => seenByPlace.has(i) || first.get(keyOf(i)) !== i,
  ).map((problem) =>
    seenByPlace.get(problem.row) === false ? { ...problem, rule: 'taken' } : problem,
  );
};
