import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { IClientOptions, MqttClient } from 'mqtt';
import { LOCK, type LockReport } from '../../domain/lock';
import { ownValue } from '../../domain/ownValue';
import {
  accessOf,
  type BrokerAccess,
  connectMqtt,
  isSafeSn,
  presencePayload,
  upTopic,
} from '../../server/fleet/link';
import { simulatedProtocols } from '../locks/protocolClients';
import type { MovingPoint } from './track';

export interface PublishTrackOptions {
  access: BrokerAccess;
  sn: string;
  points: readonly MovingPoint[];
  /** Playback rate. */
  speed: number;
  /** True if reports carry the recorded times instead of the current time. */
  originalTime: boolean;
  onProgress: (sent: number, point: MovingPoint) => void;
  /** Ends the replay early, without an error. */
  signal: AbortSignal;
}

const loginOf = (access: BrokerAccess, sn: string): IClientOptions => {
  const will = {
    topic: upTopic(sn, 'status'),
    payload: Buffer.from(presencePayload(false)),
    qos: 1 as const,
    retain: true,
  };
  // The broker identifies a lock by its client id, so no other login may use it.
  const clientId = access.user === sn ? sn : `replay-${randomBytes(6).toString('hex')}`;
  return { clientId, will, reconnectPeriod: 0, connectTimeout: 10_000 };
};

/** Rejects when the connection is lost. */
const lossOf = (client: MqttClient, url: string): Promise<never> =>
  new Promise((_, reject) => {
    client.on('error', (error) => reject(new Error(`${url}: ${error.message || error}`)));
    client.once('close', () => reject(new Error(`${url}: the broker closed the connection`)));
  });

export const reportOf = (point: Omit<MovingPoint, 'time'>, ts: number): LockReport => ({
  ts,
  report_reson: 0,
  lock_status: LOCK.sealed,
  position_status: 0,
  lat: point.lat,
  lon: point.lon,
  speed: point.speed,
  course: point.course,
});

/** Sends the points as reports, at the recorded intervals. @returns the number of reports sent */
export const sendReports = async (
  { points, speed, originalTime, onProgress, signal }: Omit<PublishTrackOptions, 'access' | 'sn'>,
  send: (report: LockReport) => unknown,
): Promise<number> => {
  const started = performance.now();
  const first = points[0]?.time ?? 0;
  let sent = 0;
  for (const point of points) {
    const wait = (point.time - first) / speed - (performance.now() - started);
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    await send(reportOf(point, originalTime ? point.time : Date.now()));
    onProgress(++sent, point);
  }
  return sent;
};

/**
 * Publishes points as reports of a lock, at the recorded intervals.
 * @returns the number of reports sent
 * @throws Error if the broker cannot be reached, refuses the login or closes the connection
 */
export const publishTrack = async (options: PublishTrackOptions): Promise<number> => {
  const { access, sn } = options;
  const client = connectMqtt(access, loginOf(access, sn));
  const lost = lossOf(client, access.url);
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const sendPresence = (online: boolean): Promise<unknown> =>
    client.publishAsync(upTopic(sn, 'status'), presencePayload(online), { qos: 1, retain: true });
  const sendAll = async (): Promise<number> => {
    await new Promise<void>((resolve) => client.once('connect', () => resolve()));
    await sendPresence(true);
    const sent = await sendReports({ ...options, signal }, (report) =>
      client.publishAsync(upTopic(sn, 'report'), JSON.stringify(report), { qos: 1 }),
    );
    await sendPresence(false);
    return sent;
  };
  try {
    return await Promise.race([lost, sendAll()]);
  } finally {
    stopped.abort();
    await client.endAsync(!client.connected);
  }
};

