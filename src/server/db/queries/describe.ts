import type { AnyEntity, AnyField, Console, Field, Fields } from '../../../config';
import {
  type FilterMode,
  isReference,
  isReferenceList,
  isSecret,
  schemaOf,
  titleColumn,
} from '../../../fields';
import { fieldsRead, formulaOf, isSelected } from '../../../fields/formulas';
import { lineEntity, linesOf } from '../../../fields/lines';
import { type Counter, countersOf } from '../schema/counters';
import { uniqueIndex } from '../schema/desiredTables';
import { distinctValueColumns } from '../schema/distinctValues';
import { quoteIdentifier } from '../schema/identifier';
import { linesSource, recomputedColumns, recomputeSql } from '../schema/lineColumns';
import {
  choiceColumns,
  columnType,
  LINE_COLUMNS,
  ownColumns,
  partitionColumn,
  scopeColumn,
  storedFields,
} from '../tables/columns';
import { answerSql, type ColumnOf } from '../tables/formula';
import { hasState, STATE_KEY, STATE_TABLE, stateColumnType } from '../tables/lockState';

interface Uniqueness {
  readonly index: string;
  /** Column within whose values the values are unique. */
  readonly within?: string;
  readonly caseless: boolean;
}

/** Column with the name of a lock: of the row itself, or of the table of locks, whose serial numbers are in `sn`. */
export interface LockName {
  readonly column: string;
  readonly locks?: Pick<ScopedTable, 'table' | 'scope'> & { readonly sn: string };
}

export interface ColumnInfo {
  readonly name: string;
  /** Canonical SQL type. */
  readonly type: string;
  readonly filter: FilterMode;
  /** Undefined if the column is not unique. */
  readonly unique?: Uniqueness;
  /** True if the column is in the table of the state. */
  readonly reported: boolean;
  /** True if the column is written but never read. */
  readonly secret: boolean;
  /** Table of its distinct values, if records are searched by a part of it. */
  readonly valuesTable?: string;
  /** True if an index by time has it as the first column. */
  readonly leads: boolean;
  /** Column with the name of the lock whose serial number it holds. */
  readonly lockName?: LockName;
  /** Value of a new row that does not set it. */
  readonly initial?: unknown;
  /** Formula of a value that is read with the row, of columns of `base`. */
  readonly selected?: { readonly sql: string; readonly reads: readonly string[] };
}

/** Table of an entity, with the column that limits its visibility. */
export interface ScopedTable {
  readonly entity: string;
  readonly table: string;
  /** True for a view. */
  readonly derived: boolean;
  /** Column with the organisation; undefined if all tenants share the rows. */
  readonly scope?: string;
}

/** Field that holds the id of another row. */
export interface Ref {
  readonly field: string;
  /** Output column with the target's title. */
  readonly via: string;
  readonly title: string;
  readonly type: string;
  readonly target: ScopedTable;
  /** SQL alias of the joined target. */
  readonly alias: string;
}

/** Field that holds the ids of several other rows. */
export interface ListRef {
  readonly field: string;
  /** Output column with the targets' titles. */
  readonly titles: string;
  readonly title: string;
  readonly target: ScopedTable;
}

/** Reference to a table, from the side of its target. */
export interface Referrer {
  readonly entity: string;
  readonly table: string;
  readonly column: string;
  /** True if the column holds a list of ids. */
  readonly list: boolean;
  readonly scope?: string;
}

