import { bdToMc, bdToWgs, mcToBd, wgsToBd } from '../../domain/geo/bd09';
import { baiduMask, chinaMask } from '../../domain/geo/chinaMask';
import { fillMask, gcjToWgs, type Pair, wgsToGcj } from '../../domain/geo/gcj02';

type Step = (a: number, b: number, out: Pair) => Pair;

/**
 * Projection of a provider. It converts from and to WGS-84 degrees, so that the rest of the console does not deal with
 * datums. A point of the plane times `scale(zoom)` is a pixel; y grows southward.
 */
export interface Plane {
  readonly toPlane: Step;
  readonly fromPlane: Step;
  readonly scale: (zoom: number) => number;
  readonly zoom: (scale: number) => number;
  /** X of longitude -180, and width of 360 degrees, after which the next copy of the world begins. */
  readonly worldLeft: number;
  readonly worldWidth: number;
  /** Zoom that shows about the same ground as zoom 0 of the world map. */
  readonly zoomOffset: number;
}

/** Window of a plane, in its pixels at a zoom. */
export interface PlaneWindow {
  /** Pixels per unit of the plane. */
  readonly scale: number;
  /** The plane's pixel at the top left corner. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Latitude limit of spherical Mercator's square, degrees. */
const MAX_LAT = 85.0511287798;
const { PI, sin, log, atan, exp } = Math;

const toSquare: Step = (lon, lat, out) => {
  const s = sin((Math.max(-MAX_LAT, Math.min(MAX_LAT, lat)) * PI) / 180);
  return fillMask(out, lon / 360 + 0.5, 0.5 - log((1 + s) / (1 - s)) / (4 * PI));
};

const fromSquare: Step = (x, y, out) =>
  fillMask(out, (x - 0.5) * 360, ((2 * atan(exp((0.5 - y) * 2 * PI)) - PI / 2) * 180) / PI);

const SQUARE = {
  scale: (zoom: number) => 256 * 2 ** zoom,
  zoom: (scale: number) => Math.log2(scale / 256),
  worldLeft: 0,
  worldWidth: 1,
  zoomOffset: 0,
};

/** Spherical Mercator (EPSG:3857) as a unit square. */
export const worldPlane: Plane = { ...SQUARE, toPlane: toSquare, fromPlane: fromSquare };

/** Unit square in GCJ-02: Amap, and Google in China. */
export const gcjPlane: Plane = {
  ...SQUARE,
  toPlane: (lon, lat, out) => {
    wgsToGcj(lon, lat, out, chinaMask);
    return toSquare(out[0], out[1], out);
  },
  fromPlane: (x, y, out) => {
    fromSquare(x, y, out);
    return gcjToWgs(out[0], out[1], out, chinaMask);
  },
};

/** Metres per degree of longitude in Baidu's plane, at any latitude. */
const METRES_PER_DEGREE = 111320.70206;

/** Baidu's metres; at zoom 18, one metre is one pixel. */
export const baiduPlane: Plane = {
  toPlane: (lon, lat, out) => {
    wgsToBd(lon, lat, out, baiduMask);
    bdToMc(out[0], out[1], out);
    return fillMask(out, out[0], -out[1]);
  },
  fromPlane: (x, y, out) => {
    mcToBd(x, -y, out);
    return bdToWgs(out[0], out[1], out, baiduMask);
  },
  scale: (zoom) => 2 ** (zoom - 18),
  zoom: (scale) => Math.log2(scale) + 18,
  worldLeft: -180 * METRES_PER_DEGREE,
  worldWidth: 360 * METRES_PER_DEGREE,
  // Exactly 0.744; a whole number keeps the conversion reversible.
  zoomOffset: 1,
};
