import { describe, expect, it } from 'vitest';
import {
  filterOfSearch,
  isFiltered,
  type MapFilter,
  matchesFilter,
  searchOfFilter,
  toggled,
} from '../../../../../src/console/pages/map/mapState';

const everything: MapFilter = { status: [], link: [] };

describe('the filter of the map', () => {
  it.each([
    ['', everything],
    ['status=3', { status: [3], link: [] }],
    ['status=255,1&link=0', { status: [1, 255], link: [0] }],
    ['status=7,x,,2&link=2', { status: [2], link: [] }],
    ['status=&link=', everything],
  ] as const)('is read from "%s"', (search, filter) => {
    expect(filterOfSearch(new URLSearchParams(search))).toEqual(filter);
  });

  it('is written into an address beside what is there', () => {
    const search = new URLSearchParams('sn=A&status=3');
    const next = searchOfFilter(search, { status: [0, 1], link: [1] });
    expect(Object.fromEntries(next)).toEqual({ sn: 'A', status: '0,1', link: '1' });
    expect(searchOfFilter(next, everything).toString()).toBe('sn=A');
    expect(search.get('status')).toBe('3');
  });

  it.each([
    [everything, true, true],
    [{ status: [2], link: [] }, true, false],
    [{ status: [2, 3], link: [] }, true, true],
    [{ status: [], link: [1] }, true, false],
    [{ status: [3], link: [1] }, false, false],
  ] as const)('%j', (filter, sealedOnline, abnormalOffline) => {
    expect(matchesFilter(filter, { status: 2, communicate_status: 1 })).toBe(sealedOnline);
    expect(matchesFilter(filter, { status: 3, communicate_status: 0 })).toBe(abnormalOffline);
    expect(isFiltered(filter)).toBe(filter !== everything);
  });

  it('puts a value in and takes it out', () => {
    expect(toggled([1, 2], 3)).toEqual([1, 2, 3]);
    expect(toggled([1, 2, 3], 2)).toEqual([1, 3]);
  });
});
