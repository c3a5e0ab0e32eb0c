import type { Identifier } from 'ra-core';
import type { ExportQuery } from '../../data';
import { type Filter, withPeriods } from '../list/listFilter';
import { joinedSort, type Sorts } from '../list/sort/sortBy';

interface Shown {
  readonly filter: Filter;
  readonly sort: Sorts;
}

interface Choice {
  /** Only these, in this order; all that can be exported without. */
  readonly columns?: readonly string[];
  /** Only these records; all that match the filters without. */
  readonly ids?: readonly Identifier[];
  /** Whether the server may write the file as a job. */
  readonly job?: boolean;
  /** ms since 1970, from which periods count back. */
  readonly now: number;
}

/** What an export of a list is asked for. Records that are named need no filter: they may have come to miss it. */
export const exportQuery = (
  { filter, sort }: Shown,
  { columns, ids, job, now }: Choice,
): ExportQuery => ({
  sort: joinedSort(sort),
  ...(ids ? { ids: [...ids] } : { filter: withPeriods(filter, now) }),
  ...(columns && { columns: [...columns] }),
  ...(job && { job: true as const }),
});
