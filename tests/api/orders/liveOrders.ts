import { setTimeout } from 'node:timers/promises';
import type { LockReply, LockReport } from '../../../src/domain/lock';
import type { DeviceLink } from '../../../src/server/fleet/link';
import { silentLink } from '../http/testServer';
import { ordersServer } from './ordersServer';

type Handler<Name extends 'onReport' | 'onReply' | 'onPresence' | 'onLife'> = Parameters<
  DeviceLink[Name]
>[0];

/** Repeats a check until it passes; the test's own limit ends it. */
export const until = async (check: () => Promise<unknown>): Promise<void> => {
  for (;;) {
    try {
      await check();
      return;
    } catch {
      await setTimeout(10);
    }
  }
};

/** Starts the server of `ordersServer` with locks that come online, report and answer at the test's word. */
export const liveOrders = async () => {
  let onReport: Handler<'onReport'> | undefined;
  let onReply: Handler<'onReply'> | undefined;
  let onPresence: Handler<'onPresence'> | undefined;
  let onLife: Handler<'onLife'> | undefined;
  /** Commands that went out, as serial number and code. */
  const sent: string[] = [];
  const server = await ordersServer({
    link: {
      ...silentLink,
      send: async (sn, { cmd }) => void sent.push(`${sn} ${cmd}`),
      onReport: (handler) => {
        onReport = handler;
      },
      onReply: (handler) => {
        onReply = handler;
      },
      onPresence: (handler) => {
        onPresence = handler;
      },
      onLife: (handler) => {
        onLife = handler;
      },
    },
  });
  return {
    ...server,
    sent,
    come: (sn: string) => onPresence?.(sn, true),
    life: (...args: Parameters<Handler<'onLife'>>) => onLife?.(...args),
    report: (sn: string, report: LockReport) => onReport?.(sn, report, Date.now(), false),
    reply: (sn: string, reply: LockReply) => onReply?.(sn, reply),
  };
};

export type LiveOrders = Awaited<ReturnType<typeof liveOrders>>;
