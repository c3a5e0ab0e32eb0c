import type { Row } from '../store';

/** Rows that one call leaves, at the most: a call names no more records. */
const MOST_ROWS = 1_000;

/**
 * The rows of the log that a call leaves: one for each record it was about, so that the record's history is found by
 * its id, or the one where it was about none. What was asked and answered is told once, in the first.
 */
export const perRecord = (row: Row, ids: readonly number[]): Row[] => {
  const [first, ...others] = ids.slice(0, MOST_ROWS);
  if (first === undefined) return [row];
  return [
    { ...row, record_id: first },
    ...others.map((id) => ({ ...row, request_body: null, response_body: null, record_id: id })),
  ];
};
