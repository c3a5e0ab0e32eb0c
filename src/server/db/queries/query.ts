import type { Sql } from '../sql/database';

/** Record as sent to clients: `id`, the stored fields and, for every reference, the title of its target. */
export type Row = Record<string, unknown>;

/** Rows visible to the caller: those of an organisation and of all below it. */
export interface Scope {
  readonly orgId: number;
  /** Further restriction of an entity's rows, by its name: of those that are read, and of those they refer to. */
  readonly within?: (entity: string) => VisibleWhere | undefined;
}

/** Condition on the table `t`, with a key that distinguishes it from others of the same entity and organisation. */
export interface VisibleWhere {
  readonly key: string;
  readonly where: Sql;
}

/** Sort by a field, `id`, or the title column of a reference. */
export interface Sort {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface Selection {
  /** In order of priority: each one sorts the rows that are equal in those before. */
  readonly sort?: Sort | readonly Sort[];
  /**
   * By field, according to its type: part of a text, a value or an array of values, `x_from` and `x_to` inclusive,
   * `x_is` for the exact text. Of a text, an array also means exact ones. `id` takes a number or an array. A
   * reference list matches if it holds any of the ids. Null, undefined and '' are ignored.
   */
  readonly filters: Readonly<Record<string, unknown>>;
}

/** Column to count by: its values, or the days of a time. */
export interface Grouping {
  readonly field: string;
  /** For a time: start of each day and end of the last one, epoch ms, ascending. */
  readonly days?: readonly number[];
}

export interface GroupQuery extends Pick<Selection, 'filters'> {
  readonly by: Grouping;
  readonly split?: Grouping;
}

/** Number of rows with a value. For days the value is the start of the day, epoch ms. */
export interface GroupCounts {
  readonly value: unknown;
  readonly split?: unknown;
  readonly count: number;
}

export interface TableQuery extends Selection {
  /** Starts at 1. */
  readonly page: number;
  readonly pageSize: number;
  /** True if the total may be some seconds old: for showing it, not for acting on it. */
  readonly recentTotal?: boolean;
}

export interface ListAnswer {
  readonly list: Row[];
  readonly total: number;
  /** Limit of the count, if it was reached: there are more rows than this, and maybe more than `total`. */
  readonly countedTo?: number;
}

/** Limit of counting records. Counting ten million would take too long. */
export const MAX_COUNTED_ROWS = 10_000;

/** Limit of counting rows by a part of a text that no index finds. Counting reads all rows until it is reached. */
export const MAX_COUNTED_PARTS = 1_000;
