import { PASSWORD_COST, PASSWORD_COSTS } from './auth';
import { families, type GatewayPorts } from './gateways';
import { mapServicesOf } from './http';
import { type SendSms, smsOverHttp, smsToFile } from './notify/sms';
import type { TraccarApi } from './traccar';

/** What the environment decides. */
export interface ServerOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  /** Where everything is kept that must survive a restart. */
  readonly dataDir: string;
  /** An external PostgreSQL; without it the server runs its own. */
  readonly databaseUrl?: string;
  /** An external MQTT broker, credentials included; without it the server runs its own. */
  readonly mqttUrl?: string;
  /** The servers that share that broker, by a name of theirs: each message is handled by one of them. */
  readonly sharedGroup?: string;
  readonly mqttPort: number;
  readonly mqttListen: string;
  /** Where locks reach the broker, where that is not the address it listens on. */
  readonly mqttPublicUrl?: string;
  /** Where locks come that speak their maker's protocol, by its family; one that is not named is off. */
  readonly gatewayPorts: GatewayPorts;
  /** The address that these are listened for at. */
  readonly gatewayListen: string;
  /** The name that they reach it by, where that is another. */
  readonly gatewayPublicHost?: string;
  /** Whether a JT/T 808 lock is believed only once it showed the code that it got when it registered. */
  readonly jt808Auth: boolean;
  /** Simulated locks of the demo organisation; 0 for none. */
  readonly demoLocks: number;
  /** Days of past that a new demo is given. */
  readonly demoDays: number;
  /** What Traccar shows when it forwards; without it nothing of it is taken. */
  readonly traccarToken?: string;
  /** Where commands to Traccar's trackers go; without it none does. */
  readonly traccarApi?: TraccarApi;
  /** Where locks reach this server, for what they fetch from it. */
  readonly publicUrl?: string;
  /** Base URL of uploaded files as browsers see it, without a slash at its end; without it where the console is. */
  readonly imageServerUrl?: string;
  /** Tile services of maps, as `mapServicesOf` (http/maps.ts) and the console's `parseMapServices` read them. */
  readonly mapService?: string;
  /** Addresses of proxies in front whose word for a client's address is taken; `true` for any. */
  readonly trustProxy: boolean | string;
  /** Signs calls; kept in the database where there is no demo, unless it is set. */
  readonly signSecret?: string;
  /** What a hash of a password costs: log2 of scrypt's N. */
  readonly passwordCost: number;
  /** How text messages go; without it none does. */
  readonly sms?: SendSms;
  /** Whether webhooks may go to private networks, and without TLS. */
  readonly webhookPrivate?: boolean;
  readonly title: string;
  /** How long a lock has to reply to a command, ms; `REPLY_LIMIT` by default. The environment cannot set it. */
  readonly replyLimit?: number;
  /** The first administrator's password where there is no demo; made up and printed once when missing. */
  readonly adminPassword?: string;
  /** The built console; without it only the API is served. */
  readonly clientDir?: string;
}

