import { once } from 'node:events';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { families } from './gateways';
import type { ServerOptions } from './options';

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such name',
  EACCES: 'not permitted',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is no folder',
  ENOENT: 'a part of the path is missing',
  EISDIR: 'it is a folder',
};

const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[String(code)] ?? message;
};

/**
 * Works like `mkdir -p`. Node's `recursive` option loops forever if the system refuses to create folders, as in /proc.
 */
const makeFolder = async (folder: string): Promise<void> => {
  const isMissing = await mkdir(folder).then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      if (error.code === 'ENOENT' && dirname(folder) !== folder) return true;
      throw error;
    },
  );
  if (!isMissing) return;
  await makeFolder(dirname(folder));
  await mkdir(folder);
};

/** @throws Error if the folder cannot be created or written */
export const checkDataDir = async (dataDir: string): Promise<void> => {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    await makeFolder(resolve(dataDir));
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const text = `nothing can be kept in ${dataDir}: ${reasonOf(error)} (DATA_DIR)`;
    throw new Error(text, { cause: error });
  }
};

/** @throws Error if text messages cannot be appended to the file */
export const checkSmsFile = async (smsFile: string): Promise<void> => {
  try {
    await appendFile(smsFile, '');
  } catch (error) {
    const text = `no text message can be written to ${smsFile}: ${reasonOf(error)} (SMS_FILE)`;
    throw new Error(text, { cause: error });
  }
};

/** Address to listen on, and the settings that define it. */
interface Listener {
  readonly host: string;
  readonly port: number;
  readonly settings: string;
}

const listenersOf = (options: ServerOptions): Listener[] => {
  const { port, host, mqttUrl, mqttPort, mqttListen, gatewayListen, gatewayPorts } = options;
  const console: Listener = { host, port, settings: 'HOST and PORT' };
  const broker = { host: mqttListen, port: mqttPort, settings: 'MQTT_LISTEN and MQTT_PORT' };
  const gateways = families.flatMap(({ name, setting }): Listener[] => {
    const gatewayPort = gatewayPorts[name];
    if (gatewayPort === undefined) return [];
    return [{ host: gatewayListen, port: gatewayPort, settings: `GATEWAY_LISTEN and ${setting}` }];
  });
  return [console, ...(mqttUrl === undefined ? [broker] : []), ...gateways];
};

/**
 * @param earlier listeners that hold their ports already
 * @throws Error that names the settings
 */
const tryListener = async (
  server: Server,
  { host, port, settings }: Listener,
  earlier: readonly Listener[],
): Promise<void> => {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const rival = isTaken ? earlier.find((other) => other.port === port) : undefined;
    const reason = rival ? `${rival.settings} name the same port` : reasonOf(error);
    const text = `cannot listen at ${host}:${port}: ${reason} (${settings})`;
    throw new Error(text, { cause: error });
  }
};

/**
 * Listens on all configured addresses at the same time, then stops: a test before anything is stored.
 * @throws Error naming the settings of the first address that fails
 */
export const checkPorts = async (options: ServerOptions): Promise<void> => {
  const servers: Server[] = [];
  const listeners = listenersOf(options);
  try {
    for (const [i, listener] of listeners.entries()) {
      const server = createServer();
      await tryListener(server, listener, listeners.slice(0, i));
      servers.push(server);
    }
  } finally {
    await Promise.all(servers.map((server) => once(server.close(), 'close')));
  }
};
