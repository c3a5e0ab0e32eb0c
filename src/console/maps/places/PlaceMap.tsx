import { useTheme } from '@mui/material/styles';
import L from 'leaflet';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import type { LatLon } from '../../../domain/geo/geometry';
import type { PlaceViewProps } from '../../../fields/views/contexts';
import { BaseLayer } from '../base/BaseLayer';
import { townZoom } from '../base/floor/townZoom';
import { useSmallMap } from '../base/useMapServices';
import { crsByDatum, crsOfMap } from '../crs';
import { Circle, LeafletMap, Marker, useMap, useMapColours } from '../LeafletMap';
import { MapCorners } from '../MapControls';
import { PointLayer } from '../PointLayer';
import { worldView } from '../view';
import { cornersOf, eastOf, radiusTo } from './circle';
import { GeofenceLayer } from './GeofenceLayer';

const FollowPlace = ({ place: { lat, lon } }: { readonly place: LatLon }) => {
  const map = useMap();
  useEffect(() => {
    if (!map.getBounds().contains([lat, lon])) map.panTo([lat, lon]);
  }, [map, lat, lon]);
  return null;
};

export const PlaceMap = ({ label, place, radius }: PlaceViewProps) => (
  <SmallMap label={label} at={place} stops={!radius}>
    <GeofenceLayer />
    <PointLayer />
    <PlaceMarks place={place} radius={radius} />
    <FitCircle place={place} radius={radius} />
    <FollowPlace place={place} />
  </SmallMap>
);

/**
 * Zooms out until a town is in the picture, each time the limit of the embedded map has zoomed the map out. Restores
 * the zoom with the limit, unless the operator has zoomed since.
 */
const TownInView = () => {
  const map = useMap();
  useEffect(() => {
    let isOver = false;
    let before = 0;
    let townInView: number | undefined;
    const zoomOut = async () => {
      const { plane } = crsOfMap(map);
      const limit = map.getZoom();
      const { lat, lng } = map.getCenter();
      const at = plane.toPlane(lng, lat, [0, 0]);
      const zoom = await townZoom(plane, at, map.getSize(), limit - plane.zoomOffset);
      if (isOver || map.getZoom() !== limit) return;
      townInView = zoom + plane.zoomOffset;
      map.setZoom(townInView, { animate: false });
    };
    // `FloorLayer` reports tiles that fail, and the map keeps its zoom.
    const onLimited = () => void zoomOut().catch(() => undefined);
    const follow = () => {
      const zoom = map.getZoom();
      if (zoom > map.getMaxZoom()) {
        before = zoom;
        map.once('zoomend', onLimited);
      } else if (zoom === townInView && before <= map.getMaxZoom()) {
        townInView = undefined;
        map.setZoom(before);
      }
    };
    map.on('zoomlevelschange', follow);
    return () => {
      isOver = true;
      map.off('zoomlevelschange', follow).off('zoomend', onLimited);
    };
  }, [map]);
  return null;
};

/** Zooms of the world map for a single place, with streets and on the embedded map. */
const STREETS_ZOOM = 13;
const FLOOR_ZOOM = 6;

interface Props {
  /** Accessible name. */
  readonly label: string;
  /** Initial place; null shows the world. */
  readonly at: LatLon | null;
  /** Without streets, shows the surroundings with a town. */
  readonly stops?: boolean;
  readonly children: ReactNode;
}

/** Map without the fleet, for one place and its surroundings. It fills its parent. */
export const SmallMap = ({ label, at, stops = false, children }: Props) => {
  const provider = useSmallMap();
  const zoom = provider.tiles || stops ? STREETS_ZOOM : FLOOR_ZOOM;
  const view = at ? { ...at, zoom } : worldView;
  return (
    <LeafletMap crs={crsByDatum[provider.datum]} view={view} label={label}>
      {stops && <TownInView />}
      <BaseLayer provider={provider} stops={stops} />
      <MapCorners />
      {children}
    </LeafletMap>
  );
};

/** Margin around the circle at each edge of the map, px. */
const EDGE: [number, number] = [24, 24];

export const FitCircle = ({ place, radius }: Pick<PlaceMarksProps, 'place' | 'radius'>) => {
  const map = useMap();
  const corners = useEffectEvent(() =>
    radius ? cornersOf(place, radius).map(({ lat, lon }): [number, number] => [lat, lon]) : null,
  );
  useEffect(() => {
    const box = corners();
    if (box) map.fitBounds(box, { animate: false, padding: EDGE });
  }, [map]);
  return null;
};

interface PlaceMarksProps {
  readonly place: LatLon;
  /** Metres; no circle if it is absent. */
  readonly radius: number | null | undefined;
  readonly onMove?: (place: LatLon) => void;
  /** Makes the circle's edge draggable; called with metres. */
  readonly onResize?: (radius: number) => void;
}

/** Place with its circle, and handles if they can be changed. */
export const PlaceMarks = ({ place, radius, onMove, onResize }: PlaceMarksProps) => {
  const { lat, lon } = place;
  const { rim } = useMapColours();
  const color = useTheme().palette.primary.main;
  const pin = useMemo(() => pinIcon(color, rim), [color, rim]);
  const handle = useMemo(() => handleIcon(color, rim), [color, rim]);
  return (
    <>
      {radius && (
        // Clicks pass through it to the map.
        <Circle
          center={[lat, lon]}
          radius={radius}
          interactive={false}
          pathOptions={{ color, weight: 2, fillColor: color, fillOpacity: 0.15 }}
        />
      )}
      <Pin at={place} icon={pin} onMove={onMove} />
      {radius && onResize && (
        <Pin
          at={eastOf(place, radius)}
          icon={handle}
          onMove={(to) => onResize(radiusTo(place, to))}
        />
      )}
    </>
  );
};

interface PinProps {
  readonly at: LatLon;
  readonly icon: L.DivIcon;
  /** Makes the mark draggable; called during the whole drag. */
  readonly onMove?: (to: LatLon) => void;
}

/** Mark that the pointer can drag; the keyboard uses the cross in the middle of the map instead. */
const Pin = ({ at: { lat, lon }, icon, onMove }: PinProps) => {
  const draggable = onMove !== undefined;
  const drag = ({ target }: L.LeafletEvent) => {
    const { lat, lng } = target.getLatLng();
    onMove?.({ lat, lon: lng });
  };
  return (
    <Marker
      position={[lat, lon]}
      icon={icon}
      draggable={draggable}
      interactive={draggable}
      keyboard={false}
      eventHandlers={{ drag }}
    />
  );
};

const iconOf = (size: number, anchor: L.PointTuple, shapes: string): L.DivIcon =>
  L.divIcon({
    html: `<svg viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">${shapes}</svg>`,
    className: '',
    iconSize: [size, size],
    iconAnchor: anchor,
  });

/** Pin whose tip is at the place. */
export const pinIcon = (color: string, rim: string): L.DivIcon =>
  iconOf(
    36,
    [18, 35],
    `<path d="M18 35C12 26 7 20.5 7 13.5a11 11 0 0 1 22 0C29 20.5 24 26 18 35Z"
      fill="${color}" stroke="${rim}" stroke-width="2" /><circle cx="18" cy="13.5" r="4" fill="${rim}" />`,
  );

const handleIcon = (color: string, rim: string): L.DivIcon =>
  iconOf(
    28,
    [14, 14],
    `<circle cx="14" cy="14" r="7" fill="${rim}" stroke="${color}" stroke-width="3" />`,
  );
