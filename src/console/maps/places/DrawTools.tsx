import GlobalStyles from '@mui/material/GlobalStyles';
import { useTheme } from '@mui/material/styles';
import L from 'leaflet';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FenceType, FIRST_RADIUS } from '../../../domain/fence';
import type { DrawingDraft, DrawnGeometry, StartDrawing } from '../../../fields/views/contexts';
import { useReaderLocale } from '../../../fields/views/reader';
import { useMap, useMapColours } from '../LeafletMap';
import { drawStyles } from './drawStyles';
import { Corridor } from './GeofenceLayer';
import { type Drawing, limitPoints, loadDrawing, setDrawLocale } from './leafletDraw';
import { pinIcon } from './PlaceMap';
import { isShowing, layerOf, type ShapeLayer, shapeOfLayer } from './shapes';

interface Props {
  /** Kind of drawing: fences, or points of interest. */
  readonly layerName: 'fences' | 'points';
  /** Draft in the open form; null without a form. */
  readonly draft: DrawingDraft | null;
  /** Limit of points in a line or polygon. */
  readonly maxPoints: number;
  readonly onDrawn: (geometry: DrawnGeometry) => void;
  /** Receives the function that starts a tool. */
  readonly starter: RefObject<StartDrawing | null>;
}

/** Toolbar of leaflet-draw, and the draft with its handles. An unfinished drawing survives a change of the provider. */
export const DrawTools = ({ layerName, draft, maxPoints, onDrawn, starter }: Props) => {
  const map = useMap();
  const locale = useReaderLocale();
  const color = useTheme().palette.primary.main;
  const { rim } = useMapColours();
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [group] = useState(() => L.featureGroup());
  const finish = useEffectEvent((layer: L.Layer) => {
    const geometry = shapeOfLayer(layer);
    if (!geometry) return;
    if (draft) draft.change(geometry);
    else onDrawn(geometry);
  });
  const remove = useEffectEvent(() => draft?.change(null));

  useEffect(() => {
    let here = true;
    loadDrawing().then((drawModule) => here && setDrawing(() => drawModule));
    return () => {
      here = false;
    };
  }, []);

  useEffect(() => {
    group.addTo(map);
    return () => {
      group.remove();
    };
  }, [map, group]);

  useEffect(() => {
    if (!drawing) return;
    setDrawLocale(drawing, locale);
    limitPoints(maxPoints);
    const control = new drawing.Control.Draw({
      position: 'topleft',
      draw: toolsOf(layerName, maxPoints, color, rim),
      edit: { featureGroup: group, edit: false, remove: layerName === 'fences' },
    });
    map.addControl(control);
    starter.current = (kind) => {
      control.getContainer()?.querySelector<HTMLElement>(TOOL_OF[kind])?.click();
      map.getContainer().scrollIntoView({ block: 'nearest' });
    };
    const created = (event: L.LeafletEvent) => finish((event as L.DrawEvents.Created).layer);
    const deleted = () => group.getLayers().length === 0 && remove();
    map.on('draw:created', created).on('draw:deleted', deleted);
    return () => {
      map.off('draw:created', created).off('draw:deleted', deleted);
      map.removeControl(control);
      starter.current = null;
    };
  }, [map, drawing, locale, layerName, maxPoints, color, rim, group, starter]);

  useDraftLayer(drawing === null ? null : draft, group);
  return <GlobalStyles styles={drawStyles} />;
};

/** leaflet-draw's button of each kind of fence. */
const TOOL_OF: { readonly [kind in FenceType]: string } = {
  circle: '.leaflet-draw-draw-circle',
  polygon: '.leaflet-draw-draw-polygon',
  line: '.leaflet-draw-draw-polyline',
};

const toolsOf = (
  layerName: Props['layerName'],
  maxPoints: number,
  color: string,
  rim: string,
): L.Control.DrawOptions => {
  const shapeOptions = { color, weight: 3, opacity: 0.9, fillOpacity: 0.15 };
  const fences = layerName === 'fences';
  return {
    polygon: fences && { allowIntersection: false, maxPoints, shapeOptions, showArea: false },
    circle: fences && { shapeOptions, showRadius: true, feet: false },
    polyline: fences && { maxPoints, shapeOptions: { ...shapeOptions, fill: false }, feet: false },
    marker: !fences && { icon: pinIcon(color, rim) },
    rectangle: false,
    circlemarker: false,
  };
};

const editing = (layer: ShapeLayer): L.Handler | undefined => Reflect.get(layer, 'editing');

/** Shows the draft with its handles, and reports each edit to the form at once. */
const useDraftLayer = (draft: DrawingDraft | null, group: L.FeatureGroup): void => {
  const map = useMap();
  const usual = useTheme().palette.primary.main;
  const color = draft?.color ?? usual;
  const { rim } = useMapColours();
  const current = useRef<ShapeLayer | null>(null);
  const kind = draft?.kind;
  const radius = draft?.radius;
  const shape = JSON.stringify(draft?.shape);
  const change = useEffectEvent((layer: ShapeLayer) => draft?.change(shapeOfLayer(layer)));
  const take = useEffectEvent(() => {
    if (current.current) {
      editing(current.current)?.disable();
      current.current.remove();
      group.removeLayer(current.current);
    }
    current.current = null;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape is compared as text
  useEffect(() => {
    const geometry: DrawnGeometry | null =
      draft?.shape && kind ? { kind, shape: draft.shape, radius: radiusFor(kind, radius) } : null;
    if (geometry && current.current && isShowing(current.current, geometry)) {
      if (current.current instanceof L.Path) current.current.setStyle({ color, fillColor: color });
      return;
    }
    take();
    const layer =
      geometry &&
      layerOf(map, geometry, { color, weight: 3, fillOpacity: 0.2 }, pinIcon(color, rim));
    if (!layer) return;
    current.current = layer;
    group.addLayer(layer);
    // A marker has no handles; it is dragged itself.
    if (!(layer instanceof L.Marker)) editing(layer)?.enable();
    layer.on('edit dragend', () => change(layer));
    showWhole(map, layer);
  }, [map, group, kind, shape, radius, color, rim]);

  useEffect(() => {
    // A circle reports its radius during the resize.
    const resized = () => current.current instanceof L.Circle && change(current.current);
    map.on('draw:editresize', resized);
    return () => {
      map.off('draw:editresize', resized);
    };
  }, [map]);

  useEffect(() => () => take(), []);

  useEffect(() => {
    const path = current.current;
    if (kind !== 'line' || !radius || !(path instanceof L.Polyline) || shape === undefined) return;
    const corridor = new Corridor(path.getLatLngs() as L.LatLng[], radius, {
      color,
      interactive: false,
    });
    corridor.addTo(map);
    return () => {
      corridor.remove();
    };
  }, [map, kind, shape, radius, color]);
};

/** Returns the radius of a circle, or a default one until it is entered. */
const radiusFor = (kind: DrawnGeometry['kind'], radius: number | undefined): number | undefined =>
  kind === 'circle' ? (radius ?? FIRST_RADIUS.circle) : radius;

/** Pans to a shape outside of the view, such as after its coordinates were typed. */
const showWhole = (map: L.Map, layer: ShapeLayer): void => {
  if (layer instanceof L.Marker) {
    if (!map.getBounds().contains(layer.getLatLng())) map.panTo(layer.getLatLng());
    return;
  }
  const bounds = layer.getBounds();
  if (!map.getBounds().contains(bounds)) map.fitBounds(bounds, { padding: [48, 48], maxZoom: 15 });
};
