/** Number of rows per page. */
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

/** Limit up to which the server counts records by time. */
export const MAX_COUNTED_ROWS = 10_000;

/** Formats the number of rows: "1,234", "10,000+". */
export const totalLabel = (total: number, isRecord: boolean, locale: string): string => {
  const format = new Intl.NumberFormat(locale);
  return isRecord && total > MAX_COUNTED_ROWS
    ? `${format.format(MAX_COUNTED_ROWS)}+`
    : format.format(total);
};

/** Returns the number of the last page, at least 1. */
export const lastPage = (total: number, perPage: number): number =>
  Math.max(1, Math.ceil(total / perPage));
