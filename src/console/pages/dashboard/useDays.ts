import { useMemo } from 'react';
import { useNow } from '../../../fields/controls/useNow';
import { lastDays, readerOffset } from './lastDays';

/** The last days of the reader's time zone; others at midnight, the same until then. */
export const useDays = (count: number) => {
  const now = useNow();
  const offset = readerOffset(now);
  const [today = 0] = lastDays(1, now, offset);
  return useMemo(() => ({ days: lastDays(count, today, offset), offset }), [count, today, offset]);
};
