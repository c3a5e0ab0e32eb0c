import { mergePlaces, type Town } from './joinPlaces';

let read: readonly Town[] | undefined;

/** Returns all places of the world with more than 1,000 inhabitants. They take some 60 MB and are loaded once. */
export const readPlaces = (): readonly Town[] => {
  read ??= mergePlaces();
  return read;
};
