import type { Console } from '../../../src/config';
import { openStore, type Store } from '../../../src/server/db';
import { closeAfterwards, ownPlace, type Place } from '../place';
import { declared } from './declared';

interface Options {
  readonly config?: Console;
  /** That of another store, to share its database; without it the store gets one of its own. */
  readonly place?: Place;
  readonly log?: (line: string) => void;
}

/** A store that is closed after the tests of the file. */
export const testStore = async ({
  config = declared,
  place,
  log = () => {},
}: Options = {}): Promise<Store> => {
  const store = await openStore({ ...(place ?? (await ownPlace(config))), config, log });
  closeAfterwards(store.close);
  return store;
};
