import border from './chinaMask.geo.json';
import type { Mask } from './gcj02';

/**
 * Area in which GCJ-02 is shifted: mainland China and its coastal waters, a ring of 282 vertices.
 * The land border is from world-atlas, simplified to 0.1 degree. The coast is drawn seaward so that islands and ports
 * are inside. The usual bounding box would shift Bangkok, Singapore, Seoul and Almaty by 500 m.
 */
const ring = Float64Array.from(border.flat());

/** True where maps in GCJ-02 (Amap, Google) are shifted. */
export const chinaMask: Mask = (lon, lat) => {
  // Fast paths: outside the ring's bounds, and within a box in its middle.
  if (lon < 73 || lon > 135.2 || lat < 17.8 || lat > 53.7) return false;
  if (lon > 100 && lon < 116 && lat > 25 && lat < 40) return true;
  let inside = false;
  let lonA = ring.at(-2) ?? 0;
  let latA = ring.at(-1) ?? 0;
  for (let i = 0; i < ring.length; i += 2) {
    const lonB = ring[i] as number;
    const latB = ring[i + 1] as number;
    if (latA > lat !== latB > lat && lon < ((lonA - lonB) * (lat - latB)) / (latA - latB) + lonB)
      inside = !inside;
    lonA = lonB;
    latA = latB;
  }
  return inside;
};

/** True where Baidu's maps use BD-09: the GCJ-02 area and, according to Baidu's documents, Taiwan. */
export const baiduMask: Mask = (lon, lat) =>
  chinaMask(lon, lat) || (lon > 119.2 && lon < 122.3 && lat > 21.7 && lat < 25.5);