interface Range {
  readonly min?: number;
  readonly max: number;
  /** Stands for the value of 0. */
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
/** The serial numbers from 95,000 are those of the demo's locks with a protocol of their maker. */
const DEMO_LOCKS: Range = { max: 90_000, zero: 'no demo' };
/** Older records are deleted, unless `record_keep_days` says otherwise. */
const DEMO_DAYS: Range = { max: 365, zero: 'none' };

const urlOf = (name: string, text: string | undefined): string | undefined => {
  if (!text) return undefined;
  if (/^https?:/.test(text) && URL.canParse(text)) return text;
  throw new Error(`${name} must be a web address, not ${text}`);
};

const brokerOf = (name: string, text: string | undefined): string | undefined => {
  if (!text) return undefined;
  if (/^mqtts?:\/\/[^@]+$/.test(text) && URL.canParse(text)) return text;
  throw new Error(`${name} must be the address of a broker, such as mqtt://host:1883, not ${text}`);
};

/** The address may hold a password: no message repeats it. */
const serviceOf = (name: string, text: string | undefined): string | undefined => {
  if (!text) return undefined;
  const isUrl = /^[a-z]+:\/\//i.test(text);
  if (!isUrl || URL.canParse(text)) return text;
  throw new Error(`${name} is no valid URL: its port must be 1 to 65535, its password %-encoded`);
};

/** A gateway over HTTP, or a file for trials. */
const smsOf = ({ SMS_URL, SMS_TOKEN, SMS_FILE }: NodeJS.ProcessEnv): SendSms | undefined => {
  const url = urlOf('SMS_URL', SMS_URL);
  if (url) return smsOverHttp(url, SMS_TOKEN || undefined);
  return SMS_FILE ? smsToFile(SMS_FILE) : undefined;
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

/** The demo has locks of every family: they come to any free port where none is said. */
const gatewayPortsOf = (env: NodeJS.ProcessEnv, demo: boolean): GatewayPorts =>
  Object.fromEntries(
    families.flatMap(({ name, setting }) => {
      const text = env[setting];
      if (!text && !demo) return [];
      return [[name, numberOf(setting, text, 0, PORTS)]];
    }),
  );

/** Anybody may try: it must not be guessed. */
const SHORTEST_TOKEN = 16;

const traccarTokenOf = (token: string | undefined): string | undefined => {
  if (!token) return undefined;
  if (token.length >= SHORTEST_TOKEN && !/\s/.test(token)) return token;
  throw new Error(
    `TRACCAR_TOKEN must have at least ${SHORTEST_TOKEN} characters, and none that is blank`,
  );
};

const traccarApiOf = (env: NodeJS.ProcessEnv): TraccarApi | undefined => {
  const url = urlOf('TRACCAR_URL', env.TRACCAR_URL);
  if (url === undefined) return undefined;
  if (env.TRACCAR_API_TOKEN) return { url, token: env.TRACCAR_API_TOKEN };
  throw new Error('TRACCAR_URL needs TRACCAR_API_TOKEN, the token of a user of that Traccar');
};

/** Whether an address is of this machine only. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|::1|127(\.\d{1,3}){3})$/.test(host);

/**
 * Reads the options.
 * @throws Error that names a variable with an impossible value, or the demo where strangers could sign in to it
 */
export const optionsOf = (env: NodeJS.ProcessEnv, clientDir: string): ServerOptions => {
  const demo = env.DEMO === undefined ? !env.DATABASE_URL : env.DEMO !== '0';
  const host = env.HOST || '127.0.0.1';
  const demoLocks = numberOf('DEMO_LOCKS', env.DEMO_LOCKS, 300, DEMO_LOCKS);
  if (demo && env.DEMO !== '1' && !isLoopback(host)) {
    throw new Error(
      `HOST=${host} would offer the demo, whose passwords anybody can read, to the network: set DEMO=0, or DEMO=1 if that is meant`,
    );
  }
  return {
    port: numberOf('PORT', env.PORT, 8020, PORTS),
    host,
    dataDir: env.DATA_DIR || 'data',
    databaseUrl: serviceOf('DATABASE_URL', env.DATABASE_URL),
    mqttUrl: serviceOf('MQTT_URL', env.MQTT_URL),
    sharedGroup: groupOf(env),
    mqttPort: numberOf('MQTT_PORT', env.MQTT_PORT, 1883, PORTS),
    mqttListen: env.MQTT_LISTEN || '127.0.0.1',
    mqttPublicUrl: brokerOf('MQTT_PUBLIC_URL', env.MQTT_PUBLIC_URL),
    sms: smsOf(env),
    webhookPrivate: env.WEBHOOK_PRIVATE === '1',
    gatewayPorts: gatewayPortsOf(env, demo),
    gatewayListen: env.GATEWAY_LISTEN || '127.0.0.1',
    gatewayPublicHost: hostOf('GATEWAY_PUBLIC_HOST', env.GATEWAY_PUBLIC_HOST),
    jt808Auth: env.JT808_AUTH === '1',
    demoLocks: demo ? demoLocks : 0,
    demoDays: numberOf('DEMO_DAYS', env.DEMO_DAYS, 30, DEMO_DAYS),
    traccarToken: traccarTokenOf(env.TRACCAR_TOKEN),
    traccarApi: traccarApiOf(env),
    publicUrl: urlOf('PUBLIC_URL', env.PUBLIC_URL),
    imageServerUrl: urlOf('IMAGE_SERVER_URL', env.IMAGE_SERVER_URL)?.replace(/\/+$/, ''),
    mapService: mapServicesOf(env.MAP_SERVICE),
    trustProxy: env.TRUST_PROXY === 'true' || env.TRUST_PROXY || false,
    passwordCost: numberOf('PASSWORD_COST', env.PASSWORD_COST, PASSWORD_COST, PASSWORD_COSTS),
    signSecret: env.SIGN_SECRET || undefined,
    title: env.TITLE || 'Sealdesk',
    adminPassword: env.ADMIN_PASSWORD || undefined,
    clientDir,
  };
};
