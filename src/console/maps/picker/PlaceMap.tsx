import { useTheme } from '@mui/material/styles';
import L from 'leaflet';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { LatLon } from '../../../domain/geo/geometry';
import type { PlaceViewProps } from '../../../fields/contexts';
import { BaseLayer } from '../base/BaseLayer';
import { useSmallMap } from '../base/useMapServices';
import { crsByDatum } from '../crs';
import { GeofenceLayer } from '../geofences/GeofenceLayer';
import { LeafletMap, MapSlot, useMap, useMapColours } from '../LeafletMap';
import { MapControls, MapScale } from '../MapControls';
import { PointLayer } from '../PointLayer';
import { worldView } from '../view';
import { closeZoom, cornersOf, eastOf, radiusTo } from './geometry';

/** Follows a place that leaves the map. */
const FollowPlace = ({ place: { lat, lon } }: { readonly place: LatLon }) => {
  const map = useMap();
  useEffect(() => {
    if (!map.getBounds().contains([lat, lon])) map.panTo([lat, lon]);
  }, [map, lat, lon]);
  return null;
};

/** A place on a map, to be looked at. */
export const PlaceMap = ({ label, place, radius }: PlaceViewProps) => (
  <SmallMap label={label} at={place}>
    <GeofenceLayer />
    <PointLayer />
    <PlaceMarks place={place} radius={radius} />
    <FitCircle place={place} radius={radius} />
    <FollowPlace place={place} />
  </SmallMap>
);

interface Props {
  /** The accessible name. */
  readonly label: string;
  /** Where it begins; without a place it shows the world. */
  readonly at: LatLon | null;
  readonly children: ReactNode;
}

/** A map without the fleet, filling its parent: for one place and what is around it. */
export const SmallMap = ({ label, at, children }: Props) => {
  const provider = useSmallMap();
  const view = at ? { ...at, zoom: closeZoom(provider) } : worldView;
  return (
    <LeafletMap crs={crsByDatum[provider.datum]} view={view} label={label}>
      <BaseLayer provider={provider} />
      <MapSlot at="left" order={1}>
        <MapScale />
      </MapSlot>
      <MapSlot at="right">
        <MapControls />
      </MapSlot>
      {children}
    </LeafletMap>
  );
};

/** Free of the circle at each edge of the map, px. */
const EDGE: [number, number] = [24, 24];

interface FitCircleProps {
  readonly place: LatLon;
  readonly radius: number | null | undefined;
}

/** Begins with all of a circle in view. */
export const FitCircle = ({ place, radius }: FitCircleProps) => {
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
  /** Metres; without it there is no circle. */
  readonly radius: number | null | undefined;
  /** The pin can be dragged. */
  readonly onMove?: (place: LatLon) => void;
  /** The circle's edge can be dragged; metres. */
  readonly onResize?: (radius: number) => void;
}

/** A place with its circle, and handles where they can be changed. */
export const PlaceMarks = ({ place, radius, onMove, onResize }: PlaceMarksProps) => {
  const { rim } = useMapColours();
  const color = useTheme().palette.primary.main;
  const pin = useMemo(() => pinIcon(color, rim), [color, rim]);
  const handle = useMemo(() => handleIcon(color, rim), [color, rim]);
  return (
    <>
      {radius && <Circle centre={place} radius={radius} color={color} />}
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

interface CircleProps {
  readonly centre: LatLon;
  /** Metres. */
  readonly radius: number;
  readonly color: string;
}

/** A circle on the ground; clicks go through it to the map. */
export const Circle = ({ centre: { lat, lon }, radius, color }: CircleProps) => {
  const map = useMap();
  const [circle, setCircle] = useState<L.Circle>();
  useEffect(() => {
    const newCircle = L.circle([0, 0], { radius: 1, interactive: false }).addTo(map);
    setCircle(newCircle);
    return () => {
      newCircle.remove();
    };
  }, [map]);
  useEffect(() => {
    circle?.setLatLng([lat, lon]).setRadius(radius);
  }, [circle, lat, lon, radius]);
  useEffect(() => {
    circle?.setStyle({ color, weight: 2, fillColor: color, fillOpacity: 0.15 });
  }, [circle, color]);
  return null;
};

interface PinProps {
  readonly at: LatLon;
  readonly icon: L.DivIcon;
  /** It can be dragged; called all along the way. */
  readonly onMove?: (to: LatLon) => void;
}

/** A mark on the map. */
const Pin = ({ at: { lat, lon }, icon, onMove }: PinProps) => {
  const map = useMap();
  const draggable = onMove !== undefined;
  const [marker, setMarker] = useState<L.Marker>();
  // Without an icon of its own a marker would ask for Leaflet's, which is not there.
  const make = useEffectEvent((options: L.MarkerOptions) =>
    L.marker([lat, lon], { ...options, icon }),
  );
  const reportMove = useEffectEvent((to: L.LatLng) => onMove?.({ lat: to.lat, lon: to.lng }));
  useEffect(() => {
    // The keyboard has a way of its own: the cross in the middle of the map.
    const options = { draggable, interactive: draggable, keyboard: false };
    const newMarker = make(options).addTo(map);
    newMarker.on('drag', () => reportMove(newMarker.getLatLng()));
    setMarker(newMarker);
    return () => {
      newMarker.remove();
    };
  }, [map, draggable]);
  useEffect(() => {
    marker?.setLatLng([lat, lon]);
  }, [marker, lat, lon]);
  useEffect(() => {
    marker?.setIcon(icon);
  }, [marker, icon]);
  return null;
};

const SVG = 'http://www.w3.org/2000/svg';

const createSvgElement = (name: string, attributes: Readonly<Record<string, string>>) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

const iconOf = (size: number, anchor: L.PointTuple, shapes: readonly SVGElement[]) => {
  const box = `0 0 ${size} ${size}`;
  const svg = createSvgElement('svg', { viewBox: box, width: String(size), height: String(size) });
  svg.append(...shapes);
  const html = document.createElement('div');
  html.append(svg);
  return L.divIcon({ html, className: '', iconSize: [size, size], iconAnchor: anchor });
};

/** A pin whose point is the place. */
export const pinIcon = (color: string, rim: string): L.DivIcon =>
  iconOf(
    36,
    [18, 35],
    [
      createSvgElement('path', {
        d: 'M18 35C12 26 7 20.500 7 13.500a11 11 0 0 1 22 0C29 20.500 24 26 18 35Z',
        fill: color,
        stroke: rim,
        'stroke-width': '2',
      }),
      createSvgElement('circle', { cx: '18', cy: '13.500', r: '4', fill: rim }),
    ],
  );

/** The handle on the edge of a circle. */
const handleIcon = (color: string, rim: string): L.DivIcon =>
  iconOf(
    28,
    [14, 14],
    [
      createSvgElement('circle', {
        cx: '14',
        cy: '14',
        r: '7',
        fill: rim,
        stroke: color,
        'stroke-width': '3',
      }),
    ],
  );
