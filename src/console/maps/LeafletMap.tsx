import 'leaflet/dist/leaflet.css';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type L from 'leaflet';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { Circle, MapContainer, Marker, useMap, useMapEvents } from 'react-leaflet';
import { PRINT } from '../look/theme';
import { crsOfMap, type MapCrs, WORLD, zoomAcross, zoomLimits } from './crs';
import { mapColours } from './look';
import { addFixedObstacle } from './obstacles';
import type { MapView } from './view';

export { Circle, Marker, useMap, useMapEvents };

const OverlayContext = createContext<HTMLElement | null>(null);

/**
 * Returns a value of the surrounding map, up to date after its events.
 * @param events names, separated by spaces
 * @param getSnapshot returns a value that `Object.is` compares
 */
export const useMapValue = <T,>(events: string, getSnapshot: (map: L.Map) => T): T => {
  const map = useMap();
  const follow = useCallback(
    (onChange: () => void) => {
      map.on(events, onChange);
      return () => void map.off(events, onChange);
    },
    [map, events],
  );
  return useSyncExternalStore(follow, () => getSnapshot(map));
};

/**
 * Adds a layer to the surrounding map; null until it is added.
 * @param make creates the layer, and another one for another `key`
 */
export const useLayer = <Layer extends L.Layer>(
  make: () => Layer | null,
  key?: unknown,
): Layer | null => {
  const map = useMap();
  const [layer, setLayer] = useState<Layer | null>(null);
  const makeLayer = useEffectEvent(make);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what the layer is made of
  useEffect(() => {
    const newLayer = makeLayer();
    newLayer?.addTo(map);
    setLayer(newLayer);
    return () => {
      newLayer?.remove();
      setLayer(null);
    };
  }, [map, key]);
  return layer;
};

export const useMapColours = () => mapColours(useTheme().palette.mode);

/**
 * Renders children over the map but outside of Leaflet's element, so that their clicks, wheel and keys do not reach the
 * map. Interactive children need `pointerEvents: 'auto'`.
 */
export const MapOverlay = ({ children }: { children: ReactNode }) => {
  const target = useContext(OverlayContext);
  return target && createPortal(children, target);
};

/** Places around a map: a bar along the top, and a column in each lower corner. */
type Place = 'top' | 'left' | 'right';

interface SlotProps {
  readonly at: Place;
  /** Position among the children of a place; the lowest is on top. */
  readonly order?: number;
  readonly children: ReactNode;
}

/**
 * Renders children in a place around the map. The places share the room, so that their contents never overlap, and the
 * map's names and cards avoid all of them.
 */
export const MapSlot = ({ at, order = 0, children }: SlotProps) => {
  const map = useMap();
  const element = useRef<HTMLDivElement>(null);
  const target = useContext(OverlayContext);
  useEffect(
    () => (element.current && target ? addFixedObstacle(map, element.current) : undefined),
    [map, target],
  );
  return (
    target &&
    createPortal(
      <Box ref={element} sx={{ order, minWidth: 0, ...(at === 'top' ? topSlot : cornerSlot) }}>
        {children}
      </Box>,
      target.querySelector(`[data-place=${at}]`) ?? target,
    )
  );
};

const topSlot = { width: '100%' } as const;
const cornerSlot = { display: 'flex', minHeight: 0 } as const;

/**
 * Updates Leaflet when its element changes size, such as with the sidebar: Leaflet only observes the window. Updates
 * the zoom limits too.
 */
const useElementSize = (map: L.Map): void =>
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      map.invalidateSize({ pan: false });
      map.setMinZoom(zoomLimits(crsOfMap(map), map.getSize().x).minZoom);
    });
    observer.observe(map.getContainer());
    return () => observer.disconnect();
  }, [map]);

/**
 * Fits the map to paper and back around the same centre. Paper has its size only after `beforeprint`. The listener that
 * is added then is called last, after those by which React changes the page for paper.
 */
const usePaperSize = (map: L.Map): void =>
  useEffect(() => {
    const before = () => {
      const centre = map.getCenter();
      const fit = () => map.invalidateSize().panTo(centre, { animate: false });
      matchMedia(PRINT).addEventListener('change', fit, { once: true });
      addEventListener('afterprint', () => requestAnimationFrame(fit), { once: true });
    };
    addEventListener('beforeprint', before);
    return () => removeEventListener('beforeprint', before);
  }, [map]);

/** Ends zooms with the map: timers of Leaflet 1.9.4's zooms outlive the map and then fail. */
const useZoomEnd = (map: L.Map): void =>
  useEffect(
    () => () => {
      window.clearTimeout(Reflect.get(map.scrollWheelZoom, '_timer'));
      Reflect.set(map, '_animatingZoom', false);
    },
    [map],
  );

