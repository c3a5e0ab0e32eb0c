import type { KnownValues } from './knownValues';

/** A column that a declaration asks for; the type is canonical. */
export interface ColumnShape {
  readonly name: string;
  readonly type: string;
  /** For new tables only: an old one may hold rows without a value. */
  readonly required: boolean;
  /** An SQL constant. */
  readonly initial?: string;
}

export interface IndexShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** Columns that it holds besides, so that what is counted by them is not looked up in the table. */
  readonly including?: readonly string[];
  /** The name of an index that it makes needless. */
  readonly insteadOf?: string;
  /** Where it is no tree of sorted values. */
  readonly method?: 'gin';
}

export interface ForeignKeyShape {
  readonly name: string;
  readonly column: string;
  readonly target: string;
}

/** A table that declarations ask for, besides its key `id`. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly ColumnShape[];
  readonly indexes: readonly IndexShape[];
  readonly foreignKeys: readonly ForeignKeyShape[];
  readonly known: readonly KnownValues[];
  /** The column by whose months the table is partitioned. */
  readonly partitionedBy?: string;
}
