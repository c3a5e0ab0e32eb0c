import { isIP, isIPv6 } from 'node:net';
import { type Locale, localeOf, locales } from '../domain/label';
import { LOGIN_PASSWORD_MIN } from '../domain/system';
import { PASSWORD_COST, PASSWORD_COSTS } from './auth';
import { families, type GatewayPorts } from './gateways';
import { mapServicesOf } from './http';
import { type SendSms, smsOverHttp, smsToFile } from './notify/sms';
import { withSecretFiles } from './settings';
import type { TraccarApi } from './traccar';

/** Settings of the server, read from environment variables. */
export interface ServerOptions {
  /** 0 picks any free port. */
  readonly port: number;
  readonly host: string;
  /** Folder of all data that must survive a restart. */
  readonly dataDir: string;
  /** URL of an external PostgreSQL; by default the server runs its own. */
  readonly databaseUrl?: string;
  /** True if `databaseUrl` is a pooler in transaction mode. */
  readonly hasTransactionPooler?: boolean;
  /** True to change the tables although servers use them that may not bear it. */
  readonly upgradesNow?: boolean;
  /** URL of an external MQTT broker, with credentials; by default the server runs its own. */
  readonly mqttUrl?: string;
  /** Name of the group of servers that share the external broker. Each message is handled by one of them. */
  readonly sharedGroup?: string;
  /** True to join the group with an older database than it has used, such as a restored backup. */
  readonly takesGroup: boolean;
  readonly mqttPort: number;
  readonly mqttListen: string;
  /** URL where locks reach the broker, if it differs from the address that it listens on. */
  readonly mqttPublicUrl?: string;
  /** Port for each family of manufacturers' protocols. A family without a port is off. */
  readonly gatewayPorts: GatewayPorts;
  readonly gatewayListen: string;
  /** Public host name of the gateways, if it differs from `gatewayListen`. */
  readonly gatewayPublicHost?: string;
  /**
   * True if a JT/T 808 lock must present the authentication code of its registration before its reports are accepted.
   */
  readonly jt808Auth: boolean;
  /** Simulated locks of the demo organisation; 0 turns the demo off. */
  readonly demoLocks: number;
  /** Days of history generated for a new demo. */
  readonly demoDays: number;
  /** Language of the names and texts in a new demo. */
  readonly demoLocale: Locale;
  /** Token that Traccar must send with forwarded data; without it forwarded data is refused. */
  readonly traccarToken?: string;
  /** API that sends commands to Traccar's trackers; without it they get none. */
  readonly traccarApi?: TraccarApi;
  /** Base URL where locks reach this server, for the files that they download. */
  readonly publicUrl?: string;
  /** Base URL of uploaded files for browsers, without a trailing slash. By default the server serves them itself. */
  readonly imageServerUrl?: string;
  /**
   * Tile services for the maps, in the syntax of `mapServicesOf` (http/maps.ts) and the console's `parseMapServices`.
   */
  readonly mapService?: string;
  /** Addresses of reverse proxies whose forwarding headers are trusted; `true` trusts any. */
  readonly trustProxy: boolean | string;
  /** Secret by which calls are signed. By default a fixed one in the demo, otherwise one stored in the database. */
  readonly signSecret?: string;
  /** Cost of a password hash: log2 of scrypt's N. */
  readonly passwordCost: number;
  /** Sends text messages; without it none are sent. */
  readonly sms?: SendSms;
  /** File to which `sms` writes instead of sending. */
  readonly smsFile?: string;
  /** True if webhooks may target private networks and plain HTTP. */
  readonly webhookPrivate?: boolean;
  readonly metrics?: MetricsOptions;
  /** Seconds between the signal to stop, when `/readyz` begins to fail, and the end. */
  readonly drainSeconds: number;
  readonly title: string;
  /** Time for a lock to reply to a command, ms; `REPLY_LIMIT` by default. The environment cannot set it. */
  readonly replyLimit?: number;
  /** First administrator's password outside the demo; by default generated and written to `dataDir`. */
  readonly adminPassword?: string;
  /** Folder of the built console; without it only the API is served. */
  readonly clientDir?: string;
}

