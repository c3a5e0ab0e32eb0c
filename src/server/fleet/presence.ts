import { type Kysely, sql } from 'kysely';
import type { LockProtocol } from '../../domain/family';
import type { Tables } from '../db';
import { deliver, repeatSent } from './deliver';
import type { ChangeSignal } from './fleet';
import type { DeviceLink, LinkLog } from './link';

/** Writes who can be reached. Answers those of them whose state changed. */
const writePresence = async (
  db: Kysely<Tables>,
  presence: ReadonlyMap<string, boolean>,
): Promise<string[]> => {
  const online = [...presence].filter(([, is]) => is).map(([sn]) => sn);
  const { rows } = await sql<{ sn: string }>`
    update device set communicate_status = case when sn = any(${online}) then 1 else 0 end
    where sn = any(${[...presence.keys()]})
      and communicate_status is distinct from case when sn = any(${online}) then 1 else 0 end
    returning sn`.execute(db);
  return rows.map(({ sn }) => sn);
};

/**
 * A broker of our own, and a listener, forget who was there when they stop: until they come back, nobody is.
 * @param protocols of the locks that are forgotten
 */
export const everybodyOffline = async (
  db: Kysely<Tables>,
  protocols: readonly LockProtocol[],
): Promise<void> => {
  await sql`
    update device set communicate_status = 0
    where communicate_status = 1 and protocol = any(${[...protocols]}::integer[])`.execute(db);
};

interface PresenceOptions {
  readonly db: Kysely<Tables>;
  readonly link: DeviceLink;
  readonly log: LinkLog;
  readonly changed: ChangeSignal;
}

/** Thousands of locks come back at once after a restart: who came and went is written together, this often, ms. */
const WINDOW = 100;

/** Writes who is reachable, and serves those that came back with what waited for them. */
export const presenceBuffer = ({ db, link, log, changed }: PresenceOptions) => {
  let latest = new Map<string, boolean>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const write = async (): Promise<void> => {
    timer = undefined;
    const batch = latest;
    latest = new Map();
    const came = (await writePresence(db, batch)).filter((sn) => batch.get(sn));
    changed.notify();
    await repeatSent(db, link, log, came);
    await deliver(
      db,
      link,
      log,
      [...batch].filter(([, online]) => online).map(([sn]) => sn),
    );
    if (came.length > 0) changed.notify();
  };
  const start = () => {
    writing = writing
      .then(write)
      .catch((error: Error) => log.error(`Presence not written: ${error.message}`));
  };

  return {
    add: (sn: string, online: boolean) => {
      latest.set(sn, online);
      timer ??= setTimeout(start, WINDOW);
    },
    close: async (): Promise<void> => {
      clearTimeout(timer);
      await writing;
    },
  };
};
