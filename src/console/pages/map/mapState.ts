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
import { type Motion, motionAt, motions } from '../fleetCounts';

interface MapChange {
  readonly filter?: MapFilter;
  /** Null clears the selection. */
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

/** Keeps selection and filter of the map in the URL, for sharing. */
export const useMapState = (): MapState => {
  const [search, setSearch] = useSearchParams();
  const narrowedBy = searchOfFilter(new URLSearchParams(), filterOfSearch(search)).toString();
  // Keep the filter's identity: a new object filters the whole fleet again.
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

/** Filter of the map; an empty list matches all. */
export interface MapFilter {
  readonly status: readonly LockStatus[];
  readonly link: readonly CommunicateStatus[];
  /** Null for any. */
  readonly motion: Motion | null;
  /** Part of SN or name; '' for any. */
  readonly text: string;
}

export const NO_FILTER: MapFilter = { status: [], link: [], motion: null, text: '' };

const STATUSES: readonly LockStatus[] = lockStatus.map(([status]) => status);
const LINKS: readonly CommunicateStatus[] = communicateStatus.map(([link]) => link);

const parseList = <T extends number>(text: string | null, allowed: readonly T[]): T[] => {
  const values = new Set((text ?? '').split(',').filter(Boolean).map(Number));
  return allowed.filter((value) => values.has(value));
};

/** Parses the filter of a URL: `?status=1,3&link=0&motion=moving&q=lorry`. Unknown values are left out. */
export const filterOfSearch = (search: URLSearchParams): MapFilter => ({
  status: parseList(search.get('status'), STATUSES),
  link: parseList(search.get('link'), LINKS),
  motion: motions.find((motion) => motion === search.get('motion')) ?? null,
  text: (search.get('q') ?? '').trim(),
});

/** Returns the query string with another filter; other parameters stay. */
export const searchOfFilter = (search: URLSearchParams, filter: MapFilter): URLSearchParams => {
  const next = new URLSearchParams(search);
  for (const name of ['status', 'link'] as const) {
    if (filter[name].length > 0) next.set(name, filter[name].join(','));
    else next.delete(name);
  }
  for (const [name, value] of [
    ['motion', filter.motion],
    ['q', filter.text],
  ] as const) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
};

/** Adds a value to a list, or removes it. */
export const toggleValue = <T>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

/** True if the filter can hide devices. */
export const isFiltered = ({ status, link, motion, text }: MapFilter): boolean =>
  status.length + link.length > 0 || motion !== null || text !== '';

/** Returns a predicate on the fleet's rows; null without a filter. */
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
      (filter.motion === null || motionAt(fleet.numbers, row) === filter.motion) &&
      (needle === '' || fleet.contains(row, needle))
    );
  };
};
