import { writeFileSync } from 'node:fs';
import { archiveOf, makeTiles } from './tileArchive';
import { layersOf } from './worldLayers';

/**
 * Makes the embedded map, src/console/maps/base/floor/world.pmtiles: `npm run world:floor -- <folder>`. Land comes
 * from the package world-atlas and the places from the server's gazetteer; the folder holds what else is drawn of
 * Natural Earth (public domain, 1:10m): borders, lakes, rivers and urban as `*.topo.json`, `ports.tsv` and
 * `airports.tsv`. Of the borders only those that Natural Earth marks as international and undisputed may be in it.
 */
const OUT = 'src/console/maps/base/floor/world.pmtiles';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('npm run world:floor -- <folder>');
writeFileSync(OUT, archiveOf(makeTiles(layersOf(folder))));
