/** How many rows a page may have. */
export const PAGE_SIZES = [20, 50, 100, 200, 500, 1000] as const;

/** Cards are drawn one and all, so a phone shows no more of them. */
const MAX_CARDS_PER_PAGE = 100;

/** Above as many rows only those in view are drawn; below, the browser's own search and print reach every row. */
export const VIRTUALISE_ABOVE = 100;

/** The sizes offered. @param asCards whether rows are cards */
export const pageSizeChoices = (asCards: boolean): readonly number[] =>
  asCards ? PAGE_SIZES.filter((size) => size <= MAX_CARDS_PER_PAGE) : PAGE_SIZES;

/** The size in use: the one that was chosen if it is offered, else the nearest below, else the smallest. */
export const effectivePageSize = (pageSize: number, asCards: boolean): number =>
  pageSizeChoices(asCards).findLast((size) => size <= pageSize) ?? PAGE_SIZES[0];

/** The server counts records by time no farther. */
export const MAX_COUNTED_ROWS = 10_000;

/** How many rows there are as a text: "1,234", "10,000+". */
export const totalLabel = (total: number, isRecord: boolean, locale: string): string => {
  const format = new Intl.NumberFormat(locale);
  return isRecord && total > MAX_COUNTED_ROWS
    ? `${format.format(MAX_COUNTED_ROWS)}+`
    : format.format(total);
};

/** The last page there is, at least 1. */
export const lastPage = (total: number, perPage: number): number =>
  Math.max(1, Math.ceil(total / perPage));
