import type { CardVerdict } from '../../../domain/card';
import { SWIPING } from '../../../domain/lock';
import type { LockReport } from '../../../domain/report';
import type { Regional } from '../regional/Regional';
import { verdictOf } from '../regional/verdictOf';
import { type DeviceState, exactPlaceOf, fixOf, isLate } from './deviceState';

/**
 * What is to be thought of the card of a report, by the rules as they are when it comes. Only a swipe is judged: locks
 * repeat the number of the last card in other reports. A swipe without a place was where the lock was last seen, unless
 * the report is older than that.
 * @returns undefined where nothing is judged
 */
export const judgeSwipe = (
  before: DeviceState,
  report: LockReport,
  { rulesOf, cardOf }: Regional,
): CardVerdict | undefined => {
  const { icc_card_no, lock_action } = report;
  if (icc_card_no === undefined || lock_action === undefined) return undefined;
  if (!SWIPING.includes(lock_action)) return undefined;
  const known = isLate(before, report) ? undefined : fixOf(before);
  const place = exactPlaceOf(report) ?? known;
  return verdictOf(rulesOf(before.sn), cardOf(before.sn, icc_card_no), place);
};
