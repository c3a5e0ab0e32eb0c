import type { Padding } from '../domain/system';

/** The form of the sign; what a customer's server may do otherwise. */
export interface SignForm {
  readonly secretMode?: 'key' | 'append' | 'prefix';
  readonly keyName?: string;
  readonly joiner?: string;
  readonly nested?: 'json' | 'sorted' | 'skip';
  readonly letterCase?: 'upper' | 'lower';
}

/** Names and forms of a call that differ between back ends. */
export interface Wire {
  readonly pageNum: string;
  readonly pageSize: string;
  readonly sortField: string;
  readonly sortOrder: string;
  readonly ascending: string;
  readonly descending: string;
  /** Suffixes of a range filter. */
  readonly from: string;
  readonly to: string;
  /**
   * Suffix of the filter that a text must equal: by its own name part of it is enough. '' for a server that knows none;
   * rows of its that are not meant are then left out by the console.
   */
  readonly exact: string;
  /**
   * What a filter by a reference sends: the keys of the chosen records under the field's name, or their titles under the name
   * of the column that rows bring them in (`via`), for a server whose rows know no keys of others.
   */
  readonly references: 'id' | 'title';
  /** Where a list answer keeps its rows and its count. */
  readonly list: string;
  readonly total: string;
  /** The key of a record, one and many. */
  readonly id: string;
  readonly ids: string;
  /** Where an update tells what the changed fields were, so that a change by somebody else is noticed; '' for never. */
  readonly before: string;
  /** The column in which a row tells what cannot be done with it and why, by verb; '' for never. */
  readonly kept: string;
  /** What joins the fields and the orders of a list sorted by several; '' where a server sorts by one only. */
  readonly sortJoiner: string;
  /**
   * True if lists are narrowed by their filters. A server that says so in getAuth, as ours does, needs no declaration.
   * Otherwise a view has no count: the total may be that of the whole list.
   */
  readonly filters: boolean;
  /** Whether exports run as jobs that are asked for their progress. */
  readonly exportJobs: boolean;
  /** Whether `/live/snapshot` and `/live/changes` are there; without them the list of devices is read again and again. */
  readonly live: boolean;
  /** Whether there are `/{entity}/timeline` and `/{entity}/story`; without them both are put together of lists. */
  readonly timeline: boolean;
  /** What a page counts from. */
  readonly firstPage: 0 | 1;
  readonly sign: SignForm;
  /** Padding of passwords that the console encrypts with RSA: PKCS#1 v1.5, or OAEP with SHA-256. */
  readonly padding: Padding;
}

/** The contract of our own server. */
export const wireDefaults: Wire = {
  pageNum: 'pageNum',
  pageSize: 'pageSize',
  sortField: 'sortField',
  sortOrder: 'sortOrder',
  ascending: 'asc',
  descending: 'desc',
  from: '_from',
  to: '_to',
  exact: '_is',
  references: 'id',
  list: 'list',
  total: 'total',
  id: 'id',
  ids: 'ids',
  before: 'before',
  kept: '_kept',
  sortJoiner: ',',
  filters: false,
  exportJobs: true,
  live: true,
  timeline: true,
  firstPage: 1,
  sign: {},
  padding: 'pkcs1',
};
