declare module 'vt-pbf' {
  /** Encodes tiles of geojson-vt, by layer name, as one Mapbox Vector Tile. */
  export const fromGeojsonVt: (
    layers: Readonly<Record<string, unknown>>,
    options: { readonly version: 1 | 2; readonly extent: number },
  ) => Uint8Array;
}
