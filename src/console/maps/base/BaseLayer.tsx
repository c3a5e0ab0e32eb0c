import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type L from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { readStored, writeStored } from '../../data/session';
import { crsByDatum, crsOfMap, type MapCrs, switchBase, WORLD, zoomAcross } from '../crs';
import { MapSlot, useLayer, useMap, useMapColours } from '../LeafletMap';
import { MapSource } from '../MapControls';
import { FloorLayer } from './floor/FloorLayer';
import { NamesLayer } from './floor/NamesLayer';
import { isGoogle, type ResolvedProvider, type TileService } from './providers';
import { useStreets } from './streets';
import type { StreetsState } from './tileHealth';

interface Props {
  provider: ResolvedProvider;
  /** Without streets, limits the zoom to the detail of the embedded map. */
  stops?: boolean;
}

/**
 * Base of a map: the embedded map and, above it, the provider's tiles as they load. Layers of devices, fences and
 * tracks neither wait for it nor depend on it.
 */
export const BaseLayer = ({ provider, stops = false }: Props) => {
  const map = useMap();
  const crs = crsByDatum[provider.datum];
  useEffect(() => switchBase(map, crs), [map, crs]);
  const streets = useStreets(provider);
  const floorMissing = useFloor(crs, streets !== 'up');
  const bare = useBareGround(crs, streets, stops);
  const isDown = streets === 'down' && !provider.tiles?.optional;
  const source = useSource(streets === 'up' ? provider.tiles : null);
  return (
    <>
      <BaseNotice
        provider={provider}
        trouble={floorMissing ? 'floorMissing' : isDown ? 'down' : null}
        bare={bare}
      />
      <MapSource service={source} />
    </>
  );
};

/** Returns the service with the attribution that Google demands for the current view. */
const useSource = (service: TileService | null): TileService | null => {
  const map = useMap();
  const [copyright, setCopyright] = useState('');
  useEffect(() => {
    if (!service || !isGoogle(service)) return;
    const controller = new AbortController();
    import('./viewport')
      .then(({ watchCopyright }) =>
        watchCopyright(map, service.url, controller.signal, setCopyright),
      )
      // Without this part of the console the service is named all the same.
      .catch(() => undefined);
    return () => {
      controller.abort();
      setCopyright('');
    };
  }, [map, service]);
  return service && copyright
    ? { ...service, attribution: `${service.attribution}, ${copyright}` }
    : service;
};

interface BaseNoticeProps {
  provider: ResolvedProvider;
  trouble: 'down' | 'floorMissing' | null;
  bare: boolean;
}

const BaseNotice = ({ provider, trouble, bare }: BaseNoticeProps) => {
  const translate = useTranslate();
  const name = useText()(provider.label);
  const isDownNew = useFirstNotice(trouble === 'down' ? `down ${provider.id}` : null);
  const isBareNew = useFirstNotice(bare ? 'bare' : null);
  return (
    <MapSlot at="top" order={1}>
      <Box data-row role="status" sx={{ display: 'grid', gap: 1, justifyItems: 'center' }}>
        {(provider.problem || trouble === 'floorMissing' || isDownNew) && (
          <Alert
            severity="warning"
            variant="outlined"
            sx={{ bgcolor: 'background.paper', py: 0, boxShadow: 2 }}
          >
            {provider.problem || translate(`maps.base.${trouble}`, { name })}
          </Alert>
        )}
        {isBareNew && (
          <Paper elevation={2} sx={{ px: 1.5, py: 0.5, borderRadius: 4, typography: 'body2' }}>
            {translate('maps.base.bare')}
          </Paper>
        )}
      </Box>
    </MapSlot>
  );
};

/** Key of the notices that this browser tab has shown. */
const NOTICES = 'map.notices';

