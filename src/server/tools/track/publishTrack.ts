import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IClientOptions, MqttClient } from 'mqtt';
import { LOCK } from '../../../domain/lock';
import type { LockReport } from '../../../domain/report';
import { type BrokerAccess, connectMqtt, presenceWord, upTopic } from '../../fleet/link';
import type { MovingPoint } from './withMotion';

export interface PublishTrackOptions {
  access: BrokerAccess;
  sn: string;
  points: readonly MovingPoint[];
  /** How many times faster than recorded. */
  speed: number;
  /** Whether reports carry the recorded times instead of the present. */
  originalTime: boolean;
  /** After each point. */
  onProgress: (sent: number, point: MovingPoint) => void;
  /** Ends the replay early, without an error. */
  signal: AbortSignal;
}

const loginOf = (access: BrokerAccess, sn: string): IClientOptions => {
  const will = {
    topic: upTopic(sn, 'status'),
    payload: Buffer.from(presenceWord(false)),
    qos: 1 as const,
    retain: true,
  };
  // The broker knows a lock by its client name; anybody else must not take it.
  const clientId = access.user === sn ? sn : `replay-${randomBytes(6).toString('hex')}`;
  return { clientId, will, reconnectPeriod: 0, connectTimeout: 10_000 };
};

/** Rejects with what ends the connection. */
const lossOf = (client: MqttClient, url: string): Promise<never> =>
  new Promise((_, reject) => {
    client.on('error', (error) => reject(new Error(`${url}: ${error.message || error}`)));
    client.once('close', () => reject(new Error(`${url}: the broker closed the connection`)));
  });

const reportOf = (point: MovingPoint, ts: number): LockReport => ({
  ts,
  report_reson: 0,
  lock_status: LOCK.sealed,
  position_status: 0,
  lat: point.lat,
  lon: point.lon,
  speed: point.speed,
  course: point.course,
});

const publishAll = async (client: MqttClient, options: PublishTrackOptions): Promise<number> => {
  const { sn, points, speed, originalTime, onProgress, signal } = options;
  const started = performance.now();
  const first = points[0]?.time ?? 0;
  let sent = 0;
  for (const point of points) {
    const wait = (point.time - first) / speed - (performance.now() - started);
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    const report = reportOf(point, originalTime ? point.time : Date.now());
    await client.publishAsync(upTopic(sn, 'report'), JSON.stringify(report), { qos: 1 });
    onProgress(++sent, point);
  }
  return sent;
};

/**
 * Publishes points as a lock reports them, spaced as they were recorded.
 * @returns how many were sent
 * @throws Error when the broker cannot be reached, refuses the login or closes the connection
 */
export const publishTrack = async (options: PublishTrackOptions): Promise<number> => {
  const { access, sn } = options;
  const client = connectMqtt(access, loginOf(access, sn));
  const lost = lossOf(client, access.url);
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const connected = new Promise<void>((resolve) => client.once('connect', () => resolve()));
  const say = (online: boolean): Promise<unknown> =>
    client.publishAsync(upTopic(sn, 'status'), presenceWord(online), { qos: 1, retain: true });
  try {
    await Promise.race([connected, lost]);
    await Promise.race([say(true), lost]);
    const sent = await Promise.race([publishAll(client, { ...options, signal }), lost]);
    await Promise.race([say(false), lost]);
    return sent;
  } finally {
    ended.abort();
    await client.endAsync(!client.connected);
  }
};