/**
 * Set while a pointer gave the map its focus: Leaflet focuses its element on a press, and browsers treat that as
 * keyboard focus. Hides the focus ring.
 */
const FOCUSED_BY_POINTER = 'data-pointed';

const usePointedFocus = (map: L.Map): void =>
  useEffect(() => {
    const element = map.getContainer();
    const controller = new AbortController();
    const { signal } = controller;
    const point = () => element.setAttribute(FOCUSED_BY_POINTER, '');
    const leave = () => element.removeAttribute(FOCUSED_BY_POINTER);
    element.addEventListener('pointerdown', point, { capture: true, signal });
    element.addEventListener('keydown', leave, { signal });
    element.addEventListener('blur', leave, { signal });
    return () => {
      controller.abort();
      leave();
    };
  }, [map]);

/** Adds what Leaflet lacks. Labels the map's element, which takes the keyboard (arrows, plus, minus). */
const Additions = ({ label }: Pick<LeafletMapProps, 'label'>) => {
  const map = useMap();
  useElementSize(map);
  usePaperSize(map);
  useZoomEnd(map);
  usePointedFocus(map);
  useEffect(() => {
    const element = map.getContainer();
    element.setAttribute('role', 'application');
    element.setAttribute('aria-label', label);
  }, [map, label]);
  return null;
};

interface LeafletMapProps {
  /** Initial CRS; a `BaseLayer` inside changes it. */
  crs: MapCrs;
  /** Initial view. */
  view: MapView;
  /** Accessible name. */
  label: string;
  children: ReactNode;
}

/** Map that fills its parent. Only this file depends on react-leaflet. */
export const LeafletMap = ({ crs, view, label, children }: LeafletMapProps) => {
  const [overlay, setOverlay] = useState<HTMLElement | null>(null);
  const [life, setLife] = useState(0);
  // Leaflet's map ends with the effects of a hidden page; a page that is shown again needs a new one.
  useEffect(() => () => setLife((before) => before + 1), []);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true });
  const colours = useMapColours();
  return (
    <Box sx={{ position: 'relative', height: '100%', overflow: 'hidden' }}>
      <Box
        sx={{
          position: 'absolute',
          inset: 0,
          zIndex: 0,
          '& .leaflet-container': { height: '100%', background: colours.sea, font: 'inherit' },
          // Leaflet fades tiles in with frames, which a browser that prints does not have.
          '@media print': { '& .leaflet-tile': { opacity: '1 !important' } },
          '& .leaflet-container:focus-visible': { outline: 'none' },
          // An outline of the element itself would lie below the map's layers.
          [`& .leaflet-container:focus-visible:not([${FOCUSED_BY_POINTER}])::after`]: {
            content: '""',
            position: 'absolute',
            inset: 0,
            zIndex: 1000,
            border: '3px solid',
            borderColor: 'primary.main',
            pointerEvents: 'none',
          },
        }}
      >
        <MapContainer
          key={life}
          crs={crs}
          center={[view.lat, view.lon]}
          zoom={zoomAcross(view.zoom, WORLD, crs)}
          {...zoomLimits(crs, window.innerWidth)}
          // One notch of the wheel is one zoom level.
          wheelPxPerZoomLevel={120}
          zoomControl={false}
          attributionControl={false}
          zoomAnimation={!still}
          fadeAnimation={!still}
          markerZoomAnimation={!still}
          inertia={!still}
        >
          <Additions label={label} />
          <OverlayContext value={overlay}>{children}</OverlayContext>
        </MapContainer>
      </Box>
      <Box
        ref={setOverlay}
        sx={{ position: 'absolute', inset: 0, zIndex: 1, pointerEvents: 'none' }}
      >
        <Box sx={places}>
          <Box data-place="top" sx={{ gridArea: 'top', display: 'grid', gap: 1.25 }} />
          <Box data-place="left" sx={{ ...corner, gridArea: 'left', alignItems: 'flex-start' }} />
          <Box data-place="right" sx={{ ...corner, gridArea: 'right', alignItems: 'flex-end' }} />
        </Box>
      </Box>
    </Box>
  );
};

const places = {
  position: 'absolute',
  inset: 0,
  p: 1.5,
  display: 'grid',
  gap: 1.25,
  gridTemplate: '"top top" auto "left right" minmax(0, 1fr) / minmax(0, 1fr) auto',
  justifyContent: 'stretch',
} as const;

const corner = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  gap: 1.25,
  minWidth: 0,
  minHeight: 0,
} as const;
