import { describe, expect, it } from 'vitest';
import { replayAccess, replayOptions } from '../../../../../src/server/tools/track/replayOptions';

describe('replayOptions', () => {
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

  it('fills in what is usual, and shows help', () => {
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
    ['the usual address', {}, {}, undefined, { url: 'mqtt://127.0.0.1:1883' }],
    [
      'what a server left',
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
      'the lock itself',
      { password: 'own' },
      { MQTT_URL: '' },
      stored,
      { url: 'mqtt://127.0.0.1:4', user: 'SD1', password: 'own' },
    ],
  ])('takes %s', (_, options, env, text, access) => {
    expect(replayAccess({ sn: 'SD1', ...options }, env, text)).toEqual(access);
  });

  it.each(['', '{}', '[]', '{"url":"http://x"}'])('refuses %j from the data folder', (text) => {
    expect(() => replayAccess({ sn: 'SD1' }, {}, text)).toThrow('mqtt.json');
  });
});
