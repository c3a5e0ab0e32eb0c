import { CONNECTION_EVENT, type ConnectionEvent, REFUSED } from '../../../domain/connection';
import type { LockProtocol } from '../../../domain/family';
import type { Database } from '../../db';
import type { Authenticate } from './accessHooks';
import { openBroker } from './broker';
import { accessOf, type BrokerAccess } from './connectMqtt';
import { type GroupBoard, openGroupBoard } from './groupBoard';
import type { Inbox } from './inbox';
import { inheritSession } from './inheritSession';
import type { LinkLog } from './linkLog';
import {
  clientEventFilters,
  parseUpTopic,
  presenceFilter,
  retainedPresenceFilter,
  serverFilters,
} from './messages';
import { connectMqttLink, type DeviceLink } from './mqttLink';
import type { ReceiveHandlers } from './receive';

export { type Authenticate, equalSecrets } from './accessHooks';
export { reachableHost } from './broker';
export type { CheckedReport, ReadKeepDays } from './checkReport';
export { accessOf, type BrokerAccess, connectMqtt } from './connectMqtt';
export { createInbox, type Inbox } from './inbox';
export type { ConnectionInfo } from './inboxEvents';
export { createSenderWarning, type LinkLog } from './linkLog';
export {
  downTopic,
  isSafeSn,
  parseReport,
  presencePayload,
  readReportMessage,
  upPrefix,
  upTopic,
} from './messages';
export { type DeviceLink, type JudgeAgain, NotSentError } from './mqttLink';
export { createTurns, MESSAGES_PER_TURN } from './turns';

interface LinkOptions {
  /** URL of an external broker, with credentials. By default the broker is embedded in this process. */
  mqttUrl?: string;
  /**
   * Name of a shared subscription group. Server processes of a group divide reports and replies, so that each is
   * handled once. Requires an external MQTT 5 broker, because the embedded one has no shared subscriptions.
   */
  sharedGroup?: string;
  /** For an external broker: see MqttLinkOptions. */
  clientId?: string;
  /** Port of the embedded broker; 0 picks a free one. */
  mqttPort?: number;
  /** Address that the embedded broker listens on. */
  mqttListen?: string;
  /** Checks a lock's password at the embedded broker. By default all locks are refused. */
  authenticate?: Authenticate;
  /** Receives the messages. All links share one. */
  inbox: Inbox;
  log: LinkLog;
}

export interface OpenLink extends DeviceLink {
  /** Credentials with which this server may publish and subscribe to everything. Secret. */
  readonly access: BrokerAccess;
  /** True if the broker runs in this process. It then loses all presence when the process ends. */
  readonly embedded: boolean;
  /** Closes the connection of a lock to the embedded broker. */
  disconnect(sn: string): void;
  /** Undefined without a group. */
  readonly group?: GroupLink;
}

/** Membership in the group of servers at a broker. */
export interface GroupLink {
  readonly board: GroupBoard;
  /** Connects this server's session, which then gets its share of the messages. */
  join(): void;
  /** Takes over the session of a dead server. */
  inherit(clientId: string): Promise<void>;
}

/** Link to every lock, over MQTT or its own protocol. */
export interface Link extends OpenLink {
  /** The open listeners for manufacturers' protocols. */
  readonly gateways: readonly {
    /** Name of the protocol family. */
    readonly family: string;
    readonly protocols: readonly LockProtocol[];
    readonly port: number;
  }[];
  /** True if the lock is connected to a listener of this process. */
  has(sn: string): boolean;
  /** Stores a secret that a lock was given over the air, within a transaction if one is given. */
  keepSecret(sn: string, secret: string, db?: Database): Promise<void>;
  /** Reads the record of a changed lock again; without a serial number, of all connected locks. */
  refresh(sn?: string): void;
}

const openEmbedded = async (options: LinkOptions): Promise<OpenLink> => {
  const { mqttPort = 1883, mqttListen = '127.0.0.1', inbox, log } = options;
  const authenticate = options.authenticate ?? (async () => REFUSED.wrongPassword);
  const { receive, alive } = inbox;
  const note = (contact: ConnectionEvent): void => {
    inbox.note(contact);
    const isOpen = contact.event === CONNECTION_EVENT.came;
    if (isOpen || contact.event === CONNECTION_EVENT.went) inbox.connection(contact.sn, isOpen);
  };
  const address = { port: mqttPort, host: mqttListen };
  const broker = await openBroker({ ...address, authenticate, receive, note, alive, log });
  // The broker passes reports and replies directly, before it acknowledges them.
  const filters = [presenceFilter];
  const link = await connectMqttLink({ ...broker.access, log, inbox, filters, shares: false });
  const close = async (): Promise<void> => {
    // Closes the link first, so that the wills sent when the broker closes are not handled.
    await link.close();
    await broker.close();
  };
  const { access, disconnect } = broker;
  return { ...link, close, access, disconnect, embedded: true };
};

/**
 * Opens the link to the locks over the broker at `mqttUrl`, or over an embedded one.
 * @throws TypeError if `mqttUrl` is no URL; errors of listening (EADDRINUSE...) for the embedded broker
 */
export const openLink = async (options: LinkOptions): Promise<OpenLink> => {
  if (options.mqttUrl === undefined) return openEmbedded(options);
  const { log, inbox, sharedGroup, clientId } = options;
  const access = accessOf(options.mqttUrl);
  const shares = sharedGroup !== undefined;
  const retainedFilter = shares ? retainedPresenceFilter(sharedGroup) : undefined;
  const [filters, extras] = [serverFilters(sharedGroup), clientEventFilters(sharedGroup)];
  const subscriptions = { filters, retainedFilter, extras, shares };
  const connected = await connectMqttLink({ ...access, ...subscriptions, log, inbox, clientId });
  const { join, ...link } = connected;
  const opened = { ...link, access, disconnect: () => {}, embedded: false };
  if (!shares || clientId === undefined) return opened;
  const board = openGroupBoard(access, sharedGroup, clientId, log);
  // Every server receives presence itself, so that in another server's session is outdated.
  const receive: ReceiveHandlers = async (topic, payload) => {
    const path = parseUpTopic(topic)?.path;
    if (path !== undefined && path !== 'status') await inbox.receive(topic, payload);
  };
  const inherited = [...filters, ...extras, ...(retainedFilter ? [retainedFilter] : [])];
  const close = async () => {
    await link.close();
    await board.close();
  };
  const inherit = (peerId: string) => inheritSession(access, peerId, inherited, receive);
  return { ...opened, close, group: { board, join, inherit } };
};
