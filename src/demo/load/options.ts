import { parseArgs } from 'node:util';
import { accessOf, type BrokerAccess } from '../../server/fleet/link';

export const USAGE = `Measures a server of your own with simulated locks and operators, and proves that it loses no report.

  LOAD_PASSWORD=… load --url URL --user NAME --locks N --rate R [--seconds S] [--operators K]
                       [--mqtt URL] [--metrics URL]

  --url        address of the console
  --user       user who may add organisations, users and devices; the password is in LOAD_PASSWORD
  --locks      number of locks, over MQTT and those manufacturers' protocols whose ports are open
  --rate       reports a second of all locks together
  --seconds    duration; 30 by default
  --operators  number of operators who read lists, details and the map, and wait for changes; 2 by default
  --mqtt       external broker that lets every lock in
  --metrics    address of the server's metrics, http://HOST:PORT/metrics; the token is in METRICS_TOKEN

The locks and operators belong to an organisation of their own. They are deleted at the end and after Ctrl-C, and the
organisation is disabled: the next test uses it again. Its records stay as long as all records.
Exits with 1 if an acknowledged report is lost or stored twice, with 2 if the test cannot run.`;

const BOUNDS = {
  locks: [3, 10_000],
  rate: [1, 20_000],
  seconds: [1, 3_600],
  operators: [0, 200],
} as const;

/** Reports a second of one lock: its times are whole seconds, so that it needs 20 h for an hour of them. */
const MAX_RATE_OF_LOCK = 20;
/** The tool remembers each of them. */
const MAX_REPORTS = 2_000_000;

export interface LoadOptions extends Readonly<Record<keyof typeof BOUNDS, number>> {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** External broker; by default the address that Connect gives for a lock. */
  readonly mqtt?: BrokerAccess;
  readonly metrics?: { readonly url: string; readonly token: string };
}

const boundedNumber = (name: keyof typeof BOUNDS, text: string | undefined): number => {
  const [min, max] = BOUNDS[name];
  if (text !== undefined && /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max)
    return Number(text);
  throw new Error(`--${name} must be a whole number from ${min} to ${max}`);
};

const httpUrl = (name: string, text: string | undefined): string => {
  if (text !== undefined && URL.canParse(text) && /^https?:/.test(text))
    return text.replace(/\/+$/, '');
  throw new Error(`--${name} must be an address such as http://127.0.0.1:8020`);
};

const checkAmounts = ({ locks, rate, seconds }: Pick<LoadOptions, keyof typeof BOUNDS>): void => {
  if (rate > MAX_RATE_OF_LOCK * locks) {
    throw new Error(
      `--rate must be at most ${MAX_RATE_OF_LOCK} for each lock: ${MAX_RATE_OF_LOCK * locks}`,
    );
  }
  if (rate * seconds > MAX_REPORTS) {
    throw new Error(`--rate times --seconds must be at most ${MAX_REPORTS}`);
  }
};

/**
 * Parses the command line.
 * @param env has the secrets, which a list of processes would show in arguments
 * @returns undefined if help is requested
 * @throws Error that names the invalid argument
 */
export const loadOptions = (
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
): LoadOptions | undefined => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      ...{ url: text, user: text, locks: text, rate: text, mqtt: text, metrics: text },
      seconds: { type: 'string', default: '30' },
      operators: { type: 'string', default: '2' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const amounts = {
    locks: boundedNumber('locks', values.locks),
    rate: boundedNumber('rate', values.rate),
    seconds: boundedNumber('seconds', values.seconds),
    operators: boundedNumber('operators', values.operators),
  };
  checkAmounts(amounts);
  const url = httpUrl('url', values.url);
  const { user, mqtt, metrics } = values;
  const { LOAD_PASSWORD: password, METRICS_TOKEN: token } = env;
  if (!user) throw new Error('--user must be the login name of a user');
  if (!password) throw new Error('LOAD_PASSWORD must be the password of that user');
  if (metrics !== undefined && !token) throw new Error('METRICS_TOKEN must be that of the server');
  return {
    ...amounts,
    ...{ url, user, password },
    ...(mqtt !== undefined && { mqtt: accessOf(mqtt) }),
    ...(metrics !== undefined && token && { metrics: { url: httpUrl('metrics', metrics), token } }),
  };
};
