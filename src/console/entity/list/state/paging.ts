import type { AnyEntity } from '../../../../config';
import { numberFormat } from '../../../../domain/figures';

export const PAGE_SIZES = [20, 50, 100, 200, 500, 1000] as const;

/** Limit on a phone, where cards are not virtualised. */
const MAX_CARDS_PER_PAGE = 100;

/** Number of rows above which a page is virtualised. */
export const VIRTUALISE_ABOVE = 30;

/**
 * Returns the page sizes to offer.
 * @param asCards true if rows are cards
 */
export const pageSizeChoices = (asCards: boolean): readonly number[] =>
  asCards ? PAGE_SIZES.filter((size) => size <= MAX_CARDS_PER_PAGE) : PAGE_SIZES;

/** Returns the effective page size: the chosen one if it is offered, else the next smaller, else the smallest. */
export const effectivePageSize = (pageSize: number, asCards: boolean): number =>
  pageSizeChoices(asCards).findLast((size) => size <= pageSize) ?? PAGE_SIZES[0];

/** Limit up to which a server counts records by time. */
const MAX_COUNTED_ROWS = 10_000;

/**
 * Returns the number of rows up to which the server counted a list.
 * @param meta of the list's answer
 */
export const countLimit = (
  { record }: Pick<AnyEntity, 'record'>,
  meta: { readonly countedTo?: number } | undefined,
): number => meta?.countedTo ?? (record ? MAX_COUNTED_ROWS : Number.POSITIVE_INFINITY);

/** Formats the number of rows: "1,234", "10,000+" above the limit of the count. */
export const totalLabel = (total: number, limit: number, locale: string): string => {
  const format = numberFormat(locale);
  return total > limit ? `${format.format(limit)}+` : format.format(total);
};

/** Returns the number of the last page, at least 1. */
export const lastPage = (total: number, perPage: number): number =>
  Math.max(1, Math.ceil(total / perPage));
