import type { AnyEntity, AnyField, Console, Field } from '../../../config';
import { type FilterMode, schemaOf } from '../../../fields';
import { viaOf } from '../../../fields/ref/viaOf';
import { canonicalType, knownValues, partitionColumn, scopeColumn } from '../schema';

/** A stored field. */
export interface Column {
  readonly name: string;
  /** Canonical SQL type. */
  readonly type: string;
  readonly filter: FilterMode;
  readonly unique: boolean;
  /** Written but never read. */
  readonly secret: boolean;
  /** The table of its different values, where records are searched by a part of it. */
  readonly known?: string;
  /** The value of a new row that does not say. */
  readonly initial?: unknown;
}

/** Where rows are found and which of them a tenant sees. */
export interface Place {
  readonly entity: string;
  readonly table: string;
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
  readonly target: Place;
  /** How the joined target is called in SQL. */
  readonly alias: string;
}

/** A reference seen from its target. */
export interface Referrer {
  readonly entity: string;
  readonly table: string;
  readonly column: string;
  readonly scope?: string;
}

/** What SQL needs to know of an entity; every name that gets into SQL text comes from here. */
export interface Described extends Place {
  readonly columns: ReadonlyMap<string, Column>;
  readonly refs: readonly Ref[];
  readonly referrers: readonly Referrer[];
  /** The time of a record, ms since 1970. */
  readonly time?: string;
  /** What besides `id` is needed to find a row at once: the time, where the table is partitioned by it. */
  readonly partitionedBy?: string;
  /** The column that says to which organisation a new row belongs; for organisations, the one above. */
  readonly owner?: string;
  readonly sort?: readonly [string, 'ASC' | 'DESC'];
}

const fieldsOf = (entity: AnyEntity) =>
  Object.entries(entity.fields as Record<string, AnyField>).filter(([, { virtual }]) => !virtual);

const isRef = (field: AnyField) => field.kind === 'ref' || field.kind === 'refTree';

const placeOf = (entity: AnyEntity): Place => ({
  entity: entity.name,
  table: entity.table,
  scope: scopeColumn(entity),
});

const columnOf = (name: string, field: AnyField, known?: string): Column => ({
  name,
  type: canonicalType(schemaOf(field).sql(field as Field)),
  filter: schemaOf(field).filter,
  unique: Boolean(field.unique),
  secret: field.kind === 'password',
  known,
  initial: field.initial,
});

const refsOf = (entity: AnyEntity, all: readonly AnyEntity[]): Ref[] =>
  fieldsOf(entity)
    .filter(([, field]) => isRef(field))
    .map(([name, field], i) => {
      const target = all.find((other) => other.name === field.of);
      if (!target) throw new Error(`${entity.name}.${name} refers to no declared entity`);
      const via = viaOf((field as { readonly via?: string }).via, name);
      if (via in entity.fields)
        throw new Error(`${entity.name}.${name} needs another via: ${via} is a field itself`);
      const title = String(target.title);
      const { type } = columnOf(title, target.fields[title]);
      return { field: name, via, title, type, target: placeOf(target), alias: `r${i}` };
    });

/** What a view shows is kept elsewhere. */
const stored = (all: readonly AnyEntity[]) => all.filter(({ derived }) => !derived);

/** Every column anywhere that holds ids of this table, the hidden ones of the tenant included. */
const referrersOf = ({ table, scope }: AnyEntity, all: readonly AnyEntity[]): Referrer[] =>
  stored(all).flatMap((other) => {
    const refs = fieldsOf(other)
      .filter(([, field]) => isRef(field))
      .filter(([, field]) => all.some(({ name, table: at }) => name === field.of && at === table))
      .map(([name]) => name);
    const own = scopeColumn(other);
    const columns = scope === 'id' && own && own !== 'id' ? new Set([...refs, own]) : refs;
    return [...columns].map((column) => ({
      entity: other.name as string,
      table: other.table as string,
      column,
      scope: own,
    }));
  });

/**
 * Describes an entity for the statements of its table.
 * @throws Error for declarations that contradict each other
 */
export const describe = (entity: AnyEntity, { entities }: Console): Described => {
  const refs = refsOf(entity, entities);
  const place = placeOf(entity);
  const known = new Map(knownValues(entity).map(({ column, name }) => [column, name]));
  const above = refs.find(({ target }) => target.table === place.table)?.field;
  return {
    ...place,
    columns: new Map(
      fieldsOf(entity).map(([name, field]) => [name, columnOf(name, field, known.get(name))]),
    ),
    refs,
    referrers: referrersOf(entity, entities),
    time: entity.record && String(entity.record.time),
    partitionedBy: partitionColumn(entity),
    owner: place.scope === 'id' ? above : place.scope,
    sort: entity.sort,
  };
};