/** Port for monitoring, apart from that of the console. */
export interface MetricsOptions {
  readonly port: number;
  /** Token that a reader of metrics must send. */
  readonly token: string;
}

interface Range {
  readonly min?: number;
  readonly max: number;
  /** Meaning of the value 0, for the error message. */
  readonly zero?: string;
}

const numberOf = (
  name: string,
  text: string | undefined,
  fallback: number,
  { min = 0, max, zero }: Range,
): number => {
  if (text === undefined || text === '') return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  const range = zero ? `1 to ${max}, or 0 for ${zero}` : `${min} to ${max}`;
  throw new Error(`${name} must be a whole number, ${range}, not ${text}`);
};

const PORTS: Range = { max: 65_535, zero: 'any free port' };
/** Serial numbers from 95,000 on belong to the demo locks that speak a manufacturer's protocol. */
const DEMO_LOCKS: Range = { max: 90_000, zero: 'no demo' };
/** No longer than `record_keep_days` is by default: older records are deleted. */
const DEMO_DAYS: Range = { max: 365, zero: 'none' };

/** Like the other addresses it may contain a password or token, so no message repeats it. */
const urlOf = (name: string, text: string | undefined): string | undefined => {
  if (!text) return undefined;
  if (/^https?:/.test(text) && URL.canParse(text)) return text;
  throw new Error(`${name} must be a web address, such as https://example.com`);
};