/** Returns true for a notice that no other map has shown in this session. */
const useFirstNotice = (notice: string | null): boolean => {
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => {
    const seenNotices = [readStored('session', NOTICES) ?? []].flat();
    if (notice === null || seenNotices.includes(notice)) return;
    writeStored('session', NOTICES, [...seenNotices, notice]);
    setOwn(notice);
  }, [notice]);
  return notice !== null && notice === own;
};

/** Time until failed tiles of the embedded map are loaded again, ms. */
const RETRY = 3000;

/**
 * Shows the embedded map, with its names if `showsNames`: streets bring their own. Needs no key and no other server.
 * @returns true if tiles of it are missing
 */
const useFloor = (crs: MapCrs, showsNames: boolean): boolean => {
  const colours = useMapColours();
  const locale = useReaderLocale();
  const [isMissing, setIsMissing] = useState(false);
  const floor = useLayer(
    () =>
      new FloorLayer(crs, colours).on('load', ({ target }) => setIsMissing(target.isMissingTiles)),
    crs,
  );
  const names = useLayer(() => (showsNames ? new NamesLayer(colours, locale) : null), showsNames);
  useEffect(() => {
    if (!floor || !isMissing) return;
    const timer = setInterval(() => floor.retry(), RETRY);
    return () => clearInterval(timer);
  }, [floor, isMissing]);
  useEffect(() => floor?.setColours(colours), [floor, colours]);
  // Draws the names again when missing tiles have come.
  useEffect(() => {
    if (!isMissing) names?.setColours(colours, locale);
  }, [names, colours, locale, isMissing]);
  return isMissing;
};

/** Largest zoom of the world map at which the embedded map has detail. */
const FLOOR_ZOOM = 11;

/**
 * Limits the zoom, and returns true if the view is empty ground: nearer than the embedded map's detail, without
 * streets.
 */
const useBareGround = (crs: MapCrs, streets: StreetsState, stops: boolean): boolean => {
  const map = useMap();
  const [bare, setBare] = useState(false);
  const hasNone = streets === 'none' || streets === 'down';
  /** True after a zoom into streets. Their outage, or a switch to a map without streets, then keeps the zoom. */
  const camePast = useRef(false);
  useEffect(() => {
    const deepest = zoomAcross(FLOOR_ZOOM, WORLD, crs);
    const limit = stops && hasNone ? limitZoom(map, camePast.current, deepest) : undefined;
    const update = () => {
      const isPast = map.getZoom() > deepest;
      if (streets === 'up') camePast.current = isPast;
      else if (!isPast) {
        camePast.current = false;
        limit?.tighten();
      }
      setBare(hasNone && map.getZoom() >= deepest);
    };
    update();
    map.on('zoomend viewreset', update);
    return () => {
      map.off('zoomend viewreset', update);
      limit?.end();
    };
  }, [map, crs, streets, hasNone, stops]);
  return bare;
};

/**
 * Limits the zoom to `deepest`, or to the current zoom if that is nearer and `allowsCurrent` is set. If the limit
 * zoomed the map out, ending it restores the zoom, unless the operator has moved the map since.
 */
const limitZoom = (map: L.Map, allowsCurrent: boolean, deepest: number) => {
  const before = crsOfMap(map);
  const { maxZoom = deepest } = map.options;
  let movedFrom: number | undefined;
  const tighten = () => {
    const zoom = map.getZoom();
    if (zoom > deepest) movedFrom = zoom;
    map.setMaxZoom(Math.min(deepest, maxZoom));
  };
  if (allowsCurrent) map.setMaxZoom(Math.min(Math.max(deepest, map.getZoom()), maxZoom));
  else tighten();
  const end = () => {
    // The map was removed with its page, or a switch of the CRS has set its own limits.
    if (!map.getPane('mapPane') || crsOfMap(map) !== before) return;
    map.setMaxZoom(maxZoom);
    if (movedFrom !== undefined && map.getZoom() === Math.min(deepest, maxZoom))
      map.setZoom(movedFrom);
  };
  return { tighten, end };
};
