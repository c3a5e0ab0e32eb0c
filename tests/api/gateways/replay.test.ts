import { expect, it } from 'vitest';
import { jointechClient } from '../../../src/demo/locks/jointechClient';
import { sendTrack } from '../../../src/demo/replay/sendTrack';
import { openTestGateway } from './openTestGateway';

it('a simulated lock of another protocol drives a recorded track', async () => {
  const sn = '7026009001';
  const house = await openTestGateway([{ sn, protocol: 1 }]);
  const port = house.link.gateways.find(({ family }) => family === 'jointech')?.port ?? 0;
  const from = Date.UTC(2026, 2, 1, 8);
  const points = Array.from({ length: 5 }, (_, i) => ({
    time: from + i * 60_000,
    lat: 22.5 + i / 100,
    lon: 114.2,
    speed: 40,
    course: 90,
  }));
  const acknowledgedCount = await sendTrack({
    protocolClient: jointechClient(sn),
    host: '127.0.0.1',
    port,
    points,
    speed: 10_000,
    originalTime: true,
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  expect(acknowledgedCount).toBe(5);
  const rows = await house.rows('deviceLocationRecord', sn);
  expect(rows.map(({ create_time }) => create_time)).toEqual(points.map(({ time }) => time));
  expect(rows[4]).toMatchObject({ lock_status: 2, lat: expect.closeTo(22.54, 5) });
});
