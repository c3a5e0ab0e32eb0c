import GlobalStyles from '@mui/material/GlobalStyles';
import { useTheme } from '@mui/material/styles';
import L from 'leaflet';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { RaRecord } from 'react-admin';
import { useMap, useMapColours } from './LeafletMap';
import type { MapColours } from './look';
import { currentView, wrapToCentre } from './view';
import { type MapRecordsProps, useInView, type ViewBox } from './viewBox';

/** Points of interest in view that are marked for maps. Clicks pass through them. */
export const PointLayer = () => <Points records={useInView('interestPoint', viewFilter)} />;

const viewFilter = ({ south, west, north, east, wide }: ViewBox) => ({
  isShowMap: true,
  lat_from: Math.max(-90, south),
  lat_to: Math.min(90, north),
  ...(wide ? {} : { lng_from: west, lng_to: east }),
});

export const Points = ({ records, selected, without, onSelect }: MapRecordsProps) => {
  const map = useMap();
  const colours = useMapColours();
  const color = useTheme().palette.secondary.main;
  const choose = useEffectEvent((id: RaRecord['id']) => onSelect?.(id));
  const interactive = onSelect !== undefined;
  const pointsJson = useMemo(
    () => JSON.stringify(records.filter(({ id }) => id !== without).map(pickPlace)),
    [records, without],
  );
  useEffect(() => {
    const group = L.layerGroup();
    for (const { id, name, lat, lng } of JSON.parse(pointsJson) as ReturnType<typeof pickPlace>[]) {
      const at = wrapToCentre(map, lat, lng);
      if (!at) continue;
      const marker = L.marker(at, {
        icon: pointIcon(name, color, colours, id === selected),
        interactive,
        keyboard: false,
        // Points that are only shown lie below the fleet.
        ...(interactive ? {} : { pane: 'overlayPane' }),
      });
      marker.on('click', () => choose(id));
      marker.addTo(group);
    }
    const show = () => {
      const { zoom } = currentView(map);
      if (interactive || zoom >= MIN_ZOOM) group.addTo(map);
      else group.remove();
      map.getContainer().toggleAttribute(HIDES_NAMES, zoom < MIN_NAME_ZOOM);
    };
    show();
    map.on('zoomend', show);
    return () => {
      map.off('zoomend', show);
      group.remove();
    };
  }, [map, pointsJson, selected, interactive, color, colours]);
  return <GlobalStyles styles={NAMES} />;
};

/**
 * Minimum zooms of the world map for points and names: farther out, points clutter the fleet, and their names overlap.
 */
const MIN_ZOOM = 7;
const MIN_NAME_ZOOM = 9;

/** Attribute of a map below `MIN_NAME_ZOOM`. */
const HIDES_NAMES = 'data-unnamed-points';
const NAMES = { [`[${HIDES_NAMES}] .point-name`]: { display: 'none' } } as const;

const pickPlace = ({ id, interest_name, lat, lng, place }: RaRecord) => ({
  id,
  name: String(interest_name ?? ''),
  lat: Number(lat ?? place?.lat ?? Number.NaN),
  lng: Number(lng ?? place?.lon ?? Number.NaN),
});

/** Diamond with a name beside it. The name is set as text, never as HTML. */
const pointIcon = (
  name: string,
  color: string,
  { rim, label: text, labelHalo }: MapColours,
  selected: boolean,
): L.DivIcon => {
  const size = selected ? 18 : 13;
  const html = document.createElement('div');
  Object.assign(html.style, { display: 'flex', alignItems: 'center', gap: '5px' });
  const mark = document.createElement('span');
  Object.assign(mark.style, {
    flex: 'none',
    width: `${size}px`,
    height: `${size}px`,
    transform: 'rotate(45deg)',
    borderRadius: '3px',
    background: color,
    border: `2px solid ${rim}`,
    boxSizing: 'border-box',
  });
  const label = document.createElement('span');
  label.textContent = name;
  label.className = 'point-name';
  Object.assign(label.style, {
    color: text,
    font: '600 12px system-ui, sans-serif',
    whiteSpace: 'nowrap',
    textShadow: `0 0 3px ${labelHalo}, 0 0 3px ${labelHalo}`,
  });
  html.append(mark, label);
  return L.divIcon({
    html,
    className: '',
    iconSize: [size, size],
    iconAnchor: [size / 2, size / 2],
  });
};
