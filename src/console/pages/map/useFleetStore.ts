import { useEffect, useState } from 'react';
import { useLive } from '../../data';
import { FleetStore } from '../../maps';
import { isNarrow, type MapFilter, passes } from './mapFilter';

/** The fleet for the map, fed by live data and narrowed by a filter. */
export const useFleetStore = (filter: MapFilter): FleetStore => {
  const live = useLive();
  const [store] = useState(() => new FleetStore());
  useEffect(() => live.fleet((changed, gone) => store.apply(changed, gone)), [live, store]);
  useEffect(() => {
    store.setFilter(isNarrow(filter) ? (device) => passes(filter, device) : null);
  }, [store, filter]);
  return store;
};
