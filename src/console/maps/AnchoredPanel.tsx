import Close from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import type { SxProps, Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type L from 'leaflet';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { useTranslate } from 'react-admin';
import { keepClear } from '../look/floating';
import { MapOverlay, useMap, useMapValue } from './LeafletMap';
import { panelPosition } from './layout';
import { addObstacles, boxOnMap, OBSTACLES_EVENT, obstaclesOn } from './obstacles';

interface AnchoredPanelProps {
  /** Id of the content. A change moves the focus to the panel and, on a small screen, the map to the anchor. */
  about: string;
  /** Returns the anchor, called for every frame of the map; null docks the panel in the corner. */
  anchor: () => L.LatLng | null;
  /** Layer with an event that announces a moved anchor. */
  follow?: { layer: L.Evented; event: string };
  label: string;
  onClose: () => void;
  children: ReactNode;
}

const WIDTH = 340;

const floating: SxProps<Theme> = {
  top: 0,
  left: 0,
  width: WIDTH,
  maxWidth: 'calc(100% - 24px)',
  maxHeight: 'calc(100% - 24px)',
  borderRadius: 2,
};

const sheet: SxProps<Theme> = {
  bottom: 0,
  left: 0,
  right: 0,
  maxHeight: '58%',
  borderRadius: '16px 16px 0 0',
  zIndex: 2,
};

/** Duration and easing of Leaflet's zoom animation, so that the panel stays with its mark. */
const ZOOM_TRANSITION = 'transform 250ms cubic-bezier(0, 0, 0.25, 1)';

/** Returns the pixel position of a place after a zoom animation. */
const pixelAfter = (map: L.Map, place: L.LatLng, { center, zoom }: L.ZoomAnimEvent): L.Point =>
  map.project(place, zoom).subtract(map.project(center, zoom)).add(map.getSize().divideBy(2));

/** Panel beside a place on the map, which it follows; a bottom sheet on a small screen. */
export const AnchoredPanel = (props: AnchoredPanelProps) => {
  const { label, onClose, children } = props;
  const map = useMap();
  const translate = useTranslate();
  const small = useIsNarrow();
  const paper = useRef<HTMLDivElement>(null);
  useFloatingPosition(paper, props, !small);
  useStableHeight(paper, props.about);
  useFocusAndUncover(paper, props, small);

  const close = () => {
    onClose();
    map.getContainer().focus({ preventScroll: true });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };

  return (
    <MapOverlay>
      <Paper
        ref={paper}
        elevation={6}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        {...keepClear('page')}
        sx={[
          { position: 'absolute', pointerEvents: 'auto', overflow: 'auto', outline: 'none' },
          ...[small ? sheet : floating].flat(),
        ]}
      >
        <IconButton
          size="small"
          aria-label={translate('ra.action.close')}
          onClick={close}
          sx={{ position: 'absolute', top: 8, right: 8, zIndex: 1 }}
        >
          <Close fontSize="small" />
        </IconButton>
        {children}
      </Paper>
    </MapOverlay>
  );
};

/** Space for half a mark and the edges of a panel, px. */
const BESIDE = 40;
/** Width of a map below which a floating panel would cover an anchor in the middle, px. */
const NARROW = 2 * (WIDTH + BESIDE);

/** True if a panel is a sheet at the bottom of the map. */
const useIsNarrow = (): boolean => {
  const small = useMediaQuery((theme: Theme) => theme.breakpoints.down(992), { noSsr: true });
  return useMapValue('resize', (map) => map.getSize().x < NARROW) || small;
};

type PaperRef = RefObject<HTMLDivElement | null>;

/**
 * Moves a floating panel beside its anchor, and keeps other panels clear of it. The panel stays on the side where the
 * map first comes to rest, and is invisible until then.
 */
const useFloatingPosition = (
  paper: PaperRef,
  { anchor, follow, about }: Pick<AnchoredPanelProps, 'anchor' | 'follow' | 'about'>,
  floats: boolean,
) => {
  const map = useMap();
  const anchorOf = useEffectEvent(anchor);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel about something else is placed anew
  useEffect(() => {
    const element = paper.current;
    if (!element || !floats) return;
    let side: string | undefined;
    const move = (pixel: L.Point | undefined, transition: string) => {
      const size = { x: element.offsetWidth, y: element.offsetHeight };
      const mapSize = map.getSize();
      const place = pixel
        ? panelPosition(pixel, size, mapSize, obstaclesOn(map, true), side)
        : { x: mapSize.x - size.x - 12, y: 64, side };
      if (isShown()) side = place.side;
      element.style.transition = transition;
      element.style.transform = `translate(${Math.round(place.x)}px, ${Math.round(place.y)}px)`;
    };
    const place = () => {
      const latLng = anchorOf();
      move(latLng ? map.latLngToContainerPoint(latLng) : undefined, 'none');
      map.fire(OBSTACLES_EVENT);
    };
    const zoom = (event: L.ZoomAnimEvent) => {
      const latLng = anchorOf();
      move(latLng ? pixelAfter(map, latLng, event) : undefined, ZOOM_TRANSITION);
    };
    const { isShown, end } = showAtRest(map, element, place);
    const clear = addObstacles(map, () => [boxOnMap(map, element)]);
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    map.on('move resize viewreset', place).on('zoomanim', zoom);
    follow?.layer.on(follow.event, place);
    return () => {
      end();
      clear();
      observer.disconnect();
      map.off('move resize viewreset', place).off('zoomanim', zoom);
      follow?.layer.off(follow.event, place);
      element.style.transform = '';
    };
  }, [map, paper, floats, about, follow?.layer, follow?.event]);
};

/**
 * Keeps an element transparent until the map rests, so that it can be focused but is not seen to jump: the map flies to
 * what was chosen right after the element is rendered.
 */
const showAtRest = (map: L.Map, element: HTMLElement, onShow: () => void) => {
  let isVisible = false;
  let moving = false;
  let frame = 0;
  element.style.opacity = '0';
  const show = () => {
    if (isVisible || moving) return;
    isVisible = true;
    element.style.opacity = '';
    onShow();
  };
  const leave = () => {
    moving = true;
  };
  const rest = () => {
    moving = false;
    cancelAnimationFrame(frame);
    // Leaflet begins an animated flight in the next frame.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show);
    });
  };
  map.on('movestart', leave).on('moveend', rest);
  rest();
  return {
    isShown: () => isVisible,
    end: () => {
      cancelAnimationFrame(frame);
      map.off('movestart', leave).off('moveend', rest);
      element.style.opacity = '';
    },
  };
};

