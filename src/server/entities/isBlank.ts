/** Nothing was given: of a filter or a sort that it is not wanted. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '';
