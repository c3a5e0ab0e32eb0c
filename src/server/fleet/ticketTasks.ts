import type { Command } from '../../config';
import { SECOND } from '../../domain/duration';
import type { Database } from '../db';
import type { Task } from '../work/worker';
import type { ChangeSignal } from './fleet';
import type { DeviceLink, Link, LinkLog, OpenLink } from './link';
import { expireLending } from './sharing';
import {
  advanceWaves,
  connectedWithWaiting,
  expireTickets,
  resendUnanswered,
  undeliveredLocks,
} from './tickets';

interface TicketWork {
  readonly db: Database;
  readonly commands: Readonly<Record<string, Command>>;
  readonly link: DeviceLink & Pick<OpenLink, 'embedded'> & Partial<Pick<Link, 'gateways'>>;
  readonly log: LinkLog;
  readonly changed: ChangeSignal;
  /** Delivers the waiting tickets of locks, in the background. */
  readonly serve: (sns: readonly string[]) => void;
}

/** Delivers tickets, and ends what has expired. */
export const ticketTasks = (work: TicketWork): readonly Task[] => {
  const { db, commands, link, changed, serve } = work;
  const notifyIf = (isChanged: boolean) => {
    if (isChanged) changed.notify();
  };
  const tasks: Task[] = [
    {
      name: 'overdue tickets',
      every: SECOND,
      run: async () => notifyIf(await expireTickets(db, commands)),
    },
    {
      name: 'expired sharing',
      every: SECOND,
      run: async ({ now }) => notifyIf(await expireLending(db, now())),
    },
    {
      name: 'waves',
      every: SECOND,
      run: async () => {
        const sns = await advanceWaves(db);
        if (!sns) return;
        changed.notify();
        serve(sns);
      },
    },
    catchUpTask(work),
  ];
  if (!link.gateways?.length) return tasks;
  const run = async () => serve(await connectedWithWaiting(db, link));
  return [...tasks, { name: 'tickets of gateways', every: SECOND, run }];
};

/**
 * Delivers tickets that became deliverable. Repeats unanswered commands once after the start, delayed, so that replies
 * that an external broker kept arrive first.
 */
const catchUpTask = ({ db, link, log, serve }: TicketWork): Task => {
  const openedAt = Date.now();
  let hasRepeated = link.embedded;
  return {
    name: 'waiting tickets',
    every: 5 * SECOND,
    delayed: true,
    run: async () => {
      serve(await undeliveredLocks(db));
      if (hasRepeated || link.isConnected?.() === false) return;
      hasRepeated = true;
      await resendUnanswered(db, link, log, openedAt);
    },
  };
};
