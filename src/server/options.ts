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
  readonly signSecret: string;
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

const numberOf = (name: string, text: string | undefined, fallback: number): number => {
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new Error(`${name} must be a whole number, not ${text}`);
};

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

const passwordCostOf = (text: string | undefined): number => {
  const cost = numberOf('PASSWORD_COST', text, PASSWORD_COST);
  const { min, max } = PASSWORD_COSTS;
  if (cost >= min && cost <= max) return cost;
  throw new Error(`PASSWORD_COST must be ${min} to ${max}, not ${text}`);
};

const MAX_PORT = 65_535;

/** The demo has locks of every family: they come to any free port where none is said. */
const gatewayPortsOf = (env: NodeJS.ProcessEnv, demo: boolean): GatewayPorts =>
  Object.fromEntries(
    families.flatMap(({ name, setting }) => {
      const text = env[setting];
      if (!text && !demo) return [];
      const port = numberOf(setting, text, 0);
      if (port > MAX_PORT) throw new Error(`${setting} must be at most ${MAX_PORT}, not ${text}`);
      return [[name, port]];
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

/** The secret both sides sign with when nobody chose one; it ships in the browser and protects from accidents only. */
const DEMO_SECRET = 'seal-console-demo-secret';

/**
 * Reads the options.
 * @throws Error that names a variable with an impossible value, or the demo where strangers could sign in to it
 */
export const optionsOf = (env: NodeJS.ProcessEnv, clientDir: string): ServerOptions => {
  const demo = env.DEMO === undefined ? !env.DATABASE_URL : env.DEMO !== '0';
  const host = env.HOST || '127.0.0.1';
  if (demo && env.DEMO !== '1' && !isLoopback(host)) {
    throw new Error(
      `HOST=${host} would offer the demo, whose passwords anybody can read, to the network: set DEMO=0, or DEMO=1 if that is meant`,
    );
  }
  return {
    port: numberOf('PORT', env.PORT, 8020),
    host,
    dataDir: env.DATA_DIR || 'data',
    databaseUrl: env.DATABASE_URL || undefined,
    mqttUrl: env.MQTT_URL || undefined,
    sharedGroup: groupOf(env),
    mqttPort: numberOf('MQTT_PORT', env.MQTT_PORT, 1883),
    mqttListen: env.MQTT_LISTEN || '127.0.0.1',
    mqttPublicUrl: brokerOf('MQTT_PUBLIC_URL', env.MQTT_PUBLIC_URL),
    sms: smsOf(env),
    webhookPrivate: env.WEBHOOK_PRIVATE === '1',
    gatewayPorts: gatewayPortsOf(env, demo),
    gatewayListen: env.GATEWAY_LISTEN || '127.0.0.1',
    gatewayPublicHost: hostOf('GATEWAY_PUBLIC_HOST', env.GATEWAY_PUBLIC_HOST),
    jt808Auth: env.JT808_AUTH === '1',
    demoLocks: demo ? numberOf('DEMO_LOCKS', env.DEMO_LOCKS, 300) : 0,
    demoDays: numberOf('DEMO_DAYS', env.DEMO_DAYS, 30),
    traccarToken: traccarTokenOf(env.TRACCAR_TOKEN),
    traccarApi: traccarApiOf(env),
    publicUrl: urlOf('PUBLIC_URL', env.PUBLIC_URL),
    imageServerUrl: urlOf('IMAGE_SERVER_URL', env.IMAGE_SERVER_URL)?.replace(/\/+$/, ''),
    mapService: mapServicesOf(env.MAP_SERVICE),
    trustProxy: env.TRUST_PROXY === 'true' || env.TRUST_PROXY || false,
    passwordCost: passwordCostOf(env.PASSWORD_COST),
    signSecret: env.SIGN_SECRET || DEMO_SECRET,
    title: env.TITLE || 'Sealdesk',
    adminPassword: env.ADMIN_PASSWORD || undefined,
    clientDir,
  };
};
