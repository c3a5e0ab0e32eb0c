import { SECOND } from '../../../domain/duration';
import type { Database } from '../../db';
import type { Task } from '../../work/worker';
import type { ChangeSignal } from '../changeSignal';
import type { DeviceLink, Link, OpenLink } from '../link';
import {
  advanceWaves,
  connectedWithWaiting,
  expireTickets,
  type TicketSender,
  undeliveredLocks,
} from '.';
import type { CommandsByCode } from './settings';
import { expireLending } from './sharing';

interface TicketWork {
  readonly db: Database;
  readonly commands: CommandsByCode;
  readonly link: DeviceLink & Pick<OpenLink, 'embedded'> & Partial<Pick<Link, 'gateways'>>;
  readonly sender: TicketSender;
  readonly changed: ChangeSignal;
  /** Delivers the waiting tickets of locks, in the background. */
  readonly serve: (sns: readonly string[]) => void;
}

export const ticketTasks = (work: TicketWork): readonly Task[] => {
  const { db, commands, link, sender, changed, serve } = work;
  const openedAt = Date.now();
  let hasRepeated = link.embedded;
  const notifyIf = (isChanged: boolean) => {
    if (isChanged) changed.notify();
  };
  const tasks: Record<string, Task['run']> = {
    'overdue tickets': async () => notifyIf(await expireTickets(db, commands)),
    'expired sharing': async ({ now }) => notifyIf(await expireLending(db, now())),
    waves: async () => {
      const sns = await advanceWaves(db);
      notifyIf(sns !== undefined);
      serve(sns ?? []);
    },
    ...(link.gateways?.length && {
      'tickets of gateways': async () => serve(await connectedWithWaiting(db, link)),
    }),
  };
  return [
    ...Object.entries(tasks).map(([name, run]) => ({ name, every: SECOND, run })),
    {
      name: 'waiting tickets',
      every: 5 * SECOND,
      // Replies that an external broker kept arrive before unanswered commands are repeated.
      delayed: true,
      run: async () => {
        await sender.settle();
        serve(await undeliveredLocks(db));
        if (hasRepeated || link.isConnected?.() === false) return;
        hasRepeated = true;
        await sender.resendUnanswered(openedAt);
      },
    },
  ];
};