/** Address that paths are appended to. */
const baseUrlOf = (name: string, text: string | undefined): string | undefined => {
  const url = urlOf(name, text);
  if (url === undefined || !/[?#]/.test(url)) return url;
  throw new Error(`${name} must be a web address without ? and #`);
};

const brokerOf = (name: string, text: string | undefined): string | undefined => {
  if (!text) return undefined;
  if (/^mqtts?:\/\/[^@]+$/.test(text) && URL.canParse(text)) return text;
  throw new Error(
    `${name} must be the address of a broker without a user, such as mqtt://host:1883`,
  );
};

const serviceOf = (name: string, text: string | undefined): string | undefined => {
  if (!text) return undefined;
  const isUrl = /^[a-z]+:\/\//i.test(text);
  if (!isUrl || URL.canParse(text)) return text;
  throw new Error(`${name} is no valid URL: its port must be 1 to 65535, its password %-encoded`);
};

/** Also the words that people write for 1 and 0. Any other would be taken for the wrong one of the two. */
const flagOf = (name: string, text: string | undefined, fallback = false): boolean => {
  if (!text) return fallback;
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new Error(`${name} must be 1 or 0, not ${text}`);
};

const mqttUrlOf = (text: string | undefined): string | undefined => {
  const url = serviceOf('MQTT_URL', text);
  // The client takes a URL without a host for this machine.
  if (url === undefined || /^(mqtts?|wss?|tcp|ssl|tls):\/\/[^/]/i.test(url)) return url;
  throw new Error('MQTT_URL must be the address of a broker, such as mqtt://host:1883');
};

const PROXY_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Addresses of proxies, as Fastify takes them. */
const trustProxyOf = (text: string | undefined): string | boolean => {
  if (!text || text === 'false') return false;
  if (text === 'true') return true;
  const parts = text.split(',').map((part) => part.trim());
  const isRight = (part: string) => {
    const [address = '', length, ...more] = part.split('/');
    const bits = isIPv6(address) ? 128 : 32;
    const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits);
    return PROXY_NETWORKS.includes(part) || (isIP(address) !== 0 && isLength && more.length === 0);
  };
  if (parts.every(isRight)) return text;
  throw new Error(`TRUST_PROXY must be true, or addresses and networks of proxies, not ${text}`);
};

/** The login page takes no shorter one. */
const adminPasswordOf = (text: string | undefined): string | undefined => {
  if (!text || text.trim().length >= LOGIN_PASSWORD_MIN) return text || undefined;
  throw new Error(`ADMIN_PASSWORD must have at least ${LOGIN_PASSWORD_MIN} characters`);
};

/** True if a setting has its only value, false if it is not set. */
const isChosen = (name: string, value: string, text: string | undefined): boolean => {
  if (!text || text === value) return text === value;
  throw new Error(`${name} must be ${value}, or not set, not ${text}`);
};

/** Text messages go to an HTTP gateway, or to a file for trials. */
const smsOf = ({
  SMS_URL,
  SMS_TOKEN,
  SMS_FILE: smsFile,
}: NodeJS.ProcessEnv): Pick<ServerOptions, 'sms' | 'smsFile'> => {
  const url = urlOf('SMS_URL', SMS_URL);
  if (url) return { sms: smsOverHttp(url, SMS_TOKEN || undefined) };
  return smsFile ? { sms: smsToFile(smsFile), smsFile } : {};
};

const groupOf = ({ MQTT_GROUP: group, MQTT_URL, DATABASE_URL }: NodeJS.ProcessEnv) => {
  if (!group) return undefined;
  if (!/^[\w-]{1,64}$/.test(group)) {
    throw new Error(`MQTT_GROUP must be letters, digits, - and _, not ${group}`);
  }
  if (MQTT_URL && DATABASE_URL) return group;
  throw new Error('MQTT_GROUP is for servers that share a DATABASE_URL and an MQTT_URL: set both');
};

const hostOf = (name: string, text: string | undefined): string | undefined => {
  if (!text) return undefined;
  if (/^[\w.-]{1,253}$/.test(text)) return text;
  throw new Error(`${name} must be a name or an address without a port, not ${text}`);
};

/** The demo has locks of every family, so there each family listens: on any free port if none is set. */
const gatewayPortsOf = (env: NodeJS.ProcessEnv, demo: boolean): GatewayPorts =>
  Object.fromEntries(
    families.flatMap(({ name, setting }) => {
      const text = env[setting];
      if (!text && !demo) return [];
      return [[name, numberOf(setting, text, 0, PORTS)]];
    }),
  );

/** Minimum length. Anyone on the network may try tokens, so it must not be guessable. */
const SHORTEST_TOKEN = 16;

const tokenOf = (name: string, token: string | undefined): string | undefined => {
  if (!token) return undefined;
  if (token.length >= SHORTEST_TOKEN && !/\s/.test(token)) return token;
  throw new Error(
    `${name} must have at least ${SHORTEST_TOKEN} characters, and none that is blank`,
  );
};

const metricsOf = (env: NodeJS.ProcessEnv): MetricsOptions | undefined => {
  const token = tokenOf('METRICS_TOKEN', env.METRICS_TOKEN);
  if (!env.METRICS_PORT) return undefined;
  if (token) return { port: numberOf('METRICS_PORT', env.METRICS_PORT, 0, PORTS), token };
  throw new Error('METRICS_PORT needs METRICS_TOKEN, which readers of the metrics send');
};

const traccarApiOf = (env: NodeJS.ProcessEnv): TraccarApi | undefined => {
  const url = baseUrlOf('TRACCAR_URL', env.TRACCAR_URL);
  if (url === undefined) return undefined;
  if (env.TRACCAR_API_TOKEN) return { url, token: env.TRACCAR_API_TOKEN };
  throw new Error('TRACCAR_URL needs TRACCAR_API_TOKEN, the token of a user of that Traccar');
};

/** `DEMO_LANG`, or the language of the environment's locale. */
const demoLocaleOf = ({ DEMO_LANG, ...env }: NodeJS.ProcessEnv): Locale => {
  if (!DEMO_LANG) return localeOf(env.LC_ALL || env.LC_MESSAGES || env.LANG);
  const language = locales.find((each) => each === DEMO_LANG);
  if (language) return language;
  throw new Error(`DEMO_LANG must be ${locales.join(' or ')}, not ${DEMO_LANG}`);
};

/** True if the address is a loopback address. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|::1|127(\.\d{1,3}){3})$/.test(host);

/**
 * Reads the options from environment variables and the files that they name.
 * @throws Error naming the variable with an invalid value, or if the demo would be open to the network
 */
export const optionsOf = (variables: NodeJS.ProcessEnv, clientDir: string): ServerOptions => {
  const env = withSecretFiles(variables);
  const demo = flagOf('DEMO', env.DEMO, !env.DATABASE_URL);
  const host = env.HOST || '127.0.0.1';
  const demoLocks = numberOf('DEMO_LOCKS', env.DEMO_LOCKS, 300, DEMO_LOCKS);
  if (demo && !env.DEMO && !isLoopback(host)) {
    throw new Error(
      `HOST=${host} would offer the demo, whose passwords anybody can read, to the network: set DEMO=0, or DEMO=1 if that is meant`,
    );
  }
  return {
    port: numberOf('PORT', env.PORT, 8020, PORTS),
    host,
    dataDir: env.DATA_DIR || 'data',
    databaseUrl: serviceOf('DATABASE_URL', env.DATABASE_URL),
    hasTransactionPooler: isChosen('DATABASE_POOLER', 'transaction', env.DATABASE_POOLER),
    upgradesNow: isChosen('UPGRADE', 'now', env.UPGRADE),
    mqttUrl: mqttUrlOf(env.MQTT_URL),
    sharedGroup: groupOf(env),
    takesGroup: flagOf('MQTT_TAKE', env.MQTT_TAKE),
    mqttPort: numberOf('MQTT_PORT', env.MQTT_PORT, 1883, PORTS),
    mqttListen: env.MQTT_LISTEN || '127.0.0.1',
    mqttPublicUrl: brokerOf('MQTT_PUBLIC_URL', env.MQTT_PUBLIC_URL),
    ...smsOf(env),
    webhookPrivate: flagOf('WEBHOOK_PRIVATE', env.WEBHOOK_PRIVATE),
    gatewayPorts: gatewayPortsOf(env, demo),
    gatewayListen: env.GATEWAY_LISTEN || '127.0.0.1',
    gatewayPublicHost: hostOf('GATEWAY_PUBLIC_HOST', env.GATEWAY_PUBLIC_HOST),
    jt808Auth: flagOf('JT808_AUTH', env.JT808_AUTH),
    demoLocks: demo ? demoLocks : 0,
    demoDays: numberOf('DEMO_DAYS', env.DEMO_DAYS, 30, DEMO_DAYS),
    demoLocale: demoLocaleOf(env),
    traccarToken: tokenOf('TRACCAR_TOKEN', env.TRACCAR_TOKEN),
    metrics: metricsOf(env),
    drainSeconds: numberOf('DRAIN_SECONDS', env.DRAIN_SECONDS, 5, { max: 300 }),
    traccarApi: traccarApiOf(env),
    publicUrl: baseUrlOf('PUBLIC_URL', env.PUBLIC_URL),
    imageServerUrl: baseUrlOf('IMAGE_SERVER_URL', env.IMAGE_SERVER_URL)?.replace(/\/+$/, ''),
    mapService: mapServicesOf(env.MAP_SERVICE),
    trustProxy: trustProxyOf(env.TRUST_PROXY),
    passwordCost: numberOf('PASSWORD_COST', env.PASSWORD_COST, PASSWORD_COST, PASSWORD_COSTS),
    signSecret: env.SIGN_SECRET || undefined,
    title: env.TITLE || 'Sealdesk',
    adminPassword: adminPasswordOf(env.ADMIN_PASSWORD),
    clientDir,
  };
};
