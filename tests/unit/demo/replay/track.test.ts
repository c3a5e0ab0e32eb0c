import { describe, expect, it } from 'vitest';
import { addMotion, parseTime, readTrack, skippedPoints } from '../../../../src/demo/replay/track';

const geolife = `X;Y;fid;id;sequence;trajectory_id;tracker;t
116.391305;39.898573;1;1;1;1;19;2008-12-11 04:42:14+00
116.391317;39.898617;2;2;2;1;19;2008-12-11 04:42:16+00
116.5;39.9;3;3;1;2;19;2008-12-12 04:43:32+00
116.7;39.7;4;4;3;2;19;2008-12-12 04:43:40+00
116.6;39.8;5;5;2;2;19;2008-12-12 04:43:36+00
`;

const gpx = `<?xml version="1.0" encoding="UTF-8"?>
<gpx creator="x" xmlns="http://www.topografix.com/GPX/1/1" version="1.1">
 <metadata><time>2019-02-18T07:00:00Z</time></metadata>
 <wpt lat="1" lon="2"><time>2019-02-18T07:00:00Z</time></wpt>
 <trk><name><![CDATA[<trkpt lat="9" lon="9"><time>2019-02-18T07:00:00Z</time></trkpt>]]></name>
  <trkseg>
   <trkpt lat="52.6291510" lon="-8.6617460"><ele>19.5</ele><time>2019-02-18T07:45:50Z</time></trkpt>
   <!-- <trkpt lat="0" lon="0"><time>2019-02-18T07:45:51Z</time></trkpt> -->
   <trkpt lat="52.7" lon="-8.7"/>
   <trkpt lat="52.8" lon="-8.8"><ele>1</ele></trkpt>
   <trkpt lon='-8.6617230' lat='52.6291030'>
     <time>
       2019-02-18T07:45:52Z
     </time>
   </trkpt>
  </trkseg>
  <trkseg>
   <trkpt lat="91" lon="0"><time>2019-02-18T07:45:53Z</time></trkpt>
   <trkpt lat="52.63" lon="-8.66"><time>2019-02-18T07:45:54Z</time></trkpt>
  </trkseg>
 </trk>
 <trk><trkseg>
   <gpx:trkpt lat="10" lon="20"><gpx:time>2019-02-18T08:00:00Z</gpx:time></gpx:trkpt>
 </trkseg></trk>
</gpx>`;

const csv = (head: string, ...lines: string[]): string => [head, ...lines].join('\r\n');
const noon = '2024-05-01T12:00:00Z';
const point = { lat: 1.5, lon: 2.5, time: Date.UTC(2024, 4, 1, 12) };

