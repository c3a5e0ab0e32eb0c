import { mergePlaces } from './joinPlaces';
import { packPlaces } from './packPlaces';

/** Returns the bytes of all places with more than 1,000 inhabitants. A build replaces this by reading a file. */
export const readPlacesFile = (): Uint8Array => packPlaces(mergePlaces());
