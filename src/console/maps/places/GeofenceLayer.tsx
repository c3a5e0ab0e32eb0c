import GlobalStyles from '@mui/material/GlobalStyles';
import { useTheme } from '@mui/material/styles';
import L from 'leaflet';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { RaRecord } from 'react-admin';
import { areaOf } from '../../../domain/fence';
import { useMap, useMapColours } from '../LeafletMap';
import { LabelCollisions } from '../layout';
import { MAP_FONT, type MapColours } from '../look';
import { boxOnMap } from '../obstacles';
import { type MapRecordsProps, useInView, type ViewBox } from '../viewBox';
import { joinPoints } from './shapes';

/** Fences in view that are marked for maps. Clicks pass through them. */
export const GeofenceLayer = () => <Geofences records={useInView('fence', viewFilter)} />;

const viewFilter = ({ south, west, north, east, wide }: ViewBox) => ({
  is_show: true,
  north_from: south,
  south_to: north,
  ...(wide ? {} : { east_from: west, west_to: east }),
});

export const Geofences = ({ records, selected, without, onSelect }: MapRecordsProps) => {
  const map = useMap();
  const { palette } = useTheme();
  const usual = palette.primary.main;
  const colours = useMapColours();
  const choose = useEffectEvent((id: RaRecord['id']) => onSelect?.(id));
  const interactive = onSelect !== undefined;
  const fencesJson = useMemo(
    () => JSON.stringify(records.filter(({ id }) => id !== without).map(pickShape)),
    [records, without],
  );
  useEffect(() => {
    const group = L.layerGroup().addTo(map);
    const labels: FenceLabel[] = [];
    for (const fence of JSON.parse(fencesJson) as ReturnType<typeof pickShape>[]) {
      const color = fence.color || usual;
      const layers = layersOf(map, fence, {
        color,
        interactive,
        weight: fence.id === selected ? 4 : 2,
        fillOpacity: fence.id === selected ? 0.3 : 0.12,
      });
      for (const layer of layers) {
        layer.on('click', (event) => {
          L.DomEvent.stopPropagation(event);
          choose(fence.id);
        });
        layer.addTo(group);
      }
      const [shape] = layers;
      // Fences that are only shown lie below the fleet.
      const pane = interactive ? 'tooltipPane' : 'overlayPane';
      const name = nameOf(fence.fence_name);
      if (shape) labels.push({ shape: shape.bindTooltip(name, { ...NAME, pane }), name });
    }
    const label = () => placeNames(map, labels);
    label();
    map.on('zoomend', label);
    return () => {
      map.off('zoomend', label);
      group.remove();
    };
  }, [map, fencesJson, selected, interactive, usual]);
  return <GlobalStyles styles={nameStyles(colours)} />;
};

/** Names in the style of the map's own, without Leaflet's white box. */
const nameStyles = ({ label, labelHalo }: MapColours) => ({
  '.leaflet-tooltip.fence-name': {
    background: 'none',
    border: 0,
    boxShadow: 'none',
    padding: 0,
    color: label,
    font: `600 12px ${MAP_FONT}`,
    textShadow: `0 0 3px ${labelHalo}, 0 0 3px ${labelHalo}`,
  },
  // Truncates a name that is wider than its fence.
  '.leaflet-tooltip.fence-name span': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

const pickShape = ({ id, fence_name, fence_type, fence_context, radius, color }: RaRecord) => ({
  id,
  fence_name: String(fence_name ?? ''),
  fence_type,
  fence_context,
  radius,
  color: typeof color === 'string' ? color : '',
});

const NAME: L.TooltipOptions = { permanent: true, direction: 'center', className: 'fence-name' };

/** Margin on either side of a name within its shape, px. */
const NAME_MARGIN = 6;
/** Minimum width of a shape for its name, px. */
const MIN_NAME_WIDTH = 52;

interface FenceLabel {
  readonly shape: L.Path;
  readonly name: HTMLElement;
}

/** Lines in which a name may be placed, from its own one, if fences overlap; and the height of a line, px. */
const LINES = [0, 1, -1, 2, -2];
const LINE = 18;

/** Places each name in its shape if it fits without covering another name. */
const placeNames = (map: L.Map, labels: readonly FenceLabel[]): void => {
  const free = new LabelCollisions();
  for (const { shape, name } of labels) {
    const tooltip = shape.getTooltip();
    const maxWidth = widthOf(map, shape) - 2 * NAME_MARGIN;
    if (!tooltip || maxWidth < MIN_NAME_WIDTH) {
      shape.closeTooltip();
      continue;
    }
    name.style.maxWidth = `${Math.floor(maxWidth)}px`;
    const writeAt = (line: number) => {
      tooltip.options.offset = [0, line * LINE];
      tooltip.update();
    };
    shape.openTooltip();
    writeAt(0);
    const { top, bottom, ...sides } = boxOnMap(map, name);
    const line = LINES.find((each) =>
      free.tryAdd({ ...sides, top: top + each * LINE, bottom: bottom + each * LINE }),
    );
    if (line === undefined) shape.closeTooltip();
    else if (line !== 0) writeAt(line);
  }
};

/** Returns the width of a shape on the screen, px. */
const widthOf = (map: L.Map, shape: L.Path): number => {
  if (!(shape instanceof L.Polyline) && !(shape instanceof L.Circle)) return 0;
  const bounds = shape.getBounds();
  return (
    map.latLngToLayerPoint(bounds.getNorthEast()).x -
    map.latLngToLayerPoint(bounds.getSouthWest()).x
  );
};

/** Sets the name as text, never as HTML. */
const nameOf = (name: string): HTMLElement => {
  const element = document.createElement('span');
  element.textContent = name;
  return element;
};

/** Line with a width in metres, drawn to scale. */
export class Corridor extends L.Polyline {
  constructor(
    points: L.LatLng[],
    private readonly metres: number,
    options: L.PolylineOptions,
  ) {
    super(points, { ...options, opacity: 0.22, lineCap: 'round', lineJoin: 'round' });
  }
  override onAdd(map: L.Map): this {
    super.onAdd(map);
    map.on('zoomend viewreset', this.fit, this);
    this.fit();
    return this;
  }
  override onRemove(map: L.Map): this {
    map.off('zoomend viewreset', this.fit, this);
    return super.onRemove(map);
  }
  private fit(): void {
    const [first] = this.getLatLngs() as L.LatLng[];
    const map = this._map;
    if (!first || !map) return;
    const at = map.latLngToLayerPoint(first);
    const beside = map.layerPointToLatLng(at.add([100, 0]));
    this.setStyle({ weight: Math.max(3, (200 * this.metres) / map.distance(first, beside)) });
  }
}

const layersOf = (
  map: L.Map,
  fence: ReturnType<typeof pickShape>,
  style: L.PathOptions,
): L.Path[] => {
  const area = areaOf(fence);
  if (!area) return [];
  if (area.kind === 'circle') {
    const [centre] = joinPoints(map, [area.centre]);
    return centre ? [L.circle(centre, { ...style, radius: area.radius })] : [];
  }
  if (area.kind === 'polygon') return [L.polygon(joinPoints(map, area.ring), style)];
  const path = joinPoints(map, area.path);
  return [new Corridor(path, area.radius, style), L.polyline(path, { ...style, fill: false })];
};
