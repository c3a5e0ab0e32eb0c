import type { Sql } from '../database';

/** A record as it travels: `id`, the stored fields by name and, for every reference, the title of its target. */
export type Row = Record<string, unknown>;

/** Who asks: the rows of this organisation and of all below it are there, others are not. */
export interface Scope {
  readonly orgId: number;
  /** Beyond the tenant's, what else keeps rows of the table `t` from who asks. */
  readonly within?: VisibleWhere;
}

/** A condition, and what tells it from others of the same entity and organisation. */
export interface VisibleWhere {
  readonly key: string;
  readonly where: Sql;
}

/** By any field, `id`, or the column that brings a reference's title. */
export interface Sort {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface Selection {
  /** Several in the order of their weight: each decides where those before it are equal. */
  readonly sort?: Sort | readonly Sort[];
  /**
   * By field as its kind filters: part of a text, a value or an array of values, `x_from` and `x_to` inclusive, `x_is`
   * for the very text. An array also names whole texts. `id` takes a number or an array. A list of references is found by any id it holds.
   * Null, undefined and '' do not narrow.
   */
  readonly filters: Readonly<Record<string, unknown>>;
}

/** What rows are counted by: a column's values, or the days of a time. */
export interface Grouping {
  readonly field: string;
  /** For a time: when each day began, and when the last one ended, ms since 1970, in order. */
  readonly days?: readonly number[];
}

export interface GroupQuery extends Pick<Selection, 'filters'> {
  readonly by: Grouping;
  readonly split?: Grouping;
}

/** So many rows have this value; of a time the ms at which the day begins. */
export interface GroupCounts {
  readonly value: unknown;
  readonly split?: unknown;
  readonly count: number;
}

export interface TableQuery extends Selection {
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
}

export interface ListAnswer {
  readonly list: Row[];
  /** Of records at most MAX_COUNTED_ROWS + 1, which means more. */
  readonly total: number;
}

/** So far the rows of records are counted: counting ten million takes longer than anybody wants to know it. */
export const MAX_COUNTED_ROWS = 10_000;
