import type { Padding } from '../domain/system';

/** Options of the request signature in which a customer's server may differ. */
export interface SignForm {
  readonly secretMode?: 'key' | 'append' | 'prefix';
  readonly keyName?: string;
  readonly joiner?: string;
  readonly nested?: 'json' | 'sorted' | 'skip';
  readonly letterCase?: 'upper' | 'lower';
}

/** Names and formats of calls that differ between back ends. */
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
   * Filter suffix for an exact match of a text; without it a filter matches substrings. '' if the server has none: the
   * console then drops the rows that do not match exactly.
   */
  readonly exact: string;
  /**
   * Filter by a reference: `id` sends the keys of the chosen records under the field's name. `title` sends their titles
   * under the column in which rows carry them (`via`), for a server whose rows hold no foreign keys.
   */
  readonly references: 'id' | 'title';
  /** Properties of a list response that hold the rows and the total. */
  readonly list: string;
  readonly total: string;
  /** Parameter for the key of one record, and for the keys of several. */
  readonly id: string;
  readonly ids: string;
  /** Property of an update with the old values of the changed fields, to detect concurrent changes; '' sends none. */
  readonly before: string;
  /** Row property with the reasons that block an operation, by verb; '' if the server sends none. */
  readonly kept: string;
  /** Separator of the fields and orders of a multi-column sort; '' if the server sorts by one column only. */
  readonly sortJoiner: string;
  /**
   * True if lists are narrowed by their filters. A server that says so in getAuth, as ours does, needs no declaration.
   * Otherwise a view has no count: the total may be that of the whole list.
   */
  readonly filters: boolean;
  /** True if exports run as jobs whose progress can be polled. */
  readonly exportJobs: boolean;
  /** True if the server has `/live/snapshot` and `/live/changes`; otherwise the console polls the list of devices. */
  readonly live: boolean;
  /** 1 or 0, the number of the first page. */
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
  firstPage: 1,
  sign: {},
  padding: 'pkcs1',
};
