import { PROTOCOL } from '../../domain/family';
import type { Inbox, Link, LinkLog, OpenLink } from '../fleet/link';
import type { GatewayOptions } from './context';
import { jointech } from './jointech';
import { createJt808 } from './jt808';
import type { LockDirectory } from './lockDirectory';
import { openGateway } from './openGateway';
import type { ProtocolFamily } from './protocolFamily';

/** Authentication of locks, in families that have it. */
type AccessRules = Parameters<typeof createJt808>[0];

export const families: readonly {
  readonly name: string;
  readonly open: (rules: AccessRules) => ProtocolFamily;
  readonly protocols: GatewayOptions['protocols'];
  readonly setting: string;
}[] = [
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

/** Ports by the family's name; 0 for any free port. A family without a port is not opened. */
export type GatewayPorts = Readonly<Record<string, number>>;

interface GatewaysOptions {
  readonly ports: GatewayPorts;
  readonly host: string;
  readonly rules: AccessRules;
  readonly locks: LockDirectory;
  readonly inbox: Inbox;
  readonly log: LinkLog;
}

/**
 * Opens the listeners and joins them with the MQTT link: a command goes to the connection of its lock. Closing also closes the MQTT link.
 * @throws what listening throws, after closing all
 */
export const openGateways = async (link: OpenLink, options: GatewaysOptions): Promise<Link> => {
  const { ports, host, rules, locks, inbox, log } = options;
  const gateways: Awaited<ReturnType<typeof openGateway>>[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(gateways.map((gateway) => gateway.close()));
    await link.close();
  };
  try {
    for (const { name, open, protocols } of families) {
      const port = ports[name];
      if (port === undefined) continue;
      const family = open(rules);
      const gateway = await openGateway({ family, protocols, port, host, locks, inbox, log });
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
    send: async (sn, command, judgeAgain) => {
      const gateway = gatewayOf(sn);
      if (gateway) gateway.send(sn, command, judgeAgain);
      else await link.send(sn, command, judgeAgain);
    },
    sendChunk: (sn, piece) => (gatewayOf(sn) ?? link).sendChunk(sn, piece),
    explain: (sn, why) => {
      // These protocols have no message for it.
      if (!gatewayOf(sn)) link.explain(sn, why);
    },
    disconnect: (sn) => {
      for (const gateway of gateways) gateway.disconnect(sn);
      link.disconnect(sn);
    },
    close,
  };
};
