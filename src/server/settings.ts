import { readFileSync, statSync } from 'node:fs';
import { editDistance } from '../domain/text';

/** Settings that may hold a secret. Each may be in a file instead, which NAME_FILE names. */
const SECRETS = [
  'DATABASE_URL',
  'MQTT_URL',
  'SIGN_SECRET',
  'ADMIN_PASSWORD',
  'SMS_URL',
  'SMS_TOKEN',
  'TRACCAR_TOKEN',
  'TRACCAR_URL',
  'TRACCAR_API_TOKEN',
  'MAP_SERVICE',
  'METRICS_TOKEN',
] as const;

const PLAIN = [
  ...[
    'PORT',
    'HOST',
    'TRUST_PROXY',
    'DATA_DIR',
    'DATABASE_POOLER',
    'UPGRADE',
    'TITLE',
    'PASSWORD_COST',
  ],
  ...['MQTT_GROUP', 'MQTT_TAKE', 'MQTT_PUBLIC_URL', 'MQTT_PORT', 'MQTT_LISTEN'],
  ...['JOINTECH_PORT', 'JT808_PORT', 'JT808_AUTH', 'GATEWAY_LISTEN', 'GATEWAY_PUBLIC_HOST'],
  ...['DEMO', 'DEMO_LOCKS', 'DEMO_DAYS', 'DEMO_LANG'],
  ...['PUBLIC_URL', 'IMAGE_SERVER_URL', 'SMS_FILE', 'WEBHOOK_PRIVATE'],
  ...['METRICS_PORT', 'DRAIN_SECONDS', 'LOG'],
];

export const SETTINGS: readonly string[] = [
  ...SECRETS,
  ...SECRETS.map((name) => `${name}_FILE`),
  ...PLAIN,
];

/** Permission bits of users who are neither the owner nor in the group of a file. */
const PUBLIC_BITS = 0o007;

const readSecret = (name: string, path: string): string => {
  let mode: number;
  let text: string;
  try {
    mode = statSync(path).mode;
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Error(`${name} cannot be read: ${(error as Error).message}`);
  }
  if (mode & PUBLIC_BITS && process.platform !== 'win32') {
    throw new Error(`${name} names a file that all users may read: chmod o= ${path}`);
  }
  if (text === '') throw new Error(`${name} names an empty file: ${path}`);
  return text;
};

/**
 * Adds the secrets that are in files.
 * @throws Error naming the setting if a file cannot be read or others may read it, or if the secret is set twice
 */
export const withSecretFiles = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const fromFiles = SECRETS.flatMap((name) => {
    const setting = `${name}_FILE`;
    const path = env[setting];
    if (!path) return [];
    if (env[name]) throw new Error(`${name} and ${setting} are both set: one is enough`);
    return [[name, readSecret(setting, path)] as const];
  });
  return { ...env, ...Object.fromEntries(fromFiles) };
};

/** Shorter names are near to many that other programs use: HOME, POST. */
const SHORTEST = 7;

/** Returns variables that are no setting but nearly have the name of one, with that name. */
export const misspelt = (env: NodeJS.ProcessEnv): [name: string, meant: string][] =>
  Object.keys(env).flatMap((name): [string, string][] => {
    if (SETTINGS.includes(name) || name.length < SHORTEST) return [];
    const meant = SETTINGS.find(
      (setting) => setting.length >= SHORTEST && editDistance(name.toUpperCase(), setting) <= 2,
    );
    return meant === undefined ? [] : [[name, meant]];
  });
