import type { AnyEntity, Console } from '../../../config';
import type { Database } from '../database';
import { countGroups } from './countGroups';
import { describeEntity } from './describe';
import { createReader, eachRow, firstRows, listRows, totalRows } from './list';
import type {
  GroupCounts,
  GroupQuery,
  ListAnswer,
  Row,
  Scope,
  Selection,
  TableQuery,
} from './query';
import type { Problem } from './refusals';
import { selectRowsByIds, selectRowsForUpdate } from './rows';
import { addRows, findViolations, removeRows, updateRow } from './write';

/** Queries on an entity's rows within a tenant's scope; rows outside of it do not exist for them. */
export interface TableQueries {
  /** The same table inside of a transaction. */
  on(transaction: Database): TableQueries;
  /** @throws TypeError for a filter or sort the entity does not have */
  list(query: TableQuery, scope: Scope): Promise<ListAnswer>;
  /** The first rows of a selection in its order; how many there are is not looked at. */
  first(selection: Selection, scope: Scope, limit: number): Promise<Row[]>;
  /**
   * Counts rows by value, in the order of the values, up to 1000 of them.
   * @throws TypeError for a column or filter the entity does not have
   */
  count(query: GroupQuery, scope: Scope): Promise<GroupCounts[]>;
  /** Visits all rows of a selection in its order, in batches; waits for each visit. */
  each(
    selection: Selection,
    scope: Scope,
    batchSize: number,
    visit: (rows: Row[]) => void | Promise<void>,
  ): Promise<void>;
  /** How many rows a selection has, of records too. */
  total(selection: Selection, scope: Scope): Promise<number>;
  get(id: number, scope: Scope): Promise<Row | undefined>;
  /** Those of the rows that are there, in the order of the ids. */
  pick(ids: readonly number[], scope: Scope): Promise<Row[]>;
  /**
   * The same, locked until the transaction ends: nobody else changes or removes them. Rows of a view are not locked.
   */
  lock(ids: readonly number[], scope: Scope): Promise<Row[]>;
  /** Why rows could not be added: taken values and bad references, of all rows at once. For imports. */
  problems(rows: readonly Row[], scope: Scope): Promise<Problem[]>;
  /**
   * Adds rows, all or none, and answers them in the same order.
   * @throws MissingReference, UniqueViolation, BadValue
   */
  add(rows: readonly Row[], scope: Scope): Promise<Row[]>;
  /**
   * Changes the given fields and answers the row; undefined when it is not there.
   * @throws MissingReference, UniqueViolation, BadValue
   */
  update(id: number, values: Row, scope: Scope): Promise<Row | undefined>;
  /**
   * Removes those that are there and answers how many.
   * @throws ReferenceViolation
   */
  remove(ids: readonly number[], scope: Scope): Promise<number>;
}

/**
 * The table of an entity. To be made once per entity, not per call: it remembers where pages ended.
 * @param all the console the entity is declared in
 */
export const entityTable = (
  { db }: { readonly db: Database },
  declared: AnyEntity,
  all: Console,
): TableQueries => {
  const entity = describeEntity(declared, all);
  const reader = createReader(entity, all.wire);
  const on = (db: Database): TableQueries => ({
    on,
    list: (query, scope) => listRows(db, reader, query, scope),
    first: (selection, scope, limit) => firstRows(db, reader, selection, scope, limit),
    count: (query, scope) => countGroups(db, reader, query, scope),
    each: (selection, scope, size, visit) => eachRow(db, reader, selection, scope, { size, visit }),
    total: (selection, scope) => totalRows(db, reader, selection, scope),
    get: async (id, scope) => (await selectRowsByIds(db, entity, [id], scope))[0],
    pick: (ids, scope) => selectRowsByIds(db, entity, ids, scope),
    lock: (ids, scope) => selectRowsForUpdate(db, entity, ids, scope),
    problems: (rows, scope) => findViolations(db, entity, rows, scope),
    add: (rows, scope) => addRows(db, entity, rows, scope),
    update: (id, values, scope) => updateRow(db, entity, { id, values }, scope),
    remove: (ids, scope) => removeRows(db, entity, ids, scope),
  });
  return on(db);
};
