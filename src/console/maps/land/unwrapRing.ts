import type { Position } from 'geojson';

/** As far as Mercator's square reaches. */
const POLE = 85;

/**
 * Makes the longitudes of a ring continuous. world-atlas is stitched for renderers of a globe: its rings jump from 180
 * to -180, which a flat map draws as bars across the world. A ring around a pole is closed along that pole.
 */
export const unwrapRing = (ring: readonly Position[]): Position[] => {
  const continuous: Position[] = [];
  let offset = 0;
  let previous: number | undefined;
  for (const [lon = 0, lat = 0] of ring) {
    const step = lon - (previous ?? lon);
    if (step > 180) offset -= 360;
    else if (step < -180) offset += 360;
    continuous.push([lon + offset, lat]);
    previous = lon;
  }
  const [first = 0, lat = 0] = continuous[0] ?? [];
  const [last = 0] = continuous.at(-1) ?? [];
  if (Math.abs(last - first) <= 180) return continuous;
  const pole = lat < 0 ? -POLE : POLE;
  return [...continuous, [last, pole], [first, pole]];
};
