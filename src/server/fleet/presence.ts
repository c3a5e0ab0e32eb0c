import type { Kysely } from 'kysely';
import type { Console } from '../../config';
import type { Tables } from '../db';
import type { ChangeSignal } from './fleet';
import type { ConnectionInfo, DeviceLink, LinkLog } from './link';
import {
  drawNumbers,
  type HeldConnection,
  limitsOf,
  markSilentOffline,
  type Presence,
  SIGN_INTERVAL,
  type Sign,
  writePresence,
  writeSeen,
} from './presenceRows';
import { deliver, resendSent } from './tickets';

interface PresenceOptions {
  readonly db: Kysely<Tables>;
  /** Declares whether types of locks have a limit to their silence. */
  readonly config: Console;
  /** Name of this server, which holds the connections. */
  readonly server: string;
  readonly link: DeviceLink;
  readonly log: LinkLog;
  readonly changed: ChangeSignal;
  /** How long a lock has to reply to a command, ms. */
  readonly replyLimit: number;
  /** How often who is silent for too long is looked for, ms. */
  readonly lookEvery?: number;
}

/** Thousands of locks come back at once after a restart: who came and went is written together, this often, ms. */
const BATCH_WINDOW = 100;

/** Writes who is reachable, and serves those that came back with what waited for them. */
export const createPresenceTracker = (options: PresenceOptions) => {
  const { db, config, server, link, log, changed, replyLimit } = options;
  const { lookEvery = SIGN_INTERVAL } = options;
  const limits = limitsOf(config);
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
  /** Numbers connections as they are made: written later, they would be numbered in another order than another server's. */
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
    // What is offline, or asleep, is judged by the last sign of life.
    if ([...batch.values()].some(({ online, since }) => !online || since)) await writeSigns();
    const online = [...batch].filter(([, presence]) => presence.online).map(([sn]) => sn);
    const moved = await writePresence(db, { limits, server }, batch);
    if (moved.length > 0) changed.notify();
    const came = moved.filter((sn) => batch.get(sn)?.online);
    const again = [...came, ...online.filter((sn) => freshSince.has(sn))];
    const from = again.map((sn) => [sn, freshSince.get(sn) ?? batch.get(sn)?.at ?? 0] as const);
    await resendSent(db, link, log, new Map(from));
    await deliver({ db, link, log, replyLimit }, online);
    if (again.length > 0) changed.notify();
  };
  const look = async (): Promise<void> => {
    await writeSigns();
    if (await markSilentOffline(db, limits)) changed.notify();
  };
  const enqueue = (work: () => Promise<void>) => {
    writing = writing
      .then(work)
      .catch((error: Error) => log.error(`Presence not written: ${error.message}`));
  };
  const noteSign = (sn: string, since?: number): void => {
    signs.set(sn, { at: Date.now(), since: since ?? signs.get(sn)?.since });
  };
  const looking = setInterval(() => enqueue(look), lookEvery);

  const add = (sn: string, online: boolean, about: ConnectionInfo = {}): void => {
    const { since, fresh: isFresh } = about;
    const before = latest.get(sn);
    // That all locks go when the server does says nothing of them, and there is no database left to write it to.
    if (isClosed || (!online && isOlder(since, before?.since))) return;
    const at = Date.now();
    latest.set(sn, { online, since, at, held: connections.get(sn) });
    if (online) noteSign(sn, since);
    if (isFresh || (online && before?.online === false)) fresh.set(sn, at);
    timer ??= setTimeout(() => enqueue(write), BATCH_WINDOW);
  };

  return {
    add,
    /** Takes note that a connection to this process was made, or ended. */
    noteConnection: (sn: string, isOpen: boolean): void => {
      if (isClosed) return;
      if (isOpen) {
        const connection: HeldConnection = {};
        connections.set(sn, connection);
        unnumbered.add(connection);
        // Where it fails, the next write tries again.
        draw().catch(() => {});
        return;
      }
      // A lock without a last will leaves without a word.
      add(sn, false);
      connections.delete(sn);
    },
    /** Writes again which locks are connected to this process. */
    reclaim: (): void => {
      for (const sn of connections.keys()) add(sn, true);
    },
    /** Takes note of a sign of life of a lock that is known to be there. */
    noteSign,
    close: async (): Promise<void> => {
      isClosed = true;
      clearInterval(looking);
      clearTimeout(timer);
      enqueue(writeSigns);
      await writing;
    },
  };
};

/** The last words of a connection are old news where the lock has made another since. */
const isOlder = (since: number | undefined, than: number | undefined): boolean =>
  since !== undefined && since < (than ?? 0);
