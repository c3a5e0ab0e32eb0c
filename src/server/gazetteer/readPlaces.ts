import { mergePlaces, type Town } from './joinPlaces';

let read: readonly Town[] | undefined;

/** Every place of the world with more than a thousand inhabitants: some 60 MB, once for all who ask. */
export const readPlaces = (): readonly Town[] => {
  read ??= mergePlaces();
  return read;
};
