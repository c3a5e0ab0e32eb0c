import { sql } from 'kysely';
import type { Console } from '../../../src/config';
import { openStore, type Store } from '../../../src/server/db';
import { closeAfterwards, ownPlace, type Place } from '../place';
import { declared } from './declared';

interface Options {
  readonly config?: Console;
  /** Place of another store, to share its database; by default a new one. */
  readonly place?: Place;
  readonly log?: (line: string) => void;
}

/** Opens a store that is closed after the tests of the file. */
export const testStore = async ({
  config = declared,
  place,
  log = () => {},
}: Options = {}): Promise<Store> => {
  const store = await openStore({ ...(place ?? (await ownPlace(config))), config, log });
  closeAfterwards(store.close);
  return store;
};

/** Waits until a statement waits for a lock of another transaction. */
export const waitingForLock = async ({ db }: Store): Promise<void> => {
  for (;;) {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
    if (rows.length > 0) return;
  }
};
