import { parseArgs } from 'node:util';
import { accessOf, type BrokerAccess, isSafeSn } from '../../fleet/link';

export const USAGE = `Publishes a recorded track as a lock would, live.

  replay FILE --sn SN [--speed N] [--trajectory NAME] [--original-time]
         [--url mqtt://HOST:PORT] [--password PASSWORD]

  FILE             GPX, or CSV with latitude, longitude and time
  --sn             the lock; choose one that does not report by itself
  --speed          how many times faster than it was recorded, 1 unless given
  --trajectory     which recording of the file; the one with most points unless given
  --original-time  keep the recorded times instead of the present
  --url            the broker; else MQTT_URL, else what a running server left in its data folder,
                   else mqtt://127.0.0.1:1883
  --password       log in as the lock itself`;

export interface ReplayOptions {
  file: string;
  sn: string;
  speed: number;
  trajectory?: string;
  originalTime: boolean;
  url?: string;
  password?: string;
}

/**
 * Reads the command line.
 * @returns undefined when help is asked for
 * @throws Error that says which argument is wrong
 */
export const replayOptions = (args: string[]): ReplayOptions | undefined => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sn: { type: 'string' },
      speed: { type: 'string', default: '1' },
      trajectory: { type: 'string' },
      'original-time': { type: 'boolean', default: false },
      url: { type: 'string' },
      password: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const [file, ...more] = positionals;
  const speed = Number(values.speed);
  const { sn, trajectory, url, password } = values;
  if (file === undefined || more.length > 0) throw new Error('name one file to replay');
  if (sn === undefined || !isSafeSn(sn)) throw new Error('--sn must be a serial number');
  if (!(speed > 0 && speed <= 10_000)) throw new Error('--speed must be above 0, at most 10000');
  return { file, sn, speed, trajectory, originalTime: values['original-time'], url, password };
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
 * Which broker, and as whom.
 * @param env MQTT_URL counts when there is no --url
 * @param stored the text a running server left in `mqtt.json`, undefined when there is none
 * @throws Error when an address or the stored text cannot be read
 */
export const replayAccess = (
  { sn, url, password }: Pick<ReplayOptions, 'sn' | 'url' | 'password'>,
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
