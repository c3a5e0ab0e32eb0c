import type { AnyEntity, Console } from '../../../config';
import type { Database } from '../sql/database';
import type { FilterNames } from './conditions';
import { countGroups } from './countGroups';
import { describeEntity, type EntityTableInfo } from './describe';
import { createTableReader, eachRow, firstRows, listRows, totalRows } from './list';
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
import { addRows, findViolations, removeRows, updateRow, updateRows } from './write';

/** Queries on an entity's rows within a tenant's scope. Rows outside of it are treated as missing. */
export interface TableQueries {
  /** Returns the same queries, run in a transaction. */
  on(transaction: Database): TableQueries;
  /** Returns the same queries as of a day, `yyyy-MM-dd`. For rows that depend on it. */
  asOf(today: string): TableQueries;
  /** @throws TypeError for a filter or sort that the entity lacks */
  list(query: TableQuery, scope: Scope): Promise<ListAnswer>;
  /** Returns the first rows of a selection, without a total. */
  first(selection: Selection, scope: Scope, limit: number): Promise<Row[]>;
  /**
   * Counts rows by value, ordered by value, up to 1000 groups.
   * @throws TypeError for a column or filter that the entity lacks
   */
  count(query: GroupQuery, scope: Scope): Promise<GroupCounts[]>;
  /** Visits all rows of a selection in order, batch by batch. Waits for each visit. */
  each(
    selection: Selection,
    scope: Scope,
    batchSize: number,
    visit: (rows: Row[]) => void | Promise<void>,
  ): Promise<void>;
  /** Counts the rows of a selection, without the limit for records. */
  total(selection: Selection, scope: Scope): Promise<number>;
  get(id: number, scope: Scope): Promise<Row | undefined>;
  /** Returns the visible rows in the order of the ids. */
  pick(ids: readonly number[], scope: Scope): Promise<Row[]>;
  /**
   * Returns the visible rows and locks them against changes and deletion until the transaction ends. Rows of a view
   * are not locked.
   */
  lock(ids: readonly number[], scope: Scope): Promise<Row[]>;
  /** Returns why rows could not be added: duplicate values and invalid references of all rows. For imports. */
  problems(rows: readonly Row[], scope: Scope): Promise<Problem[]>;
  /**
   * Adds rows, all or none. Returns them in the same order.
   * @throws RowRefusal, BadValue
   */
  add(rows: readonly Row[], scope: Scope): Promise<Row[]>;
  /**
   * Changes the given fields. Returns the row; undefined if it is not visible.
   * @throws RowRefusal, BadValue
   */
  update(id: number, values: Row, scope: Scope): Promise<Row | undefined>;
  /** Gives rows that are locked the same values. @throws RowRefusal, BadValue */
  updateAll(ids: readonly number[], values: Row): Promise<void>;
  /**
   * Deletes the visible rows. Returns their number.
   * @throws ReferenceViolation
   */
  remove(ids: readonly number[], scope: Scope): Promise<number>;
}

/**
 * Creates the queries of an entity's table. Create it once per entity, not per call, because it caches the ends of
 * pages.
 * @param all configuration that declares the entity
 */
export const entityTable = (
  { db }: { readonly db: Database },
  declared: AnyEntity,
  all: Console,
): TableQueries => {
  return queriesOf(db, describeEntity(declared, all), all.wire);
};

const queriesOf = (connection: Database, entity: EntityTableInfo, names: FilterNames) => {
  const reader = createTableReader(entity, names);
  const on = (db: Database): TableQueries => ({
    on,
    asOf: (today) => queriesOf(db, { ...entity, today }, names),
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
    updateAll: (ids, values) => updateRows(db, entity, ids, values),
    remove: (ids, scope) => removeRows(db, entity, ids, scope),
  });
  return on(connection);
};
