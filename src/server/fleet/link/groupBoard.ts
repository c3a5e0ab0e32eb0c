import { randomUUID } from 'node:crypto';
import { type BrokerAccess, connectMqtt } from './connectMqtt';
import type { LinkLog } from './linkLog';
import { groupTopic } from './messages';
import { logTrouble } from './mqttLink';

/** Announcements of a group's servers at their broker, which servers of another database see too. */
export interface GroupBoard {
  /** True once everything announced before has arrived. */
  isRead(): boolean;
  /** Receives a function to call then. */
  onRead(listener: () => void): void;
  /** Names of the connected servers that have joined, this one included. */
  members(): ReadonlySet<string>;
  /** True if another process with this server's name has joined. */
  hasNamesake(): boolean;
  /** Newest heartbeat of the group, ms by the clock of its database; 0 if none is known. */
  lastBeat(): number;
  /** Announces this server, until it closes or its connection breaks. */
  announce(): void;
  announceBeat(at: number): void;
  close(): Promise<void>;
}

/** Seconds. The broker counts a silent server as gone after one and a half times as long. */
const KEEPALIVE = 10;
const RECONNECT_MS = 2_000;
/** Time after subscribing within which a broker sends what it has retained, ms. */
const READING_MS = 1_000;

/**
 * Opens a connection of its own to the broker for the announcements of a group: each server's is retained under its name
 * until its last will removes it, the newest heartbeat under the group's.
 */
export const openGroupBoard = (
  access: BrokerAccess,
  group: string,
  name: string,
  log: LinkLog,
): GroupBoard => {
  const process = randomUUID();
  const [root, own] = [groupTopic(group), groupTopic(group, name)];
  const processes = new Map<string, string>();
  let newest = 0;
  let isAnnounced = false;
  let isRead = false;
  let reading: NodeJS.Timeout | undefined;
  let onRead = () => {};
  const client = connectMqtt(access, {
    clientId: `${name}-${process}`,
    protocolVersion: 5,
    keepalive: KEEPALIVE,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
    resubscribe: false,
    will: { topic: own, payload: Buffer.of(), qos: 1, retain: true },
  });
  const retain = (topic: string, payload: string) => {
    if (client.connected) client.publish(topic, payload, { qos: 1, retain: true });
  };
  logTrouble(client, access.url, log);
  client.on('close', () => {
    isRead = false;
    clearTimeout(reading);
  });
  client.on('connect', () => {
    processes.clear();
    if (isAnnounced) retain(own, process);
    client.subscribe([root, `${root}/+`], { qos: 1 }, (error) => {
      if (error) return log.error(`The broker refused the group's announcements: ${error.message}`);
      reading = setTimeout(() => {
        isRead = true;
        onRead();
      }, READING_MS);
    });
  });
  client.on('message', (topic, payload) => {
    const text = String(payload);
    if (topic === root) newest = Math.max(newest, Number(text) || 0);
    else if (text === '') processes.delete(topic.slice(root.length + 1));
    else processes.set(topic.slice(root.length + 1), text);
    // The last will of a former process, or of a refused one with this name.
    if (topic === own && text !== process && isAnnounced) retain(own, process);
  });
  return {
    isRead: () => isRead,
    onRead: (listener) => {
      onRead = listener;
    },
    members: () => new Set(processes.keys()),
    hasNamesake: () => (processes.get(name) ?? process) !== process,
    lastBeat: () => newest,
    announce: () => {
      isAnnounced = true;
      retain(own, process);
    },
    announceBeat: (at) => retain(root, String(at)),
    close: async () => {
      const hasJoined = isAnnounced && client.connected;
      isAnnounced = false;
      if (hasJoined) await client.publishAsync(own, '', { qos: 1, retain: true });
      await client.endAsync(!client.connected);
    },
  };
};
