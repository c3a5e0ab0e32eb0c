import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  type CommunicateStatus,
  communicateStatus,
  type LockStatus,
  lockStatus,
} from '../../../domain/lock';
import type { Fleet } from '../../data';
import type { RowFilter } from '../../maps';

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
  readonly link: readonly CommunicateStatus[];
  /** Part of SN or name; '' for any. */
  readonly text: string;
}

/** Hides nothing. */
export const NO_FILTER: MapFilter = { status: [], link: [], text: '' };

const STATUSES: readonly LockStatus[] = lockStatus.map(([status]) => status);
const LINKS: readonly CommunicateStatus[] = communicateStatus.map(([link]) => link);

const parseList = <T extends number>(text: string | null, allowed: readonly T[]): T[] => {
  const values = new Set((text ?? '').split(',').filter(Boolean).map(Number));
  return allowed.filter((value) => values.has(value));
};

/** The filter that an address asks for: `?status=1,3&link=0&q=lorry`. What it does not know is left out. */
export const filterOfSearch = (search: URLSearchParams): MapFilter => ({
  status: parseList(search.get('status'), STATUSES),
  link: parseList(search.get('link'), LINKS),
  text: (search.get('q') ?? '').trim(),
});

/** The address's query with another filter; everything else in it stays. */
export const searchOfFilter = (search: URLSearchParams, filter: MapFilter): URLSearchParams => {
  const next = new URLSearchParams(search);
  for (const name of ['status', 'link'] as const) {
    if (filter[name].length > 0) next.set(name, filter[name].join(','));
    else next.delete(name);
  }
  if (filter.text) next.set('q', filter.text);
  else next.delete('q');
  return next;
};

/** A list with a value put in or taken out. */
export const toggleValue = <T>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

/** Whether anything is hidden. */
export const isFiltered = ({ status, link, text }: MapFilter): boolean =>
  status.length + link.length > 0 || text !== '';

/** Whether a device of a fleet is shown, by its row; null where all are. */
export const rowFilterOf = (filter: MapFilter, fleet: Fleet): RowFilter | null => {
  if (!isFiltered(filter)) return null;
  const statuses = new Set<number>(filter.status);
  const links = new Set<number>(filter.link);
  const needle = filter.text.toLowerCase();
  return (row) => {
    const { status, communicate_status } = fleet.numbers;
    return (
      (statuses.size === 0 || statuses.has(status[row] as number)) &&
      (links.size === 0 || links.has(communicate_status[row] as number)) &&
      (needle === '' || fleet.contains(row, needle))
    );
  };
};
