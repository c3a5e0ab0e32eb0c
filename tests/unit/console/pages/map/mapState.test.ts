import { describe, expect, it } from 'vitest';
import {
  filterOfSearch,
  isFiltered,
  type MapFilter,
  rowFilterOf,
  searchOfFilter,
  toggleValue,
} from '../../../../../src/console/pages/map/mapState';
import { device, fleetOf } from '../../maps/fleet/device';

const everything: MapFilter = { status: [], link: [], motion: null, text: '' };

describe('the filter of the map', () => {
  it.each([
    ['', everything],
    ['status=3', { status: [3], link: [], motion: null, text: '' }],
    ['status=255,1&link=0', { status: [1, 255], link: [0], motion: null, text: '' }],
    ['q=%20Lorry+7%20&link=1', { status: [], link: [1], motion: null, text: 'Lorry 7' }],
    ['status=7,x,,2&link=3', { status: [2], link: [], motion: null, text: '' }],
    ['link=2,0', { status: [], link: [0, 2], motion: null, text: '' }],
    ['motion=moving&status=1', { status: [1], link: [], motion: 'moving', text: '' }],
    ['status=&link=&motion=fast&q=', everything],
  ] as const)('is read from “%s”', (search, filter) => {
    expect(filterOfSearch(new URLSearchParams(search))).toEqual(filter);
  });

  it('is written into an address beside its other parameters', () => {
    const search = new URLSearchParams('sn=A&status=3');
    const next = searchOfFilter(search, {
      status: [0, 1],
      link: [1],
      motion: 'standing',
      text: 'a&b',
    });
    expect(Object.fromEntries(next)).toEqual({
      sn: 'A',
      status: '0,1',
      link: '1',
      motion: 'standing',
      q: 'a&b',
    });
    expect(searchOfFilter(next, everything).toString()).toBe('sn=A');
    expect(search.get('status')).toBe('3');
  });

  it.each([
    [everything, true, true],
    [{ status: [2], link: [], motion: null, text: '' }, true, false],
    [{ status: [2, 3], link: [], motion: null, text: '' }, true, true],
    [{ status: [], link: [1], motion: null, text: '' }, true, false],
    [{ status: [3], link: [1], motion: null, text: '' }, false, false],
    [{ status: [], link: [], motion: null, text: 'LORRY B' }, false, true],
    [{ status: [2], link: [], motion: null, text: 'lorry' }, true, false],
    [{ status: [], link: [], motion: 'moving', text: '' }, true, false],
    [{ status: [], link: [], motion: 'standing', text: '' }, false, false],
  ] as const)('passes these devices: %j', (filter, sealedOnline, abnormalOffline) => {
    const fleet = fleetOf(
      device('A', { speed: 50 }),
      device('B', { status: 3, communicate_status: 0, speed: 50 }),
    );
    const passes = rowFilterOf(filter, fleet) ?? (() => true);
    expect([passes(0), passes(1)]).toEqual([sealedOnline, abnormalOffline]);
    expect(isFiltered(filter)).toBe(filter !== everything);
  });

  it('toggles a value', () => {
    expect(toggleValue([1, 2], 3)).toEqual([1, 2, 3]);
    expect(toggleValue([1, 2, 3], 2)).toEqual([1, 3]);
  });
});
