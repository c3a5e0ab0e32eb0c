import type { Label } from '../domain/label';
import type { FieldSlots } from './slot';
import { sourceMark } from './source';

/** Record as sent by the server. The field of a name determines the type of its value. */
export type Row = Readonly<Record<string, unknown>>;

/** Returns true for '', null and undefined: an empty input holds '' or null, a record without the field undefined. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '';

export const fieldUses = ['list', 'filter', 'create', 'edit', 'show', 'export', 'import'] as const;

/** Uses of a field that only the server writes; lists can be filtered by the second. */
export const readViews = ['list', 'show', 'export'] as const;
export const reportedViews = [...readViews, 'filter'] as const;

/** View or operation in which a field appears. */
export type FieldUse = (typeof fieldUses)[number];

/**
 * Registry of field kinds. Each kind adds its options, its value and optionally its subject by declaration merging from
 * `fields/kinds/<kind>.schema.ts`. The subject is the second argument of the builder: the table of a choice, the entity
 * of a reference. With `references: true` the compiler checks that the entity is declared. `O` is the type of the
 * options in a declaration, so that the value type can depend on them.
 */
export interface FieldKinds<O = unknown> {
  /** Placeholder that keeps the interface extensible and `O` used. Never declared as a kind. */
  __never: { options: object; value: O };
}

export type Kind = Exclude<keyof FieldKinds, '__never'>;

/** Condition on a number: greater than `above`. */
export interface GreaterThan {
  readonly above: number;
}

/** Condition on a value: one of a list or, for a number or decimal text, a lower bound. */
export type Condition<V = unknown> =
  | readonly V[]
  | (V extends number | `${number}` ? GreaterThan : never);

/** Options of every kind. */
export interface FieldOptions {
  /** Must have a value on create and edit. */
  required?: boolean;
  /** Unique in the table or, with `org`, within its organisation. */
  unique?: boolean | 'org';
  /** Error if a record outside the caller's scope has the value. It must not reveal the owner. */
  takenMessage?: Label;
  /**
   * `superior` reserves changes for organisations above the record's own, which sells it the service. The root
   * organisation has none above it and may change its own.
   */
  changedBy?: 'superior';
  /** Views in which the field appears; by default all that suit its kind. */
  on?: readonly FieldUse[];
  /** Can be set on create and never changed afterwards. */
  fixed?: boolean;
  /** Can be edited in the list cell, by the pencil or F2. */
  inline?: boolean;
  /** Help text under the input. */
  help?: Label;
  /** Show `help` only while each named input has one of these values, or a number above the bound. */
  helpWhen?: Readonly<Record<string, Condition<string | number | boolean>>>;
  /** Label of the empty value, as in `['As above', '沿用上级']`. A switch then has a third state. */
  unset?: Label;
  /** Default value for a new record. */
  initial?: string | number | boolean;
  /**
   * The server creates an index for filters and for sorting, and of a text also one for filters by a part of it. Not for
   * a value that changes with every report.
   */
  indexed?: boolean;
  /**
   * The lock reports the value and no form has it. It is stored in the table `device_state` beside `device`, so that
   * a report changes no row that operators edit. For fields of the entity `device` only.
   */
  reported?: boolean;
  /** Has no column; the server's rules of the entity read and write it. */
  virtual?: boolean;
  /** Former name. At its next start our server renames the column, which keeps its values. */
  was?: string;
  /** Components that replace the field's own in a view. */
  slots?: FieldSlots;
  /** Show the input only if each named input has one of these values, or a number above the bound. */
  when?: Readonly<Record<string, Condition<string | number | boolean>>>;
}

export type OptionsOf<K extends Kind> = FieldKinds[K] extends { options: infer O } ? O : object;
export type SubjectOf<K extends Kind> = FieldKinds[K] extends { subject: infer S } ? S : never;
type ValueFor<K extends Kind, O> = FieldKinds<O>[K] extends { value: infer V } ? V : unknown;

