import { describe, expect, it, vi } from 'vitest';
import {
  type PublishTrackOptions,
  publishTrack,
  replayAccess,
  replayOptions,
} from '../../../../src/demo/replay/publishTrack';
import type { LockReport } from '../../../../src/domain/lock';
import { openTestLink, passwordOf, type TestLink } from '../../server/fleet/link/openTestLink';

const points = Array.from({ length: 6 }, (_, i) => ({
  lat: 30 + i / 1000,
  lon: 120,
  time: Date.UTC(2019, 0, 1) + i * 1000,
  speed: 40 + i,
  course: 0,
}));

const replay = (link: TestLink, more: Partial<PublishTrackOptions> = {}): Promise<number> =>
  publishTrack({
    access: link.access,
    sn: 'SD1',
    points,
    speed: 100,
    originalTime: false,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...more,
  });

const heardOn = (link: TestLink): { reports: LockReport[]; presence: boolean[] } => {
  const reports: LockReport[] = [];
  const presence: boolean[] = [];
  link.on('report', (_, report) => reports.push(report));
  link.on('presence', (_, online) => presence.push(online));
  return { reports, presence };
};

describe('publishTrack', () => {
  it('sends each point live and in order, between online and offline', async () => {
    const link = await openTestLink();
    const { reports, presence } = heardOn(link);
    const seen: number[] = [];
    const before = Date.now();
    expect(await replay(link, { onProgress: (sent) => seen.push(sent) })).toBe(6);
    await vi.waitFor(() => expect(presence).toEqual([true, false]));
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    expect(reports.map(({ lat, lon, speed, course }) => ({ lat, lon, speed, course }))).toEqual(
      points.map(({ lat, lon, speed, course }) => ({ lat, lon, speed, course })),
    );
    expect(reports.every((report) => report.report_reson === 0 && report.lock_status === 2)).toBe(
      true,
    );
    const times = reports.map(({ ts }) => ts);
    expect(times[0]).toBeGreaterThanOrEqual(before);
    // Five recorded seconds at a hundred times the speed.
    expect((times[5] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(45);
  });

  it('sends the recorded times on request', async () => {
    const link = await openTestLink();
    const { reports } = heardOn(link);
    await replay(link, { originalTime: true });
    await vi.waitFor(() =>
      expect(reports.map(({ ts }) => ts)).toEqual(points.map(({ time }) => time)),
    );
  });

  it('logs in as the lock itself', async () => {
    const link = await openTestLink();
    const { reports } = heardOn(link);
    await replay(link, { access: { url: link.url, user: 'SD1', password: passwordOf('SD1') } });
    await vi.waitFor(() => expect(reports).toHaveLength(6));
  });

  it.each([
    ['refuses the login', 'SD1', 'wrong', /refused/i],
    ['lets no lock publish for another', 'SD2', passwordOf('SD2'), /refused/i],
  ])('reports that the broker %s', async (_, user, password, message) => {
    const link = await openTestLink();
    await expect(replay(link, { access: { url: link.url, user, password } })).rejects.toThrow(
      message,
    );
  });

  it('reports a missing broker', async () => {
    const link = await openTestLink();
    await expect(replay(link, { access: { url: 'mqtt://127.0.0.1:9' } })).rejects.toThrow(
      'mqtt://127.0.0.1:9',
    );
  });

  it('reports at once that the broker disconnected', async () => {
    const link = await openTestLink();
    const running = replay(link, { speed: 0.001, onProgress: () => void link.close() });
    await expect(running).rejects.toThrow('closed the connection');
  });

  it('stops on request', async () => {
    const link = await openTestLink();
    const { presence } = heardOn(link);
    const stop = new AbortController();
    const options = { speed: 0.001, signal: stop.signal, onProgress: () => stop.abort() };
    expect(await replay(link, options)).toBe(1);
    await vi.waitFor(() => expect(presence).toEqual([true, false]));
  });
});

describe('replayOptions', () => {
  it('reads the names of columns', () => {
    const named = ['--lat', 'n', '--lon', 'e', '--time', 'w', '--speed-column', 'v'];
    expect(replayOptions(['a.tsv', '--sn', 'SD1', ...named])).toMatchObject({
      columns: { lat: 'n', lon: 'e', time: 'w', speed: 'v' },
    });
  });

  it('reads a full command line', () => {
    const args = ['a.gpx', '--sn', 'SD1', '--speed', '2.5', '--trajectory', '4', '--original-time'];
    expect(replayOptions([...args, '--url', 'mqtt://h', '--password', 'p'])).toEqual({
      file: 'a.gpx',
      sn: 'SD1',
      speed: 2.5,
      trajectory: '4',
      originalTime: true,
      url: 'mqtt://h',
      password: 'p',
    });
  });

  it('uses defaults, and shows help', () => {
    expect(replayOptions(['--sn', 'SD1', 'a.csv'])).toMatchObject({
      speed: 1,
      originalTime: false,
    });
    expect(replayOptions(['--help'])).toBeUndefined();
  });

  it.each([
    [['--sn', 'SD1'], 'one file'],
    [['a', 'b', '--sn', 'SD1'], 'one file'],
    [['a'], '--sn'],
    [['a', '--sn', 'S/1'], '--sn'],
    [['a', '--sn', 'S 1'], '--sn'],
    [['a', '--sn', 'S'.repeat(33)], '--sn'],
    [['a', '--sn', 'S', '--speed', '0'], '--speed'],
    [['a', '--sn', 'S', '--speed', 'fast'], '--speed'],
    [['a', '--sn', 'S', '--fast'], '--fast'],
  ])('refuses %j', (args, message) => {
    expect(() => replayOptions(args)).toThrow(message);
  });
});

describe('replayAccess', () => {
  const stored = '{"url":"mqtt://127.0.0.1:4","user":"$server","password":"s"}';
  it.each([
    ['the default address', {}, {}, undefined, { url: 'mqtt://127.0.0.1:1883' }],
    [
      'the server’s stored address',
      {},
      {},
      stored,
      { url: 'mqtt://127.0.0.1:4', user: '$server', password: 's' },
    ],
    [
      'MQTT_URL',
      {},
      { MQTT_URL: 'mqtt://u:p@h' },
      stored,
      { url: 'mqtt://h', user: 'u', password: 'p' },
    ],
    ['--url', { url: 'mqtt://cli' }, { MQTT_URL: 'mqtt://h' }, stored, { url: 'mqtt://cli' }],
    [
      'the lock’s own password',
      { password: 'own' },
      { MQTT_URL: '' },
      stored,
      { url: 'mqtt://127.0.0.1:4', user: 'SD1', password: 'own' },
    ],
  ])('uses %s', (_, options, env, text, access) => {
    expect(replayAccess({ sn: 'SD1', ...options }, env, text)).toEqual(access);
  });

  it.each(['', '{}', '[]', '{"url":"http://x"}'])('refuses %j in the data folder', (text) => {
    expect(() => replayAccess({ sn: 'SD1' }, {}, text)).toThrow('mqtt.json');
  });
});
