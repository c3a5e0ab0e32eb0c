import { openPlaces, type Places } from './openPlaces';
import { readPlacesFile } from './placesFile';

let opened: Places | undefined;

/** Returns all places of the world with more than 1,000 inhabitants. Opened on first use. */
export const readPlaces = (): Places => {
  opened ??= openPlaces(readPlacesFile());
  return opened;
};