/**
 * Storage of a field: no column, a nullable column, one with a default, one that every row fills, or a column of the
 * state that the lock reports.
 */
export type Stored = 'no' | 'nullable' | 'default' | 'always' | 'reported';

/** Derives the storage from the options, as the server creates the column. */
type StoredBy<O> = O extends { virtual: true } | { columns: readonly string[] }
  ? 'no'
  : O extends { reported: true }
    ? 'reported'
    : O extends { required: true }
      ? O extends { when: object }
        ? 'nullable'
        : O extends { initial: string | number | boolean }
          ? 'default'
          : 'always'
      : 'nullable';

/** Declared field. `_value` and `_stored` exist for the compiler only. */
export type Field<
  K extends Kind = Kind,
  V = unknown,
  R extends boolean = boolean,
  S = SubjectOf<K>,
  T extends Stored = Stored,
> = {
  readonly kind: K;
  readonly label: Label;
  readonly required: R;
  /** Second argument of the builder, if the kind has a subject. */
  readonly of: S;
  readonly _value?: V;
  readonly _stored?: T;
} & Omit<FieldOptions, 'required'> &
  OptionsOf<K>;

// biome-ignore lint/suspicious/noExplicitAny: a record of fields of any kind and value; narrower types break inference.
export type AnyField = Field<any, any, any, any, any>;
export type Fields = Readonly<Record<string, AnyField>>;

type Required<O> = O extends { required: true } ? true : false;
type OptionsFor<K extends Kind> = FieldOptions & OptionsOf<K>;

/** Signature of a builder: `f.text(label, options)` or, with a subject, `f.ref(label, 'org', options)`. */
type Builder<K extends Kind> = [SubjectOf<K>] extends [never]
  ? <const O extends OptionsFor<K> = OptionsFor<K>>(
      label: Label,
      options?: O & Exact<O, OptionsFor<K>>,
    ) => Field<K, ValueFor<K, O>, Required<O>, SubjectOf<K>, StoredBy<O>>
  : <const S extends SubjectOf<K>, const O extends OptionsFor<K> = OptionsFor<K>>(
      label: Label,
      subject: S,
      options?: O & Exact<O, OptionsFor<K>>,
    ) => Field<K, ValueFor<K, O & { of: S }>, Required<O>, S, StoredBy<O>>;

/** Makes options that the kind does not have a type error. */
type Exact<O, Allowed> = { readonly [P in Exclude<keyof O, keyof Allowed>]: never };

const build =
  (kind: string) =>
  (label: Label, ...rest: readonly unknown[]) => {
    // An entity is a subject too: no options have `fields`.
    const [first] = rest;
    const hasSubject =
      typeof first === 'string' || Array.isArray(first) || Object.hasOwn(Object(first), 'fields');
    const [subject, options] = hasSubject ? rest : [undefined, rest[0]];
    return { ...sourceMark(), required: false, ...(options as object), kind, label, of: subject };
  };

/** Field builders, one per kind: `f.text(['SN', '设备号'], { required: true })`. */
export const f = new Proxy({} as { readonly [K in Kind]: Builder<K> }, {
  get: (_, kind: string) => build(kind),
});

export type FieldValue<F> = F extends { readonly _value?: infer V } ? NonNullable<V> : never;
type Simplify<T> = { [K in keyof T]: T[K] } & {};

/** Record type inferred from the fields. */
export type RecordOf<F extends Fields> = Simplify<
  { id: number } & {
    [K in keyof F as F[K]['required'] extends true ? K : never]: FieldValue<F[K]>;
  } & { [K in keyof F as F[K]['required'] extends true ? never : K]?: FieldValue<F[K]> | null }
>;

/** True if the field appears in the view. Without `on` it appears in all. */
export const appearsIn = (field: AnyField, view: FieldUse): boolean =>
  !field.on || field.on.includes(view);
