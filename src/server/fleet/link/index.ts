import { type Authenticate, openBroker } from './broker';
import { accessOf, type BrokerAccess } from './connectMqtt';
import { connectMqttLink, type DeviceLink, type LinkLog } from './mqttLink';

export type { Authenticate } from './broker';
export { accessOf, type BrokerAccess, connectMqtt } from './connectMqtt';
export { downTopic, isSafeSn, parseReport, presenceWord, upTopic } from './messages';
export type { DeviceLink, LinkLog } from './mqttLink';

interface LinkOptions {
  /** An external broker, credentials included; without it the broker runs in this process. */
  mqttUrl?: string;
  /** With an external broker: see MqttLinkOptions. */
  sharedGroup?: string;
  clientId?: string;
  /** Of the embedded broker; 0 for any free port. */
  mqttPort?: number;
  /** The address the embedded broker listens on. */
  mqttListen?: string;
  /** Checks a lock's password at the embedded broker; without it no lock gets in. */
  authenticate?: Authenticate;
  log: LinkLog;
}

export interface OpenLink extends DeviceLink {
  /** How this server itself gets into the broker: may write and read everything. To be kept secret. */
  readonly access: BrokerAccess;
  /** Whether the broker lives in this process: it then forgets who was online when the process ends. */
  readonly embedded: boolean;
}

const openEmbedded = async (options: LinkOptions): Promise<OpenLink> => {
  const { mqttPort = 1883, mqttListen = '127.0.0.1', log } = options;
  const authenticate = options.authenticate ?? (async () => false);
  const broker = await openBroker({ port: mqttPort, host: mqttListen, authenticate, log });
  const link = await connectMqttLink({ ...broker.access, log });
  const close = async (): Promise<void> => {
    // First the link: the locks' last words when the broker goes are not news.
    await link.close();
    await broker.close();
  };
  return { ...link, close, access: broker.access, embedded: true };
};

/**
 * Opens the way to the locks: over the broker at `mqttUrl`, or over one of our own.
 * @throws TypeError when `mqttUrl` is no URL; what listening throws (EADDRINUSE...) for our own broker
 */
export const openLink = async (options: LinkOptions): Promise<OpenLink> => {
  if (options.mqttUrl === undefined) return openEmbedded(options);
  const { log, sharedGroup, clientId } = options;
  const access = accessOf(options.mqttUrl);
  const link = await connectMqttLink({ ...access, log, sharedGroup, clientId });
  return { ...link, access, embedded: false };
};
