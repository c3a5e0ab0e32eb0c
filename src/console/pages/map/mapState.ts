import { useMemo, useState } from 'react';
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

export type MapState = ReturnType<typeof useMapState>;

/** Keeps selection and filter of the map in the URL, for sharing. */
export const useMapState = () => {
  const [search, setSearch] = useSearchParams();
  const narrowedBy = searchOfFilter(new URLSearchParams(), filterOfSearch(search)).toString();
  // Keep the filter's identity: a new object filters the whole fleet again.
  const filter = useMemo(() => filterOfSearch(new URLSearchParams(narrowedBy)), [narrowedBy]);
  const selected = search.get('sn');
  const change = (part: { readonly filter?: MapFilter; readonly selected?: string | null }) => {
    const next = searchOfFilter(search, part.filter ?? filter);
    if (part.selected === null) next.delete('sn');
    else if (part.selected !== undefined) next.set('sn', part.selected);
    setSearch(next, { replace: true });
  };
  return { filter, selected, change };
};

export type LockTools = ReturnType<typeof useLockTools>;

/** Returns which tools of the selected lock are on. They stay on when another lock is selected. */
export const useLockTools = () => {
  const [following, setFollowing] = useState(false);
  const [trailed, setTrailed] = useState(false);
  const [failedTrail, setFailedTrail] = useState<FailedTrail | null>(null);
  return {
    following,
    setFollowing,
    trailed,
    /** Switches the trail on or off, and forgets that one failed. */
    setTrailed: (next: boolean) => {
      setTrailed(next);
      setFailedTrail(null);
    },
    failedTrail,
    /** Switches the trail off. */
    failTrail: (failed: FailedTrail) => {
      setTrailed(false);
      setFailedTrail(failed);
    },
  };
};

export interface FailedTrail {
  readonly sn: string;
  /** Null if the lock has no position in the last hour. */
  readonly error: Error | null;
}

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
  const { status, link, motion, text } = filter;
  const values = { status: status.join(','), link: link.join(','), motion, q: text };
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
};

export const toggleValue = <T>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

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
