import type { Label } from '../domain/label';
import type { FieldSlots } from './slot';
import { sourceMark } from './source';

/** A record as it travels: what is under a name is known by the field of that name. */
export type Row = Readonly<Record<string, unknown>>;

/** Whether a value is nothing: an empty input holds '' or null, a record that lacks the field undefined. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '';

/** Where a field takes part. */
export type FieldUse = 'list' | 'filter' | 'create' | 'edit' | 'show' | 'export' | 'import';

/**
 * The open world of field kinds: kind to its options, its value and, for some, its subject (the second argument of
 * the builder: the table of a choice, the entity of a reference; `references: true` makes the compiler look whether
 * that entity is declared). A kind adds itself here by declaration merging from `fields/<kind>/schema.ts`. `O` is the options a declaration really gave, so that a value can depend on them.
 */
export interface FieldKinds<O = unknown> {
  /** Never declared: it keeps the interface open and the parameter used. */
  __never: { options: object; value: O };
}

export type Kind = Exclude<keyof FieldKinds, '__never'>;

/** What a number must be more than. */
export interface GreaterThan {
  readonly above: number;
}

/** What a value must be: one of those listed or, for a number, more than another. */
export type Condition<V = unknown> = readonly V[] | (V extends number ? GreaterThan : never);

/** What every kind understands. */
export interface FieldOptions {
  /** Must be given on create and edit. */
  required?: boolean;
  /** No two records may have the same value: of the whole table or, with `org`, of one organisation. */
  unique?: boolean | 'org';
  /** Error for a value that a record out of the reader's sight has, so that it does not reveal whose it is. */
  takenMessage?: Label;
  /**
   * Who may set it: `superior` is an organisation above the record's own, for what is bought of it. The organisation
   * above all others has none above it and may set its own.
   */
  changedBy?: 'superior';
  /** Where the field takes part; default everywhere its kind makes sense. */
  on?: readonly FieldUse[];
  /** Can be set when the record is made, never changed afterwards. */
  fixed?: boolean;
  /** May be edited in its cell of a list, by the pencil or F2. */
  inline?: boolean;
  /** A sentence under the input. */
  help?: Label;
  /** What it means that there is no value: `['As above', '沿用上级']`. A switch then has a third position. */
  unset?: Label;
  /** The value of a new record that does not say. */
  initial?: string | number | boolean;
  /** The server keeps an index on it. */
  indexed?: boolean;
  /** No column of the table: the server's rules for the entity take it and give it. */
  virtual?: boolean;
  /** What it was called before: its column, on our own server, is renamed at the next start and keeps its values. */
  was?: string;
  /** Components that take its place in a screen. */
  slots?: FieldSlots;
  /** Asked for only while the named inputs have one of these values, or a number above this one. */
  when?: Readonly<Record<string, Condition<string | number | boolean>>>;
}

type OptionsOf<K extends Kind> = FieldKinds[K] extends { options: infer O } ? O : object;
type SubjectOf<K extends Kind> = FieldKinds[K] extends { subject: infer S } ? S : never;
type ValueFor<K extends Kind, O> = FieldKinds<O>[K] extends { value: infer V } ? V : unknown;

/** A declared field. `_value` exists for the compiler only. */
export type Field<
  K extends Kind = Kind,
  V = unknown,
  R extends boolean = boolean,
  S = SubjectOf<K>,
> = {
  readonly kind: K;
  readonly label: Label;
  readonly required: R;
  /** The builder's second argument, where the kind has one. */
  readonly of: S;
  readonly _value?: V;
} & Omit<FieldOptions, 'required'> &
  OptionsOf<K>;

// biome-ignore lint/suspicious/noExplicitAny: a record of fields of any kind and value; narrower types break inference.
export type AnyField = Field<any, any, any, any>;
export type Fields = Readonly<Record<string, AnyField>>;

type Required<O> = O extends { required: true } ? true : false;
type OptionsFor<K extends Kind> = FieldOptions & OptionsOf<K>;

/** How a kind is written in a declaration: `f.text(label, options)` or, with a subject, `f.ref(label, 'org', options)`. */
type Builder<K extends Kind> = [SubjectOf<K>] extends [never]
  ? <const O extends OptionsFor<K> = OptionsFor<K>>(
      label: Label,
      options?: O & Exact<O, OptionsFor<K>>,
    ) => Field<K, ValueFor<K, O>, Required<O>>
  : <const S extends SubjectOf<K>, const O extends OptionsFor<K> = OptionsFor<K>>(
      label: Label,
      subject: S,
      options?: O & Exact<O, OptionsFor<K>>,
    ) => Field<K, ValueFor<K, O & { of: S }>, Required<O>, S>;

/** Refuses options that the kind does not have. */
type Exact<O, Allowed> = { readonly [P in Exclude<keyof O, keyof Allowed>]: never };

const build =
  (kind: string) =>
  (label: Label, ...rest: readonly unknown[]) => {
    const hasSubject = typeof rest[0] === 'string' || Array.isArray(rest[0]);
    const [subject, options] = hasSubject ? rest : [undefined, rest[0]];
    return { ...sourceMark(), required: false, ...(options as object), kind, label, of: subject };
  };

/** The field builders, one per kind: `f.text(['SN', '设备号'], { required: true })`. */
export const f = new Proxy({} as { readonly [K in Kind]: Builder<K> }, {
  get: (_, kind: string) => build(kind),
});

type ValueOf<F> = F extends { readonly _value?: infer V } ? NonNullable<V> : never;
type Simplify<T> = { [K in keyof T]: T[K] } & {};

/** The value a field holds. */
export type FieldValue<F> = ValueOf<F>;

/** The record type of a set of fields; no generated code. */
export type RecordOf<F extends Fields> = Simplify<
  { id: number } & {
    [K in keyof F as F[K]['required'] extends true ? K : never]: ValueOf<F[K]>;
  } & { [K in keyof F as F[K]['required'] extends true ? never : K]?: ValueOf<F[K]> | null }
>;

/** Whether a field takes part in a view; without a list it does everywhere. */
export const appearsIn = (field: AnyField, view: FieldUse): boolean =>
  !field.on || field.on.includes(view);