/** Description of an entity for SQL. All names in SQL text come from here. */
export interface EntityTableInfo extends ScopedTable {
  readonly columns: ReadonlyMap<string, ColumnInfo>;
  /** Table with the reported columns, and its key: the id of the row that they belong to. */
  readonly state?: { readonly table: string; readonly key: string };
  readonly refs: readonly Ref[];
  readonly lists: readonly ListRef[];
  readonly referrers: readonly Referrer[];
  /** Column with the time of a record, epoch ms. */
  readonly time?: string;
  /** Partitioning column. Together with `id` it finds a row in one partition. */
  readonly partitionedBy?: string;
  /** Column with the organisation of a new row; for organisations the parent. */
  readonly owner?: string;
  readonly sort?: readonly [string, 'ASC' | 'DESC'];
  /** Day that rows depend on, `yyyy-MM-dd`; that of the server by default. */
  readonly today?: string;
  /** Counter of the records, if they are counted when they are written. */
  readonly counter?: Counter;
  /** Tables of lines. `scope` is their column with the organisation of the row. */
  readonly parts: readonly { readonly table: string; readonly scope?: string }[];
  /** Statement that computes the columns anew that depend on lines, without its condition. */
  readonly recompute?: string;
  /** True if its rows are lines, whose ids are kept when they are written again. */
  readonly isPart: boolean;
}

const scopedTableOf = (entity: AnyEntity): ScopedTable => ({
  entity: entity.name,
  table: entity.table,
  derived: entity.derived,
  scope: scopeColumn(entity),
});

const columnsOf = (entity: AnyEntity, all: readonly AnyEntity[]): ColumnInfo[] => {
  const valuesTables = new Map(
    distinctValueColumns(entity).map(({ column, name }) => [column, name]),
  );
  const leading = choiceColumns(entity);
  const selected = Object.entries(entity.fields as Fields).filter(([name]) =>
    isSelected(entity, name),
  );
  const columnOf = ([name, field]: readonly [string, AnyField]): ColumnInfo => ({
    name,
    type: columnType(field),
    filter: schemaOf(field).filter,
    unique: uniquenessOf(entity, name, all),
    reported: field.reported === true,
    secret: isSecret(field),
    valuesTable: valuesTables.get(name),
    leads: leading.includes(name),
    lockName: lockNameOf(field, all),
    initial: field.initial,
  });
  const ofLine = Object.values(LINE_COLUMNS).map(
    (name): ColumnInfo => ({
      name,
      type: 'bigint',
      filter: 'none',
      reported: false,
      secret: false,
      leads: false,
    }),
  );
  return [
    ...(entity.partOf === undefined ? [] : ofLine),
    ...storedFields(entity).map(columnOf),
    ...selected.map((each) => ({
      ...columnOf(each),
      selected: selectedSql(entity, each[0], all),
    })),
  ];
};

/** Returns the columns of rows for formulas. Other records are found by their ids. @param alias SQL alias of the rows */
export const formulaColumns = (
  entity: AnyEntity,
  all: readonly AnyEntity[],
  alias: string,
): ColumnOf => {
  const base = (column: string) => `${alias}.${quoteIdentifier(column)}`;
  const own = ownColumns(entity, base);
  return (field, reference) => {
    if (reference === undefined) return own(field);
    const target = targetOf(entity.fields[reference], all);
    const { reported } = target.fields[field];
    const [table, key] = reported ? [STATE_TABLE, STATE_KEY] : [target.table, 'id'];
    const value = `other.${quoteIdentifier(field)}`;
    return {
      sql: `(select ${value} from ${quoteIdentifier(table)} as other where other.${quoteIdentifier(key)} = ${base(reference)})`,
      type: reported ? stateColumnType(field) : columnType(target.fields[field]),
    };
  };
};

/** Returns the formula of a computed field that is read with the row. */
const selectedSql = (entity: AnyEntity, name: string, all: readonly AnyEntity[]) => {
  const formula = formulaOf(entity, name);
  const type = columnType(entity.fields[name]);
  const lines = linesSource(entity, 'base');
  const value = answerSql(formula, formulaColumns(entity, all, 'base'), type, lines);
  const isLines = (read: string) => lineEntity(entity.fields[read]) !== undefined;
  return { sql: value, reads: fieldsRead(formula).filter((read) => !isLines(read)) };
};

