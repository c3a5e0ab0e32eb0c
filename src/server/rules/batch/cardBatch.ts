import type { Batch } from './Batch';
import { countedNumbers } from './countedNumbers';

/** Digits of a card's number. */
const LENGTH = 10;
/** A card of its own; groups are put together by hand. */
const SINGLE = 1;

/** Cards of a segment: its digits are written by hand, those behind them counted. */
export const cardBatch: Batch = {
  clean: (values) => values,
  rows: async ({ segment, first, amount, org_id }) => {
    const start = String(segment) + String(first).padStart(LENGTH - String(segment).length, '0');
    const rows = countedNumbers(start, Number(amount)).map((ic_no, i) => ({
      row: i + 1,
      values: { ic_no, org_id, card_type: SINGLE },
      wrong: {},
    }));
    return { target: 'icCard', fields: ['ic_no'], rows };
  },
};
