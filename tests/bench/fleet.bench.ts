import { describe } from 'vitest';
import { Fleet } from '../../src/console/data';
import { FleetPlane, FleetStore } from '../../src/console/maps/fleet/fleetStore';
import { cellsOf, gridOf } from '../../src/console/maps/fleet/grid';
import { worldPlane } from '../../src/console/maps/plane';
import type { LiveDevice } from '../../src/domain/live';
import { applyDevices } from '../unit/console/maps/fleet/device';
import { randomSource } from '../unit/domain/geo/random';
import { bench } from './strictBench';

/** Each group names a baseline: code that does not consider 100,000 devices. Compare the ratios. */
const COUNT = 100_000;
const random = randomSource(7);

const fleet = Array.from(
  { length: COUNT },
  (_, i): LiveDevice => ({
    sn: `ES${8_600_000 + i}`,
    device_name: `Lorry ${i % 9973}`,
    org_id: 1,
    status: ([2, 2, 0, 1, 3] as const)[i % 5] ?? 2,
    communicate_status: 1,
    electric: 80,
    lat: 22 + random() * 20,
    lon: 100 + random() * 20,
    speed: 0,
    course: 0,
    positionType: 0,
    position_time: null,
    report_time: null,
    alarms: i % 40 === 0 ? 1 : 0,
    protocol: 0,
    lent: null,
  }),
);

const onePercent = fleet
  .filter((_, i) => i % 100 === 0)
  .map((device) => ({ ...device, lat: (device.lat ?? 0) + 0.01 }));

const filled = () => {
  const store = new FleetStore(new Fleet());
  const plane = new FleetPlane(store);
  store.subscribe((change) => plane.follow(change));
  plane.switchTo(worldPlane);
  store.follow();
  applyDevices(store.fleet, fleet);
  return { store, plane };
};

const { store, plane } = filled();
const scale = worldPlane.scale(5);
const window = {
  scale,
  left: scale * 0.75,
  top: scale * 0.35,
  width: 2016,
  height: 1260,
  worldLeft: 0,
  worldWidth: 1,
};

describe('grouping the locks in view', () => {
  bench('baseline: a Map of arrays of devices', () => {
    const groups = new Map<string, LiveDevice[]>();
    for (const device of fleet) {
      const [x, y] = worldPlane.toPlane(device.lon ?? 0, device.lat ?? 0, [0, 0]);
      const key = `${Math.floor((x * scale) / 64)}/${Math.floor((y * scale) / 64)}`;
      const group = groups.get(key);
      if (group) group.push(device);
      else groups.set(key, [device]);
    }
  });

  bench('grid', () => {
    const columns = { x: plane.x, y: plane.y, marks: store.marks, size: store.size };
    for (const squares of gridOf(columns, window, 64)) cellsOf(squares, 64);
  });
});

describe('moving 1 % of the fleet', () => {
  bench('baseline: a new array of all devices', () => {
    const movedBySn = new Map(onePercent.map((device) => [device.sn, device]));
    fleet.map((device) => movedBySn.get(device.sn) ?? device);
  });

  bench('store', () => applyDevices(store.fleet, onePercent));
});
