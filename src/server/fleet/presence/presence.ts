import type { Console } from '../../../config';
import type { Database } from '../../db';
import type { ChangeSignal } from '../changeSignal';
import type { TicketSender } from '../commands';
import type { ConnectionInfo, LinkLog } from '../link';
import {
  drawNumbers,
  type HeldConnection,
  limitsOf,
  type Presence,
  type Sign,
  writePresence,
  writeSeen,
} from './presenceRows';
import { createSilenceCheck } from './silence';

interface PresenceOptions {
  readonly db: Database;
  readonly config: Console;
  /** Name of this server, which holds the connections. */
  readonly server: string;
  readonly sender: Pick<TicketSender, 'deliver' | 'resendSent'>;
  readonly log: Pick<LinkLog, 'error'>;
  readonly changed: ChangeSignal;
  /** Time for which locks near their silence limit are remembered, ms. */
  readonly lookAhead?: number;
}

/**
 * Window in which presence is collected before it is written, ms. Thousands of locks reconnect at once after a
 * restart.
 */
const BATCH_WINDOW = 100;

/** Records which locks are online, and delivers waiting commands to those that return. */
export const createPresenceTracker = (options: PresenceOptions) => {
  const { db, config, server, sender, log, changed } = options;
  const limits = limitsOf(config);
  const markSilentOffline = createSilenceCheck(db, config, options.lookAhead);
  let latest = new Map<string, Presence>();
  let fresh = new Map<string, number>();
  let signs = new Map<string, Sign>();
  const connections = new Map<string, HeldConnection>();
  const unnumbered = new Set<HeldConnection>();
  let drawing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let isClosed = false;

  const writeSigns = async (): Promise<void> => {
    const batch = signs;
    signs = new Map();
    await writeSeen(db, batch);
  };

  const drawAll = async (): Promise<void> => {
    while (unnumbered.size > 0) {
      const batch = [...unnumbered];
      await drawNumbers(db, batch);
      for (const connection of batch) unnumbered.delete(connection);
    }
  };
  /** Numbers connections as they are made. Numbered later, their order could differ from that of other servers. */
  const draw = (): Promise<void> =>
    (drawing ??= drawAll().finally(() => {
      drawing = undefined;
    }));

  const write = async (): Promise<void> => {
    timer = undefined;
    await draw();
    const batch = latest;
    const freshSince = fresh;
    latest = new Map();
    fresh = new Map();
    // For a lock that is offline or asleep, the last sign of life decides.
    if ([...batch.values()].some(isComparedToSigns)) await writeSigns();
    const online = [...batch].filter(([, presence]) => presence.online).map(([sn]) => sn);
    const moved = await writePresence(db, { limits, server }, batch);
    if (moved.length > 0) changed.notify();
    const came = moved.filter((sn) => batch.get(sn)?.online);
    const again = [...came, ...online.filter((sn) => freshSince.has(sn))];
    const from = again.map((sn) => [sn, freshSince.get(sn) ?? batch.get(sn)?.at ?? 0] as const);
    await sender.resendSent(new Map(from));
    await sender.deliver(online);
    if (again.length > 0) changed.notify();
  };
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    writing = writing
      .then(work)
      .catch((error: Error) => log.error(`Presence not written: ${error.message}`));
    return writing;
  };
  const noteSign = (sn: string, about: ConnectionInfo = {}): void => {
    signs.set(sn, laterSign(signs.get(sn), about));
  };

  const add = (sn: string, online: boolean, about: ConnectionInfo = {}): void => {
    const { since, at: changedAt, fresh: isFresh } = about;
    const before = latest.get(sn);
    // When the server closes, all locks disconnect. That says nothing about them, and the database is closing as
    // well.
    if (isClosed || (!online && (isOlder(since, before?.since) || isOffline(before)))) return;
    const at = Date.now();
    latest.set(sn, { online, since, at, changedAt, held: connections.get(sn) });
    if (online) noteSign(sn, about);
    if (isFresh || (online && before?.online === false)) fresh.set(sn, at);
    timer ??= setTimeout(() => enqueue(write), BATCH_WINDOW);
  };

  return {
    add,
    /** Records that a connection to this process opened or closed. */
    noteConnection: (sn: string, isOpen: boolean): void => {
      if (isClosed) return;
      if (isOpen) {
        const connection: HeldConnection = {};
        connections.set(sn, connection);
        unnumbered.add(connection);
        // If it fails, the next write retries.
        draw().catch(() => {});
        return;
      }
      // A lock without a will does not announce it.
      add(sn, false);
      connections.delete(sn);
    },
    /** Records again which locks are connected to this process. */
    reclaim: (): void => {
      for (const sn of connections.keys()) add(sn, true);
    },
    /** Records a sign of life of a lock that is online, other than a report. */
    noteSign,
    /** Writes the signs of life, and marks silent locks offline. */
    checkSilence: () =>
      enqueue(async () => {
        await writeSigns();
        if (await markSilentOffline()) changed.notify();
      }),
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(timer);
      await enqueue(writeSigns);
    },
  };
};

/** True if the last sign of life decides what becomes of the presence. */
const isComparedToSigns = ({ online, since, changedAt }: Presence): boolean =>
  !online || since !== undefined || changedAt !== undefined;

const laterSign = (before: Sign | undefined, { since, at = Date.now() }: ConnectionInfo): Sign => ({
  at: Math.max(at, before?.at ?? 0),
  since: since ?? before?.since,
});

/** True if the end of a connection is known. The will that follows may have an older stamp than its `online`. */
const isOffline = (before: Presence | undefined): boolean =>
  before?.online === false && before.since === undefined && before.changedAt === undefined;

/** True if a newer connection exists, so that the will of this one is outdated. */
const isOlder = (since: number | undefined, than: number | undefined): boolean =>
  since !== undefined && since < (than ?? 0);
