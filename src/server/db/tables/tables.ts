import type { ColumnType, RawBuilder } from 'kysely';
import type { Field, Fields, Storage } from '../../../config';
import type * as resources from '../../../resources';
import type { OwnColumn } from './ownColumn';
import type { addedColumns, ownTables } from './ownTables';

/** Value for a JSON column, made by `json`. pg would send a bare list as an array of PostgreSQL. */
export type JsonText<V> = RawBuilder<V> & { readonly _json?: V };

/** Kinds of fields whose columns hold JSON. A test compares them with the schemas of the fields. */
export const JSON_KINDS = ['geometry', 'grants', 'json', 'lines', 'lngLat', 'weekTimes'] as const;

type JsonKind = (typeof JSON_KINDS)[number];

/** Storage of a field. A declaration may give a condition to a field that it takes from a command. */
type StoredOf<F> =
  F extends Field<infer _K, infer _V, infer _R, infer _S, infer T>
    ? F extends { readonly when: object }
      ? 'nullable'
      : T
    : never;
type ValueOf<F> = F extends { readonly _value?: infer V } ? ReadonlyList<NonNullable<V>> : never;
type ReadonlyList<V> = V extends readonly (infer E)[] ? readonly E[] : V;

/** True if a field refers to its own entity. Kinds without a target have `never`. */
type IsOwnParent<F, N> = F extends { readonly of: infer O }
  ? [O] extends [never]
    ? false
    : O extends N
      ? true
      : false
  : false;

/** Column by the value read, by whether an insert may omit it, and by whether it holds JSON. */
type ColumnOf<V, Optional, Json> = Json extends true
  ? ColumnType<
      V,
      JsonText<NonNullable<V>> | OrNull<V> | (Optional extends true ? undefined : never),
      JsonText<NonNullable<V>> | OrNull<V>
    >
  : ColumnType<V, Optional extends true ? V | undefined : V, V>;

type OrNull<V> = Extract<V, null>;

/** Column of a field. The root of a tree has no parent. */
type FieldColumn<F, N> =
  IsOwnParent<F, N> extends true
    ? ColumnOf<ValueOf<F> | null, true, false>
    : ColumnOf<
        StoredOf<F> extends 'always' | 'default' ? ValueOf<F> : ValueOf<F> | null,
        StoredOf<F> extends 'always' ? false : true,
        F extends { readonly kind: JsonKind } ? true : false
      >;

type FieldColumns<F extends Fields, N> = {
  [K in keyof F as StoredOf<F[K]> extends 'no' | 'reported' ? never : K]: FieldColumn<F[K], N>;
};

/** Organisation column of an entity that declares none. Records may have no organisation. */
type HiddenScope<F, S extends Storage> = S['scope'] extends 'shared' | 'id' | keyof F
  ? unknown
  : S['record'] extends undefined
    ? { [K in S['scope']]: number }
    : { [K in S['scope']]: ColumnType<number | null, number | null | undefined, number | null> };

/** Time of a record. Never null if the table is partitioned by it. */
type RecordTime<S extends Storage> = S['record'] extends { readonly time: infer T extends string }
  ? S['record'] extends { readonly updated: true }
    ? unknown
    : { [K in T]: number }
  : unknown;

type ReadValue<C> = C extends ColumnType<infer V, infer _I, infer _U> ? V : C;

/** Columns of a view, which is never written. */
type ReadOnly<C> = { [K in keyof C]: ColumnType<ReadValue<C[K]>, never, never> };

type Id = { id: ColumnType<number, number | undefined, never> };

type TableOf<N, F extends Fields, S extends Storage> = S['derived'] extends true
  ? ReadOnly<Id & HiddenScope<F, S> & FieldColumns<F, N>>
  : Id & HiddenScope<F, S> & Omit<FieldColumns<F, N>, keyof RecordTime<S>> & RecordTime<S>;

interface Declared {
  readonly name: string;
  readonly fields: Fields;
  readonly _storage?: Storage;
}

type Resource = Extract<(typeof resources)[keyof typeof resources], Declared>;

type DeclaredTables = {
  [E in Resource as NonNullable<E['_storage']>['table']]: TableOf<
    E['name'],
    E['fields'],
    NonNullable<E['_storage']>
  >;
};

type OwnColumnType<C> =
  C extends OwnColumn<infer V, infer D, infer T>
    ? ColumnOf<V, D, T extends 'jsonb' ? true : false>
    : never;
type OwnTable<T> = { [K in keyof T]: OwnColumnType<T[K]> };

type Added = typeof addedColumns;
type Own = typeof ownTables;
type LockFields = typeof resources.device.fields;

/** Declared fields narrow the values of the state, as `status` to its choices. */
type StateTable = {
  [K in keyof Own['device_state']]: K extends keyof LockFields
    ? Own['device_state'][K] extends OwnColumn<infer V, infer D>
      ? ColumnOf<ValueOf<LockFields[K]> | OrNull<V>, D, false>
      : never
    : OwnColumnType<Own['device_state'][K]>;
};

type Flat<T> = { [K in keyof T]: T[K] };

/** Tables and views of the shipped declarations, and the server's own tables. */
export type Tables = {
  [N in keyof DeclaredTables]: Flat<
    DeclaredTables[N] & (N extends keyof Added ? OwnTable<Added[N]> : unknown)
  >;
} & { [N in keyof Own]: N extends 'device_state' ? StateTable : OwnTable<Own[N]> };

export type TableName = keyof Tables & string;

export type RowOf<T extends TableName> = {
  readonly [K in keyof Tables[T]]: ReadValue<Tables[T][K]>;
};

export type ColumnName<T extends TableName> = keyof Tables[T] & string;
