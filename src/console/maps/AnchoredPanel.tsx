import Close from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import type { SxProps, Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type L from 'leaflet';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { MapOverlay, useMap } from './LeafletMap';
import { panelPosition } from './layout';
import { addObstacles, boxOnMap, fixedObstacles, OBSTACLES_EVENT } from './obstacles';

interface AnchoredPanelProps {
  /** What it is about: another one asks for focus and, on a small screen, for the map to move. */
  about: string;
  /** The place it belongs to, asked again with every frame of the map; null docks it in the corner. */
  anchor: () => L.LatLng | null;
  /** A layer whose `event` says that the anchor may have moved. */
  follow?: { layer: L.Evented; event: string };
  label: string;
  onClose: () => void;
  children: ReactNode;
}

const floating: SxProps<Theme> = {
  top: 0,
  left: 0,
  width: 340,
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

/** Leaflet's own time and curve of a zoom, so that the panel stays with its mark. */
const ZOOM_TRANSITION = 'transform 250ms cubic-bezier(0, 0, 0.25, 1)';

/** A place's pixels once a zoom has ended. */
const pixelAfter = (map: L.Map, place: L.LatLng, { center, zoom }: L.ZoomAnimEvent): L.Point =>
  map.project(place, zoom).subtract(map.project(center, zoom)).add(map.getSize().divideBy(2));

/** A panel over the map beside a place, following it; on a small screen a sheet at the bottom. */
export const AnchoredPanel = (props: AnchoredPanelProps) => {
  const { about, follow, label, onClose, children } = props;
  const map = useMap();
  const translate = useTranslate();
  const small = useMediaQuery((theme: Theme) => theme.breakpoints.down(992), { noSsr: true });
  const paper = useRef<HTMLDivElement>(null);
  const anchorOf = useEffectEvent(props.anchor);

  useEffect(() => {
    const element = paper.current;
    if (!element || small) return;
    const move = (pixel: L.Point | undefined, transition: string) => {
      const size = { x: element.offsetWidth, y: element.offsetHeight };
      const mapSize = map.getSize();
      const { x, y } = pixel
        ? panelPosition(pixel, size, mapSize, fixedObstacles(map))
        : { x: mapSize.x - size.x - 12, y: 64 };
      element.style.transition = transition;
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    };
    const place = () => {
      const anchor = anchorOf();
      move(anchor ? map.latLngToContainerPoint(anchor) : undefined, 'none');
      map.fire(OBSTACLES_EVENT);
    };
    const zoom = (event: L.ZoomAnimEvent) => {
      const anchor = anchorOf();
      move(anchor ? pixelAfter(map, anchor, event) : undefined, ZOOM_TRANSITION);
    };
    const clear = addObstacles(map, () => [boxOnMap(map, element)]);
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    map.on('move resize viewreset', place).on('zoomanim', zoom);
    follow?.layer.on(follow.event, place);
    return () => {
      clear();
      observer.disconnect();
      map.off('move resize viewreset', place).off('zoomanim', zoom);
      follow?.layer.off(follow.event, place);
      element.style.transform = '';
    };
  }, [map, small, follow?.layer, follow?.event]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel about something else opens anew
  useEffect(() => {
    const element = paper.current;
    if (!element) return;
    const active = document.activeElement;
    const fromMap = !active || active === document.body || map.getContainer().contains(active);
    if (fromMap) element.focus({ preventScroll: true });
    if (!small) return;
    const uncover = () => {
      const anchor = anchorOf();
      if (!anchor) return;
      const hiddenHeight =
        map.latLngToContainerPoint(anchor).y + 40 - (map.getSize().y - element.offsetHeight);
      if (hiddenHeight > 0) map.panBy([0, hiddenHeight]);
    };
    // The map may still be on its way to the place, and the sheet grows with what it is told.
    const observer = new ResizeObserver(uncover);
    const leave = () => {
      observer.disconnect();
      map.off('moveend', uncover).off('dragstart', leave);
    };
    observer.observe(element);
    // Whoever moves the map by hand looks at something else.
    map.on('moveend', uncover).on('dragstart', leave);
    return leave;
  }, [map, small, about]);

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
        sx={[
          { position: 'absolute', pointerEvents: 'auto', overflow: 'auto', outline: 'none' },
          ...[small ? sheet : floating].flat(),
        ]}
      >
        <IconButton
          size="small"
          aria-label={translate('maps.panel.close')}
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