describe('readTrack', () => {
  it('reads the longest recording, in order of time', () => {
    expect(readTrack(geolife).points.map(({ lat, lon }) => [lat, lon])).toEqual([
      [39.9, 116.5],
      [39.8, 116.6],
      [39.7, 116.7],
    ]);
  });

  it('reads the selected recording', () => {
    expect(readTrack(geolife, { trajectory: '1' }).points).toEqual([
      { lat: 39.898573, lon: 116.391305, time: Date.UTC(2008, 11, 11, 4, 42, 14) },
      { lat: 39.898617, lon: 116.391317, time: Date.UTC(2008, 11, 11, 4, 42, 16) },
    ]);
    expect(readTrack(gpx, { trajectory: '2' }).points).toEqual([
      { lat: 10, lon: 20, time: Date.UTC(2019, 1, 18, 8) },
    ]);
  });

  it('lists the recordings in the file', () => {
    expect(() => readTrack(geolife, { trajectory: '7' })).toThrow('no trajectory 7, only 1, 2');
  });

  it('reads GPX points with a place and a time, and no others', () => {
    expect(readTrack(gpx).points).toEqual([
      { lat: 52.629151, lon: -8.661746, time: Date.UTC(2019, 1, 18, 7, 45, 50) },
      { lat: 52.629103, lon: -8.661723, time: Date.UTC(2019, 1, 18, 7, 45, 52) },
      { lat: 52.63, lon: -8.66, time: Date.UTC(2019, 1, 18, 7, 45, 54) },
    ]);
  });

  it('reads GPX with names in upper case', () => {
    const text = `<GPX><TRK><TRKPT LAT="1.5" LON="2.5E0"><TIME>${noon}</TIME></TRKPT></TRK></GPX>`;
    expect(readTrack(text).points).toEqual([point]);
  });

  it('reads a truncated GPX file', () => {
    expect(readTrack(gpx.slice(0, gpx.indexOf('<trkpt lon=') + 20)).points).toHaveLength(1);
  });

  it.each([
    ['commas', csv('lat,lon,time', `1.5,2.5,${noon}`)],
    ['semicolons', csv('time;lon;lat', `${noon};2.5;1.5`)],
    ['tabs', csv('time\tlon\tlat\tnote', `${noon}\t2.5\t1.5\ta, b`)],
    ['a byte order mark', `\uFEFF${csv('lat,lon,time', `1.5,2.5,${noon}`)}`],
    ['long names', csv('Latitude,Longitude,Timestamp', `1.5,2.5,${noon}`)],
    ['quotes', csv('note,"lat","lon",time', `"a, ""b""",1.5,"2.5",${noon}`)],
    ['seconds since 1970', csv('lat,lng,t', `1.5,2.5,${point.time / 1000}`)],
    ['spaces', csv(' lat , lon , time ', ` 1.5 , 2.5 , ${noon} `)],
    [
      'broken lines',
      csv('lat,lon,time', '', 'x', `,2.5,${noon}`, `1.5,2.5,`, `95,2,${noon}`, `1.5,2.5,${noon}`),
    ],
  ])('reads CSV with %s', (_, text) => {
    expect(readTrack(text).points).toEqual([point]);
  });

  it('reads the given columns, including speed', () => {
    const text = csv('when,north,east,v', `${noon},1.5,2.5,42.5`, `${noon},1.5,2.5,`);
    const columns = { lat: 'North', lon: 'east', time: 'when', speed: 'v' };
    const { points } = readTrack(text, { columns });
    expect(points).toEqual([{ ...point, speed: 42.5 }, point]);
    expect(addMotion(points)[0]).toMatchObject({ speed: 42.5 });
    expect(() => readTrack(text, { columns: { ...columns, lat: 'y' } })).toThrow(
      'no column y, only when, north, east, v',
    );
  });

  it.each([
    [
      'a line with times beside it',
      {
        type: 'Feature',
        properties: { coordTimes: [noon, noon] },
        geometry: {
          type: 'LineString',
          coordinates: [
            [2.5, 1.5],
            [2.5, 1.5],
          ],
        },
      },
      2,
    ],
    [
      'points with their time',
      {
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { timestamp: noon },
            geometry: { type: 'Point', coordinates: [2.5, 1.5] },
          },
        ],
      },
      1,
    ],
    [
      'points whose properties have names in other case',
      {
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { TIMESTAMP: noon },
            geometry: { type: 'Point', coordinates: [2.5, 1.5] },
          },
        ],
      },
      1,
    ],
    [
      'a line whose properties have names in other case',
      {
        type: 'Feature',
        properties: { CoordinateProperties: { Times: [noon] } },
        geometry: { type: 'LineString', coordinates: [[2.5, 1.5]] },
      },
      1,
    ],
    [
      'a bare line with times in its coordinates',
      { type: 'LineString', coordinates: [[2.5, 1.5, 0, point.time]] },
      1,
    ],
  ])('reads GeoJSON: %s', (_, json, count) => {
    expect(readTrack(JSON.stringify(json)).points).toEqual(
      Array.from({ length: count }, () => point),
    );
  });

  it('reports line and value of an unreadable row, and the number of others', () => {
    const text = csv(
      'lat,lon,time,track_id',
      `1.5,2.5,${noon},a`,
      `abc,2.5,${noon},a`,
      '',
      `1.5,2.5,soon,a`,
      `1.5,2.5,${noon},a`,
      `1.5,2.5,${noon},b`,
    );
    const recording = readTrack(text);
    expect(recording.unread).toEqual(['line 3: no latitude: "abc"', 'line 5: no time: "soon"']);
    expect(skippedPoints(recording)).toEqual([
      'left out: 1 other track with 1 point; choose one by --trajectory',
      'left out: 2 points that cannot be read',
      '  line 3: no latitude: "abc"',
      '  line 5: no time: "soon"',
    ]);
    expect(readTrack(gpx).unread).toEqual([
      'line 9: no time: ""',
      'line 10: no time: ""',
      'line 18: no latitude: "91"',
    ]);
    expect(skippedPoints(readTrack(gpx, { trajectory: '1' }))[0]).toContain(
      '1 other track with 1 point',
    );
  });

  it.each([
    ['{"type"', 'no JSON'],
    [csv('lat,lon,time', 'a,b,c'), 'line 2: no latitude: "a"'],
    ['', 'without a column lat'],
    [csv('lat,lon', '1,2'), 'without a column time'],
    [csv('lat,lon,time'), 'no points'],
    ['<gpx></gpx>', 'no points'],
    ['<html>oops', 'no points'],
  ])('explains the error in %j', (text, message) => {
    expect(() => readTrack(text)).toThrow(message);
  });
});

