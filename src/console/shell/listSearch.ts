/**
 * The query of an address under which a list opens narrowed by exactly these filters. An empty filter is said too:
 * without one a list opens as it was last left.
 */
export const listSearch = (filter: Readonly<Record<string, unknown>>): string =>
  `?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
