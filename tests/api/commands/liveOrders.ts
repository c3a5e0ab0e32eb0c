import { setTimeout } from 'node:timers/promises';
import type { LockReply, LockReport } from '../../../src/domain/lock';
import { type ConnectionInfo, createEmitter } from '../../../src/server/fleet/link/inboxEvents';
import { silentLink } from '../http/testServer';
import { ordersServer } from './ordersServer';

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
  const { on, emit } = createEmitter({ info: () => {}, warn: () => {}, error: () => {} });
  /** Commands that went out, as serial number and code. */
  const sent: string[] = [];
  const server = await ordersServer({
    link: {
      ...silentLink,
      send: async (sn, { cmd }) => void sent.push(`${sn} ${cmd}`),
      on,
    },
  });
  return {
    ...server,
    sent,
    come: (sn: string) => emit('presence', sn, true),
    life: (sn: string, about: ConnectionInfo) => emit('life', sn, about),
    report: (sn: string, report: LockReport) => emit('report', sn, report, Date.now(), false),
    reply: (sn: string, reply: LockReply) => emit('reply', sn, reply),
  };
};

export type LiveOrders = Awaited<ReturnType<typeof liveOrders>>;
