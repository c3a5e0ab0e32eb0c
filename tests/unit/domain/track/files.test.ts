import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { readTrack } from '../../../../src/demo/replay/track';
import { csvOf, gpxOf } from '../../../../src/domain/track/files';
import { trackOfRecords } from '../../../../src/domain/track/track';

/** Recording of a GeoLife receiver in Beijing, 2008, with a silence of an hour at its end. */
const recorded = [
  ['2008-12-11T04:42:14Z', 39.898573, 116.391305],
  ['2008-12-11T04:42:16Z', 39.898617, 116.391317],
  ['2008-12-11T04:43:26Z', 39.898613, 116.390928],
  ['2008-12-11T04:43:32Z', 39.898635, 116.390833],
  ['2008-12-11T05:43:32Z', 39.8986351, 116.3908331],
] as const;

const track = trackOfRecords('=cmd|"x"', [
  ...recorded.map(([time, lat, lon], i) => ({
    create_time: Date.parse(time),
    lat,
    lon,
    speed: i * 18,
    position_status: 0,
    temperature: -7.5,
    lock_status: 2,
  })),
  { create_time: Date.parse('2008-12-11T06:00:00Z'), position_status: 2 },
]);

describe('gpxOf', () => {
  const gpx = gpxOf(
    [track],
    [
      {
        at: Date.parse(recorded[1][0]),
        lat: 39.9,
        lon: 116.4,
        name: '<Alarm> & "stop" 停车\u0001',
      },
    ],
  );

  it('reads back point by point', () => {
    const { points, unread } = readTrack(gpx);
    expect(unread).toEqual([]);
    expect(points.map(({ time, lat, lon }) => [time, lat, lon])).toEqual(
      recorded.map(([time, lat, lon]) => [Date.parse(time), lat, lon]),
    );
  });

  it('splits at silence, and has the speed in m/s and the marks', () => {
    expect(gpx.match(/<trkseg>/g)).toHaveLength(2);
    expect(gpx).toContain('<gpxtpx:speed>5.00</gpxtpx:speed>');
    expect(gpx).toContain('&#60;Alarm&#62; &#38; &#34;stop&#34; 停车 </name>');
  });
});

describe('csvOf', () => {
  const words = {
    head: ['SN', 'Time', 'Lat', 'Lon', 'Fix', 'km/h', '°', 'Lock', 'Report', '%', 'V', '°C'],
    time: (ms: number) => new Date(ms).toISOString(),
    lockStatus: (value: number) => (value === 2 ? 'Sealed, "closed"' : ''),
    positionType: (value: number) => `=${value}`,
    reportType: String,
  };

  it('has each record, also without a place, and no cell that a spreadsheet would execute', () => {
    const csv = csvOf([track], words);
    expect(csv.startsWith('\uFEFF')).toBe(true);
    const { data } = Papa.parse<string[]>(csv.slice(1), { skipEmptyLines: true });
    expect(data).toHaveLength(7);
    expect(data[2]).toEqual([
      `'=cmd|"x"`,
      '2008-12-11T04:42:16.000Z',
      '39.898617',
      '116.391317',
      "'=0",
      '18',
      '',
      'Sealed, "closed"',
      '',
      '',
      '',
      '-7.5',
    ]);
    expect(data[6]?.slice(0, 6)).toEqual([
      `'=cmd|"x"`,
      '2008-12-11T06:00:00.000Z',
      '',
      '',
      "'=2",
      '',
    ]);
    // A negative number stays a number.
    const texts = data.flat().filter((text) => /^[=+@\t\r]|^-[^0-9]/.test(text));
    expect(texts).toEqual([]);
  });
});
