import type { Kysely } from 'kysely';
import type { Tables } from '../store';
import type { ChangeSignal } from './changeSignal';
import type { DeviceLink, LinkLog } from './link';
import { writePresence } from './presence';
import { deliver, repeatSent } from './tickets/deliver';

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
