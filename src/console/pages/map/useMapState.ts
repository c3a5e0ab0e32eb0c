import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { filterOfSearch, type MapFilter, searchOfFilter } from './mapFilter';

interface MapChange {
  readonly filter?: MapFilter;
  /** null for none. */
  readonly selected?: string | null;
}

export interface MapState {
  readonly filter: MapFilter;
  readonly selected: string | null;
  readonly change: (change: MapChange) => void;
}

const withSelected = (search: URLSearchParams, sn: string | null): URLSearchParams => {
  const next = new URLSearchParams(search);
  if (sn === null) next.delete('sn');
  else next.set('sn', sn);
  return next;
};

/** What is chosen and shown on the map. The address says it, so that it can be sent to a colleague. */
export const useMapState = (): MapState => {
  const [search, setSearch] = useSearchParams();
  const narrowedBy = searchOfFilter(new URLSearchParams(), filterOfSearch(search)).toString();
  // The filter is the same object until it changes: the whole fleet is looked at again then.
  const filter = useMemo(() => filterOfSearch(new URLSearchParams(narrowedBy)), [narrowedBy]);
  const selected = search.get('sn');
  const change = (next: MapChange) =>
    setSearch(
      withSelected(
        searchOfFilter(search, next.filter ?? filter),
        next.selected === undefined ? selected : next.selected,
      ),
      { replace: true },
    );
  return { filter, selected, change };
};
