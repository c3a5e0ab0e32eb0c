import {
  CONNECTION_EVENT,
  type ConnectionEvent,
  REFUSED,
  type StoreMessage,
} from '../../../domain/connection';
import { type Authenticate, openBroker } from './broker';
import { accessOf, type BrokerAccess } from './connectMqtt';
import { createInbox, type LinkLog, type ReceiveHandlers } from './inbox';
import { inheritSession } from './inheritSession';
import {
  clientEventFilters,
  parseTopic,
  presenceFilter,
  retainedPresenceFilter,
  serverFilters,
} from './messages';
import { connectMqttLink, type DeviceLink } from './mqttLink';

export { type Authenticate, reachableHost } from './broker';
export { accessOf, type BrokerAccess, connectMqtt } from './connectMqtt';
export { type ConnectionInfo, createInbox, type Inbox, type LinkLog, mergeInboxes } from './inbox';
export {
  downTopic,
  isSafeSn,
  parseReport,
  presencePayload,
  readReportMessage,
  upPrefix,
  upTopic,
} from './messages';
export type { DeviceLink } from './mqttLink';

interface LinkOptions {
  /** An external broker, credentials included; without it the broker runs in this process. */
  mqttUrl?: string;
  /**
   * Shares reports and replies among the server processes that name the same group, so that each is handled once.
   * For external MQTT 5 brokers: the embedded one knows no shared subscriptions.
   */
  sharedGroup?: string;
  /** With an external broker: see MqttLinkOptions. */
  clientId?: string;
  /** What comes in waits for it: before it nobody handles messages, and none may be acknowledged. */
  ready?: Promise<unknown>;
  /** Of the embedded broker; 0 for any free port. */
  mqttPort?: number;
  /** The address the embedded broker listens on. */
  mqttListen?: string;
  /** Checks a lock's password at the embedded broker; without it no lock gets in. */
  authenticate?: Authenticate;
  /** Keeps every message, both ways; without it none is. */
  keep?: StoreMessage;
  log: LinkLog;
}

export interface OpenLink extends DeviceLink {
  /** How this server itself gets into the broker: may write and read everything. To be kept secret. */
  readonly access: BrokerAccess;
  /** Whether the broker lives in this process: it then forgets who was online when the process ends. */
  readonly embedded: boolean;
  /** Ends the connection of a lock, where the broker is ours. */
  disconnect(sn: string): void;
  /** Takes over what the broker keeps for another server of the group, which is gone; where there is a group. */
  inherit?(clientId: string): Promise<void>;
}

const openEmbedded = async (options: LinkOptions): Promise<OpenLink> => {
  const { mqttPort = 1883, mqttListen = '127.0.0.1', log } = options;
  const authenticate = options.authenticate ?? (async () => REFUSED.wrongPassword);
  const inbox = createInbox(log, options.ready, options.keep);
  const { receive, alive } = inbox;
  const note = (contact: ConnectionEvent): void => {
    inbox.note(contact);
    const isOpen = contact.event === CONNECTION_EVENT.came;
    if (isOpen || contact.event === CONNECTION_EVENT.went) inbox.connection(contact.sn, isOpen);
  };
  const address = { port: mqttPort, host: mqttListen };
  const broker = await openBroker({ ...address, authenticate, receive, note, alive, log });
  // The broker hands over reports and replies itself, before it acknowledges them.
  const filters = [presenceFilter];
  const link = await connectMqttLink({ ...broker.access, log, inbox, filters, shares: false });
  const close = async (): Promise<void> => {
    // First the link: the locks' last words when the broker goes are not news.
    await link.close();
    await broker.close();
  };
  const { access, disconnect } = broker;
  return { ...link, close, access, disconnect, embedded: true };
};

/**
 * Opens the way to the locks: over the broker at `mqttUrl`, or over one of our own.
 * @throws TypeError when `mqttUrl` is no URL; what listening throws (EADDRINUSE...) for our own broker
 */
export const openLink = async (options: LinkOptions): Promise<OpenLink> => {
  if (options.mqttUrl === undefined) return openEmbedded(options);
  const { log, sharedGroup, clientId, ready, keep } = options;
  const access = accessOf(options.mqttUrl);
  const inbox = createInbox(log, ready, keep);
  const filters = serverFilters(sharedGroup);
  const retainedFilter =
    sharedGroup === undefined ? undefined : retainedPresenceFilter(sharedGroup);
  const extras = clientEventFilters(sharedGroup);
  const link = await connectMqttLink({
    ...access,
    log,
    inbox,
    filters,
    retainedFilter,
    extras,
    shares: sharedGroup !== undefined,
    clientId,
  });
  const opened = { ...link, access, disconnect: () => {}, embedded: false };
  if (sharedGroup === undefined) return opened;
  // Every server hears of presence itself: what another heard of it is old.
  const receive: ReceiveHandlers = async (topic, payload) => {
    const channel = parseTopic(topic)?.channel;
    if (channel !== undefined && channel !== 'status') await inbox.receive(topic, payload);
  };
  return {
    ...opened,
    inherit: (peerId) =>
      inheritSession(
        access,
        peerId,
        [...filters, ...extras, ...(retainedFilter ? [retainedFilter] : [])],
        receive,
      ),
  };
};
