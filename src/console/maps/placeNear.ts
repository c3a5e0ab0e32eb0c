import L from 'leaflet';

/** A place in the copy of the world nearest to a map's centre; null for NaN, which is no place. */
export const placeNear = (map: L.Map, lat: number, lon: number): L.LatLng | null => {
  if (Number.isNaN(lat) || Number.isNaN(lon)) return null;
  const turns = Math.round((map.getCenter().lng - lon) / 360);
  return L.latLng(lat, lon + turns * 360);
};
