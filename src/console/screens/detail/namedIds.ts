import type { Row } from '../../../fields/views';

/** More ids than one call may name are not asked for. */
const MOST = 1000;

/** The ids that rows list in a field, each once. */
export const namedIds = (rows: readonly Row[], field: string): number[] => {
  const lists = rows.map((row) => row[field]).filter((value) => Array.isArray(value));
  return [...new Set(lists.flat().map(Number))].slice(0, MOST);
};
