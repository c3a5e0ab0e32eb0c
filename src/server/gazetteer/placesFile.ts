/**
 * Returns the bytes of all places with more than 1,000 inhabitants. Vite puts a module in the place of this one
 * (`tests/tools/gazetteer/placesPacked.ts`).
 */
export declare const readPlacesFile: () => Uint8Array;
