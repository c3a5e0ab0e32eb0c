import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { LIVE_COLUMNS, type LiveDevice } from '../../../src/domain/live';
import { type LiveColumns, packedColumns, unpackedColumns } from '../../../src/domain/liveColumns';
import { device, packSourceOf } from '../console/maps/fleet/device';
import { randomSource } from './geo/random';

const asSent = (devices: readonly LiveDevice[]) =>
  JSON.parse(JSON.stringify(packedColumns(packSourceOf(devices))));

/** Rows of unpacked columns. */
const rowsIn = (columns: Partial<LiveColumns>): unknown[][] => {
  const values = unpackedColumns(columns);
  return Array.from(values.sn, (_, i) =>
    LIVE_COLUMNS.map((name) => (Number.isNaN(values[name][i]) ? null : values[name][i])),
  );
};

test.each<[string, readonly LiveDevice[]]>([
  ['no device', []],
  [
    'nothing but SNs',
    [device('a', Object.fromEntries(LIVE_COLUMNS.slice(1).map((n) => [n, null])))],
  ],
  [
    'names alike, missing, empty and in other letters',
    [
      device('SL1', { device_name: 'Lorry 1' }),
      device('SL2', { device_name: null }),
      device('SL21', { device_name: 'Lorry 12' }),
      device('SL3', { device_name: '' }),
      device('SL4', { device_name: '沪A·12345' }),
      device('SL5', { device_name: '沪A·12346' }),
      device('SL6', { device_name: '😀a' }),
      device('SL7', { device_name: '😁b' }),
    ],
  ],
  ['a name of two lines', [device('a', { device_name: 'one\ntwo' }), device('b')]],
  [
    'serial numbers up and down',
    ['SL009', 'SL010', 'SL001', 'SL999', 'SL000'].map((sn) => device(sn)),
  ],
  ['serial numbers of unlike lengths', ['7', '07', '10', '010'].map((sn) => device(sn))],
  [
    'serial numbers of digits alone',
    ['860000000000001', '860000000000000'].map((sn) => device(sn)),
  ],
  ['serial numbers with letters in between', ['A1', 'B1', '1A', ''].map((sn) => device(sn))],
  ['a long SN', ['x', 'y'].map((end) => device(`${'0123456789'.repeat(5)}${end}`))],
  [
    'places and times',
    [
      device('a', { lat: 31.230416, lon: -121.473701, report_time: 1760000000123 }),
      device('b', { lat: -0.000001, lon: 180, position_time: 1759999999001 }),
      device('c', { report_time: 1760000000000, position_time: 1760000005000 }),
      device('d', { lat: null, lon: null, speed: 61.5, course: 359 }),
    ],
  ],
  [
    'a time before the first report, and one without a report',
    [
      device('a', { report_time: 1, position_time: 0 }),
      device('b', { report_time: null, position_time: 1760000000000 }),
    ],
  ],
  [
    'numbers of every size and fraction',
    [0, 1, 62, 63, 64, -1, 4095, 2 ** 30, 2 ** 31 + 1, 2 ** 40, 2 ** 52].map((report_time, i) =>
      device(`n${i}`, { report_time, speed: i / 10, course: i / 3 }),
    ),
  ],
])('columns decode to their original rows: %s', (_, devices) => {
  expect(rowsIn(asSent(devices))).toEqual(
    devices.map((of) => LIVE_COLUMNS.map((name) => of[name])),
  );
});

test('rounds a place to eleven centimetres', () => {
  const { lat, lon } = unpackedColumns(
    asSent([device('a', { lat: 31.23041649, lon: 121.00000051 })]),
  );
  expect([...lat, ...lon]).toEqual([31.230416, 121.000001]);
});

test('reads plain columns and ignores unknown kinds', () => {
  const { sn, status, lat } = unpackedColumns({ sn: ['a'], status: [3] });
  expect([sn, status, lat]).toEqual([['a'], [3], []]);
});

test('packs a scattered fleet into 17 bytes a device', () => {
  const random = randomSource(3);
  const whole = (below: number) => Math.floor(random() * below);
  const now = 1_760_000_000_000;
  const devices = Array.from({ length: 8_000 }, (_, i) => {
    const online = random() < 0.8;
    const report_time = now - whole(online ? 600_000 : 30 * 86_400_000);
    const moving = random() < 0.4;
    return device(`SL${String(i * 12 + whole(12)).padStart(8, '0')}`, {
      device_name: `Lorry ${i * 12}`,
      org_id: 1 + (i % 20),
      status: ([2, 2, 2, 0, 1, 3] as const)[whole(6)] ?? 2,
      communicate_status: online ? 1 : 0,
      electric: whole(100),
      lat: 18 + random() * 8,
      lon: 75 + random() * 12,
      speed: moving ? whole(900) / 10 : 0,
      course: moving ? whole(360) : 0,
      report_time,
      position_time: report_time - whole(20) * 1000,
      alarms: random() < 0.03 ? 1 : 0,
    });
  });
  const bytes = gzipSync(JSON.stringify(packedColumns(packSourceOf(devices))), { level: 6 }).length;
  expect(bytes / devices.length).toBeLessThan(17);
});
