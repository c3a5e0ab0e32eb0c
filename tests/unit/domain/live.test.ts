import { expect, test } from 'vitest';
import { FleetStore } from '../../../src/console/maps/fleet/fleetStore';
import { countsOf } from '../../../src/console/pages/fleetCounts';
import { deviceHits, findDevices } from '../../../src/console/shell/search/hits';
import { LIVE_COLUMNS, liveDeviceOf } from '../../../src/domain/live';
import { fleetOf } from '../console/maps/fleet/device';

/** Device of which only the SN is known: adding a range of SNs makes such devices, and other servers leave out more. */
const bare = liveDeviceOf(LIVE_COLUMNS.map((name) => (name === 'sn' ? 'SN7' : null)));
const short = liveDeviceOf(['SN8']);
const numbered = liveDeviceOf([861234567890123, 'Named']);

test('a device without data has the required defaults', () => {
  const unknown = {
    device_name: null,
    org_id: null,
    status: 255,
    communicate_status: 0,
    electric: null,
    lat: null,
    lon: null,
    speed: null,
    course: null,
    positionType: null,
    position_time: null,
    report_time: null,
    alarms: 0,
    protocol: 0,
    lent: null,
  };
  expect(bare).toEqual({ sn: 'SN7', ...unknown });
  expect(short).toEqual({ sn: 'SN8', ...unknown });
  expect(numbered).toMatchObject({ sn: '861234567890123', device_name: 'Named' });
});

test('finds devices without a name too', () => {
  const fleet = fleetOf(bare, short, numbered);
  const sns = (text: string) => findDevices(fleet, text, 9).map(({ sn }) => sn);
  expect([sns('sn'), sns('named'), sns('8612')]).toEqual([
    ['SN7', 'SN8'],
    ['861234567890123'],
    ['861234567890123'],
  ]);
  const hits = deviceHits(findDevices(fleet, 'sn7', 9), 'sn7');
  expect(hits.map(({ sn, name }) => [sn.text, name.text])).toEqual([['SN7', '']]);
});

test('the map includes devices without a name, a place or a state', () => {
  const store = new FleetStore(fleetOf(bare, short, numbered));
  store.follow();
  expect(store.fleet.search('sn', 9).total).toBe(2);
  expect(store.fleet.get('SN7')).toEqual(bare);
  expect(countsOf(store.fleet, 20, 0).byStatus).toMatchObject({ 255: 3 });
  expect(Number.isNaN(store.lat[store.fleet.rowOf('SN7') ?? 0])).toBe(true);
});
