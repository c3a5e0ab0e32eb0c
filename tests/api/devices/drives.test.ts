import turfDistance from '@turf/distance';
import mqtt from 'mqtt';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LockReport } from '../../../src/domain/lock';
import {
  FIX_QUALITY,
  isGap,
  positionAt,
  type Track,
  type TrackAnswer,
  trackOfWire,
} from '../../../src/domain/track/track';
import type { OneTimeSecret } from '../../../src/protocol';
import { drives } from '../../unit/domain/track/drives';
import { demoServer } from '../startShipped';

const START = Math.floor(Date.now() / 1000) * 1000 - 30 * 60_000;

const names = Object.keys(drives);
const snOf = (name: string) => `DRIVE${names.indexOf(name) + 1}`;
const tracks = new Map<string, Track>();

/** Sends every drive as its lock would, and reads the tracks as the playback does. */
beforeAll(async () => {
  const server = await demoServer();
  const token = await server.signIn('harbour');
  const ask = async (path: string, body: object) => {
    const { verify, data } = await server.call(path, body, { token });
    expect(verify).toMatchObject({ sign: 'success' });
    return data;
  };
  const { list } = await ask('/device/list', { sn: 'SD2600001' });
  const drive = async (name: string) => {
    const sn = snOf(name);
    const { id } = await ask('/device/add', { sn, org_id: list[0].org_id });
    const { secrets } = (await ask('/device/connect', { ids: [id] })) as {
      secrets: OneTimeSecret[];
    };
    const lock = await mqtt.connectAsync(secrets[0]?.code ?? '', { clientId: sn });
    const reports = drives[name]?.sent ?? [];
    // The broker acknowledges once a report is stored.
    const acknowledgements = reports.map((report) => {
      const payload = JSON.stringify({ ...report, ts: START + report.ts });
      return lock.publishAsync(`seal/v1/${sn}/up/report`, payload, { qos: 1 });
    });
    await Promise.all(acknowledgements);
    await lock.endAsync();
  };
  await Promise.all(names.map(drive));
  const range = { sns: names.map(snOf), from: START, to: START + 30 * 60_000 };
  const answer: TrackAnswer = await ask('/track/get', range);
  for (const [i, wire] of answer.tracks.entries()) tracks.set(names[i] ?? '', trackOfWire(wire));
});

const trackOf = (name: string): Track => {
  const track = tracks.get(name);
  if (!track) throw new Error(`${name} was not answered`);
  return track;
};

const COMPARED = [
  'lat',
  'lon',
  'speed',
  'course',
  'electric',
  'lock_status',
  'position_status',
  'report_reson',
] as const;

const pointsOf = (track: Track) =>
  Array.from(track.at, (at, i) => [at, ...COMPARED.map((name) => track[name][i])]);

const recordedPoints = (reports: readonly LockReport[]) =>
  reports.map((report) => [
    START + report.ts,
    ...COMPARED.map((name) => report[name] ?? Number.NaN),
  ]);

/** Distance by another library, metres. */
const metres = (a: LockReport, b: LockReport) =>
  turfDistance([a.lon ?? 0, a.lat ?? 0], [b.lon ?? 0, b.lat ?? 0], { units: 'meters' });

describe.each(names)('%s', (name) => {
  const recorded = drives[name]?.recorded ?? [];
  const valid = recorded.filter(({ position_status }) => position_status === FIX_QUALITY.valid);

  it('is played back point by point as it was recorded', () => {
    expect(pointsOf(trackOf(name))).toEqual(recordedPoints(recorded));
  });

  it('is as long as Turf measures it', () => {
    const length = valid.reduce(
      (sum, report, i) => sum + metres(valid[i - 1] ?? report, report),
      0,
    );
    expect(trackOf(name).along.at(-1)).toBeCloseTo(length, -1);
    expect(length).toBeGreaterThan(15_000);
  });

  it('never jumps between two moments', () => {
    const track = trackOf(name);
    let before = positionAt(track, START);
    for (let time = START; time < START + 26 * 60_000; time += 500) {
      const here = positionAt(track, time);
      if (!here || !before) throw new Error('It is nowhere');
      const [from, to] = [before, here].map(({ lat, lon }) => [lon, lat] as [number, number]);
      const step = turfDistance(from ?? [0, 0], to ?? [0, 0], { units: 'meters' });
      // In a silence the position is held, and continues where the lock is heard again.
      if (before.state === 'moving' && here.state === 'moving' && before.n === here.n) {
        expect(step).toBeLessThan(30);
      }
      before = here;
    }
  });
});

it('a tunnel is one silence, from the last position before it to the first one after it', () => {
  const track = trackOf('a truck through a tunnel');
  const times = Array.from(track.line, (record) => track.at[record]);
  const gaps = times.flatMap((to, n) => (isGap(track, n) ? [{ from: times[n - 1], to }] : []));
  const seen = (drives['a truck through a tunnel']?.recorded ?? []).filter(
    ({ position_status }) => position_status === FIX_QUALITY.valid,
  );
  const [from, to] = seen.flatMap((report, i) =>
    report.ts - (seen[i - 1]?.ts ?? report.ts) > 60_000 ? [seen[i - 1], report] : [],
  );
  expect(gaps).toMatchObject([{ from: START + (from?.ts ?? 0), to: START + (to?.ts ?? 0) }]);
});
