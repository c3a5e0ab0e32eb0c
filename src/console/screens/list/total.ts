/** The server counts records by time no farther. */
export const COUNTED = 10_000;

/** How many rows there are as a text: "1,234", "10,000+". */
export const totalText = (total: number, isRecord: boolean, locale: string): string => {
  const format = new Intl.NumberFormat(locale);
  return isRecord && total > COUNTED ? `${format.format(COUNTED)}+` : format.format(total);
};

/** The last page there is, at least 1. */
export const lastPage = (total: number, perPage: number): number =>
  Math.max(1, Math.ceil(total / perPage));
