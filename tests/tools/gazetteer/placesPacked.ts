import type { Plugin } from 'vite';
import { mergePlaces } from './joinPlaces.ts';
import { packPlaces } from './packPlaces.ts';

const fromSource = `import { mergePlaces } from '/tests/tools/gazetteer/joinPlaces.ts';
  import { packPlaces } from '/tests/tools/gazetteer/packPlaces.ts';
  export const readPlacesFile = () => packPlaces(mergePlaces());`;

const fromFile = `import { readFileSync } from 'node:fs';
  const file = new URL('./places.bin', import.meta.url);
  export const readPlacesFile = () => readFileSync(file);`;

/**
 * Provides the module `gazetteer/placesFile`. A build merges and packs the places, which would delay each start by more
 * than half a second; a server from source does it on first use.
 */
export const placesPacked: Plugin = {
  name: 'places-packed',
  load(id) {
    if (!id.endsWith('/gazetteer/placesFile.ts')) return undefined;
    if (this.environment.mode !== 'build') return fromSource;
    const source = packPlaces(mergePlaces());
    this.emitFile({ type: 'asset', fileName: 'assets/places.bin', source });
    return fromFile;
  },
};
