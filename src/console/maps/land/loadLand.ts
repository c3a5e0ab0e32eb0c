import type { MultiPolygon } from 'geojson';
import { feature } from 'topojson-client';
import type {
  GeometryCollection,
  Topology,
  MultiPolygon as TopoMultiPolygon,
} from 'topojson-specification';
import fineUrl from 'world-atlas/land-50m.json?url';
import coarseUrl from 'world-atlas/land-110m.json?url';

type Land = Topology<{ land: GeometryCollection | TopoMultiPolygon }>;

const urls = { coarse: coarseUrl, fine: fineUrl };

const load = async (detail: keyof typeof urls): Promise<MultiPolygon> => {
  const answer = await fetch(urls[detail]);
  if (!answer.ok) throw new Error(`${answer.status} ${urls[detail]}`);
  const topology: Land = await answer.json();
  const land = feature(topology, topology.objects.land);
  const features = land.type === 'FeatureCollection' ? land.features : [land];
  const coordinates = features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
  );
  return { type: 'MultiPolygon', coordinates };
};

const loading = new Map<string, Promise<MultiPolygon>>();

/** The world's land (Natural Earth by world-atlas): coarse 21 KB, fine 169 KB. Loaded once; a failure is tried again. */
export const loadLand = (detail: keyof typeof urls): Promise<MultiPolygon> => {
  const known = loading.get(detail);
  if (known) return known;
  const promise = load(detail).catch((error: unknown) => {
    loading.delete(detail);
    throw error;
  });
  loading.set(detail, promise);
  return promise;
};
