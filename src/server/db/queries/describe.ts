import type { AnyEntity, AnyField, Console, Field } from '../../../config';
import {
  type FilterMode,
  isReference,
  isReferenceList,
  isSecret,
  schemaOf,
  titleColumn,
} from '../../../fields';
import { type Counter, countersOf } from '../counters';
import {
  canonicalType,
  choiceColumns,
  distinctValueColumns,
  partitionColumn,
  scopeColumn,
  storedFields,
  uniqueIndex,
} from '../schema';

/** What keeps the values of a column unique. */
interface Uniqueness {
  readonly index: string;
  /** The column within whose values they are. */
  readonly within?: string;
  readonly caseless: boolean;
}

/** A stored field. */
export interface ColumnInfo {
  readonly name: string;
  /** Canonical SQL type. */
  readonly type: string;
  readonly filter: FilterMode;
  /** How it is unique, where it is. */
  readonly unique?: Uniqueness;
  /** Written but never read. */
  readonly secret: boolean;
  /** Table of its distinct values, if records are searched by a part of it. */
  readonly valuesTable?: string;
  /** Whether an index by time is led by it. */
  readonly leads: boolean;
  /** The value of a new row that does not say. */
  readonly initial?: unknown;
}

/** Where rows are found and which of them a tenant sees. */
export interface ScopedTable {
  readonly entity: string;
  readonly table: string;
  /** Rows of a view, which are made from those of other tables. */
  readonly derived: boolean;
  /** The column that holds the organisation; undefined for what all tenants share. */
  readonly scope?: string;
}

/** A field that holds the id of another row. */
export interface Ref {
  readonly field: string;
  /** The column that brings the target's title, and that title's own name and type. */
  readonly via: string;
  readonly title: string;
  readonly type: string;
  readonly target: ScopedTable;
  /** How the joined target is called in SQL. */
  readonly alias: string;
}

/** A field that holds the ids of several other rows. */
export interface ListRef {
  readonly field: string;
  /** The column that brings the targets' titles, and what the title itself is called. */
  readonly titles: string;
  readonly title: string;
  readonly target: ScopedTable;
}

/** A reference seen from its target. */
export interface Referrer {
  readonly entity: string;
  readonly table: string;
  readonly column: string;
  /** Whether the column holds a list of ids. */
  readonly list: boolean;
  readonly scope?: string;
}

/** What SQL needs to know of an entity; every name that gets into SQL text comes from here. */
export interface EntityTableInfo extends ScopedTable {
  readonly columns: ReadonlyMap<string, ColumnInfo>;
  readonly refs: readonly Ref[];
  readonly lists: readonly ListRef[];
  readonly referrers: readonly Referrer[];
  /** The time of a record, ms since 1970. */
  readonly time?: string;
  /** What besides `id` is needed to find a row at once: the time, where the table is partitioned by it. */
  readonly partitionedBy?: string;
  /** The column that says to which organisation a new row belongs; for organisations, the one above. */
  readonly owner?: string;
  readonly sort?: readonly [string, 'ASC' | 'DESC'];
  /** How its records are counted as they are written. */
  readonly counter?: Counter;
}

const scopedTableOf = (entity: AnyEntity): ScopedTable => ({
  entity: entity.name,
  table: entity.table,
  derived: entity.derived,
  scope: scopeColumn(entity),
});

const columnOf = (
  name: string,
  field: AnyField,
  {
    valuesTable,
    leads = false,
    unique,
  }: Partial<Pick<ColumnInfo, 'valuesTable' | 'leads' | 'unique'>> = {},
): ColumnInfo => ({
  name,
  type: canonicalType(schemaOf(field).sql(field as Field)),
  filter: schemaOf(field).filter,
  unique,
  secret: isSecret(field),
  valuesTable,
  leads,
  initial: field.initial,
});

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

/** What a field refers to, and under which name its title comes along. */
const targetOf = (
  entity: AnyEntity,
  [name, field]: [string, AnyField],
  { all, via }: { all: readonly AnyEntity[]; via: string },
) => {
  const target = all.find((other) => other.name === field.of);
  if (!target) throw new Error(`${entity.name}.${name} refers to no declared entity`);
  if (via in entity.fields)
    throw new Error(`${entity.name}.${name} needs another via: ${via} is a field itself`);
  return { title: String(target.title), target };
};

const refsOf = (entity: AnyEntity, all: readonly AnyEntity[]): Ref[] =>
  storedFields(entity)
    .filter(([, field]) => isReference(field))
    .map(([name, field], i) => {
      const via = titleColumn(field, name) ?? name;
      const { title, target } = targetOf(entity, [name, field], { all, via });
      const { type } = columnOf(title, target.fields[title]);
      return { field: name, via, title, type, target: scopedTableOf(target), alias: `r${i}` };
    });

const listsOf = (entity: AnyEntity, all: readonly AnyEntity[]): ListRef[] =>
  storedFields(entity)
    .filter(([, field]) => isReferenceList(field))
    .map(([name, field]) => {
      const titles = titleColumn(field, name) ?? name;
      const { title, target } = targetOf(entity, [name, field], { all, via: titles });
      return { field: name, titles, title, target: scopedTableOf(target) };
    });

/** What a view shows is kept elsewhere. */
const stored = (all: readonly AnyEntity[]) => all.filter(({ derived }) => !derived);

/** Every column anywhere that holds ids of this table, the hidden ones of the tenant included. */
const referrersOf = ({ table, scope }: AnyEntity, all: readonly AnyEntity[]): Referrer[] =>
  stored(all).flatMap((other) => {
    const own = scopeColumn(other);
    const columns = new Map(
      storedFields(other)
        .filter(([, field]) => isReference(field) || isReferenceList(field))
        .filter(([, field]) => all.some(({ name, table: at }) => name === field.of && at === table))
        .map(([name, field]) => [name, isReferenceList(field)]),
    );
    if (scope === 'id' && own && own !== 'id') columns.set(own, false);
    return [...columns].map(([column, list]) => ({
      entity: other.name as string,
      table: other.table as string,
      column,
      list,
      scope: own,
    }));
  });

/**
 * Describes an entity for the statements of its table.
 * @throws Error for declarations that contradict each other
 */
export const describeEntity = (entity: AnyEntity, { entities }: Console): EntityTableInfo => {
  const refs = refsOf(entity, entities);
  const place = scopedTableOf(entity);
  const valuesTables = new Map(
    distinctValueColumns(entity).map(({ column, name }) => [column, name]),
  );
  const leading = new Set(choiceColumns(entity));
  const above = refs.find(({ target }) => target.table === place.table)?.field;
  return {
    ...place,
    columns: new Map(
      storedFields(entity).map(([name, field]) => [
        name,
        columnOf(name, field, {
          valuesTable: valuesTables.get(name),
          leads: leading.has(name),
          unique: uniquenessOf(entity, name, entities),
        }),
      ]),
    ),
    refs,
    lists: listsOf(entity, entities),
    referrers: referrersOf(entity, entities),
    time: entity.record && String(entity.record.time),
    partitionedBy: partitionColumn(entity),
    owner: place.scope === 'id' ? above : place.scope,
    sort: entity.sort,
    counter: entity.derived
      ? undefined
      : countersOf(entities).find(({ table }) => table === place.table),
  };
};
