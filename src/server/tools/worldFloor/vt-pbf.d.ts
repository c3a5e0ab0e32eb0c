declare module 'vt-pbf' {
  /** Tiles of geojson-vt, by the name of their layer, as one Mapbox Vector Tile. */
  export const fromGeojsonVt: (
    layers: Readonly<Record<string, unknown>>,
    options: { readonly version: 1 | 2; readonly extent: number },
  ) => Uint8Array;
}
