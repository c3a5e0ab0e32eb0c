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
  readonly mqttPort: number;
  readonly mqttListen: string;
  /** Simulated locks of the demo organisation; 0 for none. */
  readonly demoLocks: number;
  /** Where locks reach this server, for what they fetch from it. */
  readonly publicUrl?: string;
  /** Where the tiles of maps come from; docs of mapServicesOf in the console. */
  readonly mapService?: string;
  /** Addresses of proxies in front whose word for a client's address is taken; `true` for any. */
  readonly trustProxy: boolean | string;
  readonly signSecret: string;
  readonly title: string;
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

/** The secret both sides sign with when nobody chose one; it ships in the browser and protects from accidents only. */
const DEMO_SECRET = 'seal-console-demo-secret';

/**
 * Reads the options.
 * @throws Error that names a variable with an impossible value
 */
export const optionsOf = (env: NodeJS.ProcessEnv, clientDir: string): ServerOptions => {
  const demo = env.DEMO === undefined ? !env.DATABASE_URL : env.DEMO !== '0';
  return {
    port: numberOf('PORT', env.PORT, 8020),
    host: env.HOST || '127.0.0.1',
    dataDir: env.DATA_DIR || 'data',
    databaseUrl: env.DATABASE_URL || undefined,
    mqttUrl: env.MQTT_URL || undefined,
    mqttPort: numberOf('MQTT_PORT', env.MQTT_PORT, 1883),
    mqttListen: env.MQTT_LISTEN || '127.0.0.1',
    demoLocks: demo ? numberOf('DEMO_LOCKS', env.DEMO_LOCKS, 300) : 0,
    publicUrl: urlOf('PUBLIC_URL', env.PUBLIC_URL),
    mapService: env.MAP_SERVICE || undefined,
    trustProxy: env.TRUST_PROXY === 'true' || env.TRUST_PROXY || false,
    signSecret: env.SIGN_SECRET || DEMO_SECRET,
    title: env.TITLE || 'Sealdesk',
    adminPassword: env.ADMIN_PASSWORD || undefined,
    clientDir,
  };
};