/** Keeps the height of content that is loading, so that a panel does not shrink by what replaces it. */
const useStableHeight = (paper: PaperRef, about: string) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel about something else has its own height
  useEffect(() => {
    const element = paper.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (element.querySelector('[aria-busy=true]')) {
        element.style.minHeight = `min(${element.offsetHeight}px, 100%)`;
      }
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      element.style.minHeight = '';
    };
  }, [paper, about]);
};

/** Focuses a panel that opens. Moves the map until a sheet no longer covers the anchor. */
const useFocusAndUncover = (
  paper: PaperRef,
  { anchor, about }: Pick<AnchoredPanelProps, 'anchor' | 'about'>,
  small: boolean,
) => {
  const map = useMap();
  const anchorOf = useEffectEvent(anchor);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel about something else opens anew
  useEffect(() => {
    const element = paper.current;
    if (!element) return;
    const active = document.activeElement;
    const fromMap = !active || active === document.body || map.getContainer().contains(active);
    if (fromMap) element.focus({ preventScroll: true });
    if (!small) return;
    const uncover = () => {
      const latLng = anchorOf();
      if (!latLng) return;
      const hiddenHeight =
        map.latLngToContainerPoint(latLng).y + 40 - (map.getSize().y - element.offsetHeight);
      if (hiddenHeight > 0) map.panBy([0, hiddenHeight]);
    };
    // The map may still move to the place, and the sheet grows as its content loads.
    const observer = new ResizeObserver(uncover);
    const leave = () => {
      observer.disconnect();
      map.off('moveend', uncover).off('dragstart', leave);
    };
    observer.observe(element);
    // An operator who drags the map looks at another part of it.
    map.on('moveend', uncover).on('dragstart', leave);
    return leave;
  }, [map, paper, small, about]);
};