describe('parseTime', () => {
  it.each([
    ['2008-12-11 04:42:14+00', Date.UTC(2008, 11, 11, 4, 42, 14)],
    ['2019-02-18T07:45:50Z', Date.UTC(2019, 1, 18, 7, 45, 50)],
    ['2019-02-18T07:45:50.250Z', Date.UTC(2019, 1, 18, 7, 45, 50, 250)],
    ['2019-02-18T07:45:50', Date.UTC(2019, 1, 18, 7, 45, 50)],
    ['2019-02-18 07:45', Date.UTC(2019, 1, 18, 7, 45)],
    ['2019-02-18 07:45:50 UTC', Date.UTC(2019, 1, 18, 7, 45, 50)],
    ['2019-02-18T07:45:50+0530', Date.UTC(2019, 1, 18, 2, 15, 50)],
    [' 2019-02-18T07:45:50-08:00 ', Date.UTC(2019, 1, 18, 15, 45, 50)],
    ['1550475950', 1_550_475_950_000],
    ['1550475950.5', 1_550_475_950_500],
    ['1550475950123', 1_550_475_950_123],
    ['', undefined],
    [undefined, undefined],
    ['yesterday', undefined],
    ['2019-02-18', undefined],
    ['2019-13-45T07:45:50Z', undefined],
    ['18/02/2019 07:45', undefined],
    ['12', undefined],
  ])('reads %j as %s', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });
});

const at = (lat: number, lon: number, seconds: number) => ({ lat, lon, time: seconds * 1000 });
const motions = (...points: ReturnType<typeof at>[]): [number, number][] =>
  addMotion(points).map(({ speed, course }) => [speed, course]);

describe('addMotion', () => {
  it('computes speed and course from the previous point, and for the first from the second', () => {
    // 0.01 degrees of latitude are 1,112 m.
    expect(motions(at(0, 0, 0), at(0.01, 0, 60), at(0.01, 0.01, 180))).toEqual([
      [66.7, 0],
      [66.7, 0],
      [33.4, 90],
    ]);
  });

  it('keeps the course of a resting lock', () => {
    expect(motions(at(0, 0, 0), at(0, -0.01, 60), at(0, -0.010001, 120))).toEqual([
      [66.7, 270],
      [66.7, 270],
      [0, 270],
    ]);
  });

  it('keeps the speed between points of one moment, and limits the speed of a jump', () => {
    expect(motions(at(0, 0, 0), at(0.01, 0, 60), at(0.02, 0, 60), at(5, 0, 70))).toEqual([
      [66.7, 0],
      [66.7, 0],
      [66.7, 0],
      [200, 0],
    ]);
  });

  it('accepts a single point and no point', () => {
    expect(motions(at(1, 2, 3))).toEqual([[0, 0]]);
    expect(motions()).toEqual([]);
  });
});
