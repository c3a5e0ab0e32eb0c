/** Column that no declaration has. `_value` exists for the compiler only. */
export interface OwnColumn<V = unknown, D extends boolean = boolean, T extends string = string> {
  readonly type: T;
  readonly nullable: boolean;
  /** True if an insert may omit it: it is nullable or has a default. */
  readonly optional: D;
  /** Default as an SQL constant, if the planner creates the column. Other defaults are in the migrations. */
  readonly initial?: string;
  readonly _value?: V;
}

export type OwnColumns = Readonly<Record<string, OwnColumn>>;

const column =
  <V>() =>
  <const T extends string>(type: T): OwnColumn<V, false, T> => ({
    type,
    nullable: false,
    optional: false,
  });

export const text = column<string>()('text');
export const varchar = (size: number) => column<string>()(`varchar(${size})`);
export const bigint = column<number>()('bigint');
export const bigints = column<readonly number[]>()('bigint[]');
export const texts = column<readonly string[]>()('text[]');
export const integer = column<number>()('integer');
export const smallint = column<number>()('smallint');
export const real = column<number>()('real');
export const double = column<number>()('double precision');
export const boolean = column<boolean>()('boolean');
export const bytea = column<Buffer>()('bytea');
export const uuid = column<string>()('uuid');
/** Transaction id. PostgreSQL sends it as text, because it may be beyond 2^53. */
export const xid8 = column<string>()('xid8');
export const json = <V = unknown>() => column<V>()('jsonb');
export const textOf = <V extends string>() => column<V>()('text');
export const smallintOf = <V extends number>() => column<V>()('smallint');

export const orNull = <V, T extends string>({
  type,
}: OwnColumn<V, boolean, T>): OwnColumn<V | null, true, T> => ({
  type,
  nullable: true,
  optional: true,
});

/** Gives a column a default. */
export const filled = <V, T extends string>(
  { type }: OwnColumn<V, boolean, T>,
  initial?: string,
): OwnColumn<V, true, T> => ({
  type,
  nullable: false,
  optional: true,
  ...(initial !== undefined && { initial }),
});
