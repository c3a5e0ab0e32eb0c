import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LiveDevice } from '../../../domain/live';
import { type LockStatus, lockStatus } from '../../../domain/lock';

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

/** What of the fleet is shown on the map; an empty list shows all. */
export interface MapFilter {
  readonly status: readonly LockStatus[];
  /** 1 online, 0 offline. */
  readonly link: readonly (0 | 1)[];
}

const STATUSES: readonly LockStatus[] = lockStatus.map(([status]) => status);
const LINKS = [0, 1] as const;

const listed = <T extends number>(text: string | null, allowed: readonly T[]): T[] => {
  const wanted = new Set((text ?? '').split(',').filter(Boolean).map(Number));
  return allowed.filter((value) => wanted.has(value));
};

/** The filter that an address asks for: `?status=1,3&link=0`. What it does not know is left out. */
export const filterOfSearch = (search: URLSearchParams): MapFilter => ({
  status: listed(search.get('status'), STATUSES),
  link: listed(search.get('link'), LINKS),
});

/** The address's query with another filter; everything else in it stays. */
export const searchOfFilter = (search: URLSearchParams, filter: MapFilter): URLSearchParams => {
  const next = new URLSearchParams(search);
  for (const name of ['status', 'link'] as const) {
    if (filter[name].length > 0) next.set(name, filter[name].join(','));
    else next.delete(name);
  }
  return next;
};

/** A list with a value put in or taken out. */
export const toggled = <T>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

/** Whether anything is hidden. */
export const isFiltered = ({ status, link }: MapFilter): boolean => status.length + link.length > 0;

/** Whether a device is shown. */
export const matchesFilter = (
  { status, link }: MapFilter,
  device: Pick<LiveDevice, 'status' | 'communicate_status'>,
): boolean =>
  (status.length === 0 || status.includes(device.status)) &&
  (link.length === 0 || link.includes(device.communicate_status));