export const USAGE = `Publishes a recorded track as a lock would, live.

  replay FILE --sn SN [--speed N] [--trajectory NAME] [--original-time]
         [--lat COLUMN] [--lon COLUMN] [--time COLUMN] [--speed-column COLUMN]
         [--url mqtt://HOST:PORT] [--password PASSWORD] [--protocol NAME --port PORT [--host HOST]]

  FILE             GPX, GeoJSON, or columns of latitude, longitude and time (tabs, commas or semicolons)
  --lat, --lon, --time, --speed-column
                   names of these columns, if the file has other than the usual ones; speed in km/h
  --sn             serial number of a lock that does not report by itself
  --speed          playback rate; 1 by default
  --trajectory     recording in the file; the one with most points by default
  --original-time  keep the recorded times instead of the present; the server replaces those of before its records
  --url            the broker; by default MQTT_URL, the broker of a server that runs on DATA_DIR, or
                   mqtt://127.0.0.1:1883
  --password       log in as the lock itself
  --protocol       manufacturer's protocol to use over TCP instead: ${Object.keys(simulatedProtocols).join(' or ')}
  --host, --port   address of its listener; HOST is 127.0.0.1 by default`;

/** @throws Error that names the invalid argument */
const nativeOf = (name: string | undefined, host: string, port: string | undefined) => {
  if (name === undefined) return undefined;
  const protocol = ownValue(simulatedProtocols, name);
  if (protocol === undefined) {
    throw new Error(`--protocol must be one of ${Object.keys(simulatedProtocols).join(', ')}`);
  }
  const number = Number(port);
  if (!(Number.isInteger(number) && number > 0 && number < 65_536)) {
    throw new Error('--port must be where the server listens for the protocol');
  }
  return { protocol, host, port: number };
};

/** Parses the command line. @returns undefined if help is requested @throws Error that names the invalid argument */
export const replayOptions = (args: string[]) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sn: { type: 'string' },
      speed: { type: 'string', default: '1' },
      trajectory: { type: 'string' },
      lat: { type: 'string' },
      lon: { type: 'string' },
      time: { type: 'string' },
      'speed-column': { type: 'string' },
      'original-time': { type: 'boolean', default: false },
      url: { type: 'string' },
      password: { type: 'string' },
      protocol: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const [file, ...more] = positionals;
  const speed = Number(values.speed);
  const { sn, trajectory, url, password, lat, lon, time, 'speed-column': column } = values;
  if (file === undefined || more.length > 0) throw new Error('name one file to replay');
  if (sn === undefined || !isSafeSn(sn) || !/^\S{1,32}$/.test(sn)) {
    throw new Error('--sn must be the serial number of a device: at most 32 characters, no blanks');
  }
  if (!(speed > 0 && speed <= 10_000)) throw new Error('--speed must be above 0, at most 10000');
  const native = nativeOf(values.protocol, values.host, values.port);
  const columns = Object.fromEntries(
    Object.entries({ lat, lon, time, speed: column }).filter(([, name]) => name !== undefined),
  );
  return {
    file,
    sn,
    speed,
    trajectory,
    ...(Object.keys(columns).length > 0 && { columns }),
    originalTime: values['original-time'],
    url,
    password,
    ...(native && { native }),
  };
};

const storedAccess = (text: string): BrokerAccess => {
  try {
    const { url, user, password }: Partial<BrokerAccess> = JSON.parse(text);
    return { ...accessOf(String(url)), user, password };
  } catch (error) {
    throw new Error('the mqtt.json in the data folder cannot be read', { cause: error });
  }
};

/**
 * Chooses the broker and the login.
 * @param env its MQTT_URL is used if there is no --url
 * @param stored content of `mqtt.json`, written by a running server; undefined if there is none
 * @throws Error if an address or the stored content is invalid
 */
export const replayAccess = (
  { sn, url, password }: { readonly sn: string; url?: string; password?: string },
  env: Readonly<Record<string, string | undefined>>,
  stored: string | undefined,
): BrokerAccess => {
  const address = url ?? (env.MQTT_URL || undefined);
  const access =
    address !== undefined
      ? accessOf(address)
      : stored !== undefined
        ? storedAccess(stored)
        : { url: 'mqtt://127.0.0.1:1883' };
  return password === undefined ? access : { url: access.url, user: sn, password };
};