const lockNameOf = (field: AnyField, all: readonly AnyEntity[]): LockName | undefined => {
  const column = schemaOf(field).nameColumn?.(field as Field);
  if (column !== null) return column === undefined ? undefined : { column };
  const device = all.find(({ name }) => name === 'device');
  if (!device?.nameField) return undefined;
  return { column: device.nameField, locks: { ...scopedTableOf(device), sn: device.title } };
};

const uniquenessOf = (
  entity: AnyEntity,
  column: string,
  all: readonly AnyEntity[],
): Uniqueness | undefined => {
  const index = uniqueIndex(entity, column, all);
  return (
    index && {
      index: index.name,
      within: index.columns.length > 1 ? index.columns[0] : undefined,
      caseless: index.caseless !== undefined,
    }
  );
};

/** Returns the target of a reference, which the check of the configuration has found to be declared. */
const targetOf = ({ of }: AnyField, all: readonly AnyEntity[]): AnyEntity =>
  all.find(({ name }) => name === of) as AnyEntity;

const refsOf = (entity: AnyEntity, all: readonly AnyEntity[]): Ref[] =>
  storedFields(entity)
    .filter(([, field]) => isReference(field))
    .map(([name, field], i) => {
      const via = titleColumn(field, name) ?? name;
      const target = targetOf(field, all);
      const { title, fields } = target;
      const type = columnType(fields[title]);
      return { field: name, via, title, type, target: scopedTableOf(target), alias: `r${i}` };
    });

const listsOf = (entity: AnyEntity, all: readonly AnyEntity[]): ListRef[] =>
  storedFields(entity)
    .filter(([, field]) => isReferenceList(field))
    .map(([name, field]) => {
      const titles = titleColumn(field, name) ?? name;
      const target = targetOf(field, all);
      return { field: name, titles, title: target.title, target: scopedTableOf(target) };
    });

/** Excludes views, whose rows are stored in other tables. */
const stored = (all: readonly AnyEntity[]) => all.filter(({ derived }) => !derived);

/** Finds all columns that hold ids of this table, including the hidden ones of the tenant. */
const referrersOf = ({ table, scope }: AnyEntity, all: readonly AnyEntity[]): Referrer[] =>
  stored(all).flatMap((other) => {
    const own = scopeColumn(other);
    const columns = new Map(
      storedFields(other)
        .filter(([, field]) => isReference(field) || isReferenceList(field))
        .filter(([, field]) => all.some(({ name, table: at }) => name === field.of && at === table))
        .map(([name, field]) => [name, isReferenceList(field)]),
    );
    // Lines go with their record, which counts.
    if (scope === 'id' && own && own !== 'id' && other.partOf === undefined)
      columns.set(own, false);
    return [...columns].map(([column, list]) => ({
      entity: other.name as string,
      table: other.table as string,
      column,
      list,
      scope: own,
    }));
  });

export const describeEntity = (entity: AnyEntity, { entities }: Console): EntityTableInfo => {
  const recomputed = recomputedColumns(entity);
  const refs = refsOf(entity, entities);
  const place = scopedTableOf(entity);
  const above = refs.find(({ target }) => target.table === place.table)?.field;
  return {
    ...place,
    columns: new Map(columnsOf(entity, entities).map((column) => [column.name, column])),
    ...(hasState(entity) && { state: { table: STATE_TABLE, key: STATE_KEY } }),
    refs,
    lists: listsOf(entity, entities),
    referrers: referrersOf(entity, entities),
    time: entity.record && String(entity.record.time),
    partitionedBy: partitionColumn(entity),
    owner: place.scope === 'id' ? above : place.scope,
    sort: entity.sort,
    parts: linesOf(entity).map(([, part]) => ({ table: part.table, scope: scopeColumn(part) })),
    recompute: recomputed.length > 0 ? recomputeSql(entity, recomputed) : undefined,
    isPart: entity.partOf !== undefined,
    counter: entity.derived
      ? undefined
      : countersOf(entities).find(({ table }) => table === place.table),
  };
};
