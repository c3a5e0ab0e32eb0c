import 'leaflet/dist/leaflet.css';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type L from 'leaflet';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { MapContainer, useMap as useLeafletMap } from 'react-leaflet';
import { crsOfMap, type MapCrs, WORLD, zoomAcross, zoomLimits } from './crs';
import { mapColours } from './look';
import { addFixedObstacle } from './obstacles';
import type { MapView } from './view';

const OverlayContext = createContext<HTMLElement | null>(null);

/** The Leaflet map around a component. */
export const useMap = (): L.Map => useLeafletMap();

/** The colours for the map in the theme's mode. */
export const useMapColours = () => mapColours(useTheme().palette.mode);

/**
 * Puts children over the map but outside of Leaflet's element, so that a click, a wheel or a key there does not reach
 * the map. Children that take part in pointer events say so with `pointerEvents: 'auto'`.
 */
export const MapOverlay = ({ children }: { children: ReactNode }) => {
  const target = useContext(OverlayContext);
  return target && createPortal(children, target);
};

/** Where something stands around a map: a bar along the upper edge, a column in each lower corner. */
type Place = 'top' | 'left' | 'right';

interface SlotProps {
  readonly at: Place;
  /** Of what stands in one place, the smaller is the higher. */
  readonly order?: number;
  readonly children: ReactNode;
}

/**
 * Puts children in their place around a map. The places share the room among them, so that what stands in one never
 * covers what stands in another, and the map's names and cards keep clear of all of them.
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

/** Leaflet listens to the window only; its element also changes size when a sidebar folds. Its limits of zoom follow. */
const FollowSize = () => {
  const map = useMap();
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      map.invalidateSize({ pan: false });
      map.setMinZoom(zoomLimits(crsOfMap(map), map.getSize().x).minZoom);
    });
    observer.observe(map.getContainer());
    return () => observer.disconnect();
  }, [map]);
  return null;
};

/** Leaflet 1.9.4 begins a wheel's zoom and ends any zoom by timers that outlive the map, and then fails. */
const EndZoomWithMap = () => {
  const map = useMap();
  useEffect(
    () => () => {
      window.clearTimeout(Reflect.get(map.scrollWheelZoom, '_timer'));
      Reflect.set(map, '_animatingZoom', false);
    },
    [map],
  );
  return null;
};

/** The element takes the keyboard (arrows, plus, minus), so that it needs a name. */
const AriaLabel = ({ label }: { label: string }) => {
  const map = useMap();
  useEffect(() => {
    const element = map.getContainer();
    element.setAttribute('role', 'application');
    element.setAttribute('aria-label', label);
  }, [map, label]);
  return null;
};

/** Leaflet gives its element the focus when it is pressed, and a browser takes that for the keyboard's: no frame then. */
const FOCUSED_BY_POINTER = 'data-pointed';

const UnframedWhenPointed = () => {
  const map = useMap();
  useEffect(() => {
    const element = map.getContainer();
    const point = () => element.setAttribute(FOCUSED_BY_POINTER, '');
    const leave = () => element.removeAttribute(FOCUSED_BY_POINTER);
    element.addEventListener('pointerdown', point, true);
    element.addEventListener('keydown', leave);
    element.addEventListener('blur', leave);
    return () => {
      leave();
      element.removeEventListener('pointerdown', point, true);
      element.removeEventListener('keydown', leave);
      element.removeEventListener('blur', leave);
    };
  }, [map]);
  return null;
};

interface LeafletMapProps {
  /** Of the first render; a `BaseLayer` inside changes it. */
  crs: MapCrs;
  /** Of the first render. */
  view: MapView;
  /** The accessible name. */
  label: string;
  children: ReactNode;
}

/**
 * The map's shell, filling its parent. Everything about react-leaflet is behind this and `useMap`.
 */
export const LeafletMap = ({ crs, view, label, children }: LeafletMapProps) => {
  const [overlay, setOverlay] = useState<HTMLElement | null>(null);
  const [life, setLife] = useState(0);
  // Leaflet's map ends with the effects of a page that is put behind another; it takes a new one to come back.
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
          '& .leaflet-container:focus-visible': { outline: 'none' },
          // An outline of the element itself would lie under the layers of the map.
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
          // One notch of a wheel is one level.
          wheelPxPerZoomLevel={120}
          zoomControl={false}
          attributionControl={false}
          zoomAnimation={!still}
          fadeAnimation={!still}
          markerZoomAnimation={!still}
          inertia={!still}
        >
          <FollowSize />
          <EndZoomWithMap />
          <AriaLabel label={label} />
          <UnframedWhenPointed />
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
