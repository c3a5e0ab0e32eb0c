import { useEffect, useState } from 'react';
import type { AnyEntity } from '../../../config';
import { useLive, useLiveState } from '../../data';
import { type FleetCounts, FleetTally } from './fleetTally';
import { useDeclared } from './useDeclared';

/** Percent up to which a battery is low unless the declaration says otherwise. */
const LOW = 20;

/** The percentage up to which a device's battery counts as low. */
export const lowBatteryOf = (device: AnyEntity | undefined): number =>
  (device?.fields.electric?.low as number | undefined) ?? LOW;

/** The fleet in numbers, counted from live data; null until there is some. */
export const useFleetCounts = (): FleetCounts | null => {
  const live = useLive();
  const low = lowBatteryOf(useDeclared('device'));
  const known = useLiveState().lastAnswer !== null;
  const [counts, setCounts] = useState<FleetCounts | null>(null);
  useEffect(() => {
    const tally = new FleetTally(low);
    setCounts(tally.counts());
    return live.fleet((changed, gone) => {
      tally.apply(changed, gone);
      setCounts(tally.counts());
    });
  }, [live, low]);
  return known ? counts : null;
};
