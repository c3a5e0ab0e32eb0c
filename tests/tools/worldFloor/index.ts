import { writeFileSync } from 'node:fs';
import { archiveOf, makeTiles } from './tileArchive';
import { layersOf } from './worldLayers';

/**
 * Builds the embedded map, src/console/maps/base/floor/world.pmtiles, if run with `fromSource.mjs`. Land comes from the
 * package world-atlas, places from `tests/tools/gazetteer`. The folder holds further data of Natural Earth (public
 * domain, 1:10m): borders, lakes, rivers and urban as `*.topo.json`, `ports.tsv` and `airports.tsv`. The borders may
 * contain only those that Natural Earth marks as international and undisputed.
 */
const OUT = 'src/console/maps/base/floor/world.pmtiles';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder with the data of Natural Earth');
writeFileSync(OUT, archiveOf(makeTiles(layersOf(folder))));
