import type { AlarmKind } from '../../domain/alarm';

interface Crossing {
  readonly police_type: AlarmKind;
  /** Epoch ms. */
  readonly create_time: number;
}

/** Cost of a crossing or an alarm without a partner, ms. It exceeds any sum of time differences of a gap. */
const NO_PARTNER = 1e12;
/** Cost of a new alarm that falls between others where its crossing does not, ms. */
const OUT_OF_PLACE = 2 * NO_PARTNER;

/** Counts the alarms before a time, and those not after it. */
const placeAmong = (alarms: readonly Crossing[], at: number) => ({
  first: alarms.filter(({ create_time }) => create_time < at).length,
  last: alarms.filter(({ create_time }) => create_time <= at).length,
});

/**
 * Pairs crossings with stored alarms in order, and returns the crossings without a partner: they need an alarm. An alarm
 * can be paired with any crossing of its kind, because its time may have been a guess. The pairing leaves the fewest
 * crossings and alarms alone; among such pairings it has the least sum of time differences.
 *
 * A crossing stays alone only if its time falls between the alarms paired before and after it. Entries and exits thus
 * alternate in the alarms as they do in the crossings. If there are more crossings than alarms, such a crossing exists:
 * from one crossing to the next, the number of earlier alarms less that of earlier crossings starts at 0 or more, ends
 * below 0, and falls by at most one.
 */
const align = <C extends Crossing>(crossings: readonly C[], alarms: readonly Crossing[]): C[] => {
  const places = crossings.map(({ create_time }) => placeAmong(alarms, create_time));
  /** Least cost from a crossing and an alarm on. */
  const costs = Array.from(
    { length: crossings.length + 1 },
    () => new Float64Array(alarms.length + 1),
  );
  const costAt = (i: number, j: number) => costs[i]?.[j] ?? 0;
  const stepsAt = (i: number, j: number) => {
    const [crossing, alarm, place] = [crossings[i], alarms[j], places[i]];
    const isPair = crossing && alarm && crossing.police_type === alarm.police_type;
    const isInPlace = place && place.first <= j && j <= place.last;
    return {
      pair: isPair
        ? costAt(i + 1, j + 1) + Math.abs(crossing.create_time - alarm.create_time)
        : Number.POSITIVE_INFINITY,
      raise: crossing
        ? costAt(i + 1, j) + NO_PARTNER + (isInPlace ? 0 : OUT_OF_PLACE)
        : Number.POSITIVE_INFINITY,
      leave: alarm ? costAt(i, j + 1) + NO_PARTNER : Number.POSITIVE_INFINITY,
    };
  };
  for (let i = crossings.length; i >= 0; i -= 1) {
    for (let j = alarms.length; j >= 0; j -= 1) {
      const { pair, raise, leave } = stepsAt(i, j);
      const cost = Math.min(pair, raise, leave);
      const row = costs[i];
      if (row) row[j] = Number.isFinite(cost) ? cost : 0;
    }
  }
  const unreported: C[] = [];
  for (let i = 0, j = 0; i < crossings.length; ) {
    const { pair, raise, leave } = stepsAt(i, j);
    const crossing = crossings[i];
    if (pair <= raise && pair <= leave) {
      i += 1;
      j += 1;
    } else if (raise <= leave) {
      if (crossing) unreported.push(crossing);
      i += 1;
    } else j += 1;
  }
  return unreported;
};

/**
 * Returns the crossings of a fence in a gap that need an alarm, given the alarms stored about it; both in order of time.
 * If the last crossing leads to the other side of the border than the alarms before it, it needs one. This keeps the
 * side that the alarms tell the one on which the lock is.
 */
export const unreportedCrossings = <C extends Crossing>(
  crossings: readonly C[],
  alarms: readonly Crossing[],
): C[] => {
  const [last, lastAlarm] = [crossings.at(-1), alarms.at(-1)];
  if (!last || !lastAlarm) return [...crossings];
  return last.create_time > lastAlarm.create_time && last.police_type !== lastAlarm.police_type
    ? [...align(crossings.slice(0, -1), alarms), last]
    : align(crossings, alarms);
};
