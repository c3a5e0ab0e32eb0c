import type { StoreMessage } from '../../domain/connection';
import { type LockProtocol, PROTOCOL } from '../../domain/family';
import { createInbox, type LinkLog, mergeInboxes, type OpenLink } from '../fleet/link';
import { jointech } from './jointech';
import { createJt808 } from './jt808';
import type { LockDirectory } from './lockDirectory';
import { type Gateway, openGateway } from './openGateway';
import type { ProtocolFamily } from './protocolFamily';

/** A family, what its locks are declared to speak, and the setting that says where they come. */
interface FamilyEntry {
  readonly name: string;
  readonly open: (rules: AccessRules) => ProtocolFamily;
  readonly protocols: readonly [LockProtocol, ...LockProtocol[]];
  readonly setting: string;
}

/** Who is let in by families whose wire knows of that. */
interface AccessRules {
  /** What the codes are made from that locks show. */
  readonly secret: string;
  /** Whether a lock has to show one before it is believed. */
  readonly asksForAuth: boolean;
}

/** Every family that the server can listen for. */
export const families: readonly FamilyEntry[] = [
  {
    name: 'jointech',
    open: () => jointech,
    protocols: [PROTOCOL.jointech],
    setting: 'JOINTECH_PORT',
  },
  {
    name: 'jt808',
    open: createJt808,
    protocols: [PROTOCOL.hhd, PROTOCOL.jt808],
    setting: 'JT808_PORT',
  },
];

/** Where the families listen that are wanted: a port by the family's name, 0 for any free one. */
export type GatewayPorts = Readonly<Record<string, number>>;

interface GatewaysOptions {
  readonly ports: GatewayPorts;
  readonly host: string;
  readonly rules: AccessRules;
  readonly locks: LockDirectory;
  readonly keep: StoreMessage;
  /** What comes in waits for it: before it nobody handles messages, and none may be acknowledged. */
  readonly ready?: Promise<unknown>;
  readonly log: LinkLog;
}

/** The way to every lock, whatever it speaks. */
export interface Link extends OpenLink {
  /** Where the locks of each protocol come, of those that have a listener here. */
  readonly gateways: readonly Pick<Gateway, 'family' | 'protocols' | 'port'>[];
  /** Whether a lock is connected to a listener of this process. */
  has(sn: string): boolean;
  readonly keepSecret: LockDirectory['keepSecret'];
  /** Looks again at a lock that was changed; without a number, at all that are connected. */
  refresh(sn?: string): void;
}

/**
 * Opens the listeners that are wanted and joins them with the locks' way over MQTT: who listens hears both, and a
 * command goes where its lock is. Closing it closes the link too.
 * @throws what listening throws, with nothing left open
 */
export const openGateways = async (link: OpenLink, options: GatewaysOptions): Promise<Link> => {
  const { ports, host, rules, locks, keep, ready, log } = options;
  const inbox = createInbox(log, ready);
  const gateways: Gateway[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(gateways.map((gateway) => gateway.close()));
    await link.close();
  };
  try {
    for (const { name, open, protocols } of families) {
      const port = ports[name];
      if (port === undefined) continue;
      const family = open(rules);
      const gatewayOptions = { family, protocols, port, host, locks, inbox, keep, log };
      const gateway = await openGateway(gatewayOptions);
      gateways.push(gateway);
      log.info(`Locks of the family ${family.name} come to ${host}:${gateway.port}`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const gatewayOf = (sn: string) => gateways.find((gateway) => gateway.has(sn));
  return {
    ...link,
    gateways,
    keepSecret: locks.keepSecret,
    refresh: (sn) => {
      for (const gateway of gateways) {
        gateway.refresh(sn).catch((error: Error) => {
          log.error(`Lock ${sn ?? 'changes'}: ${error.message}`);
        });
      }
    },
    has: (sn) => gatewayOf(sn) !== undefined,
    ...mergeInboxes(link, inbox),
    send: async (sn, command) => {
      const gateway = gatewayOf(sn);
      if (gateway) gateway.send(sn, command);
      else await link.send(sn, command);
    },
    sendChunk: (sn, piece) => (gatewayOf(sn) ?? link).sendChunk(sn, piece),
    explain: (sn, why) => {
      // These wires have no word for it.
      if (!gatewayOf(sn)) link.explain(sn, why);
    },
    disconnect: (sn) => {
      for (const gateway of gateways) gateway.disconnect(sn);
      link.disconnect(sn);
    },
    close,
  };
};
