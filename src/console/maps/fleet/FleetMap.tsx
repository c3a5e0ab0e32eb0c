import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import type L from 'leaflet';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useState,
} from 'react';
import { useTranslate } from 'react-admin';
import type { LatLon } from '../../../domain/geo/geometry';
import { AnchoredPanel } from '../AnchoredPanel';
import { BaseLayer } from '../base/BaseLayer';
import { type MapServices, type ProviderId, usableProvider } from '../base/providers';
import { crsByDatum, crsOfMap, WORLD, zoomAcross } from '../crs';
import {
  LeafletMap,
  MapOverlay,
  useLayer,
  useMap,
  useMapColours,
  useMapEvents,
} from '../LeafletMap';
import { MapCorners } from '../MapControls';
import { currentView, type MapView, showView, worldView } from '../view';
import { DRAW_EVENT, FleetLayer, type FleetLayerEvents, placeOfRow } from './FleetLayer';
import { FleetMirror } from './FleetMirror';
import { BLIND_SPOT_REASON } from './FleetTools';
import { DEVICE_ZOOM, fitFleet } from './fitFleet';
import { type FleetStore, useDevice } from './fleetStore';
import { Opening } from './Opening';
import { StateIcon } from './StateIcon';

interface FleetMapProps extends FleetOnMapProps {
  provider: ProviderId;
  /** Keep its identity while it is unchanged: a new object reloads the tiles. */
  services: MapServices;
  /** Initial view; where most devices are by default. */
  initialView?: MapView;
  onViewChange?: (view: MapView) => void;
  /** Content of the lower left corner, above the scale. */
  legend: ReactNode;
  /** Called to save the view as the initial one. */
  onOpenHere?: (view: MapView) => void;
  /** More layers and controls, which may use `useMap` and `MapOverlay`. */
  children?: ReactNode;
}

/** Map of the fleet: base, devices, card, legend and controls. It fills its parent. */
export const FleetMap = (props: FleetMapProps) => {
  const { provider, services, initialView, onViewChange, onOpenHere, legend, children, ...fleet } =
    props;
  const translate = useTranslate();
  const resolved = useMemo(() => usableProvider(provider, services), [provider, services]);
  return (
    <LeafletMap
      crs={crsByDatum[resolved.datum]}
      view={initialView ?? worldView}
      label={translate('maps.map')}
    >
      <BaseLayer provider={resolved} stops />
      {!initialView && <Opening store={fleet.store} />}
      {onViewChange && <ViewChange onChange={onViewChange} />}
      <LoadInView store={fleet.store} />
      <FleetOnMap {...fleet} />
      <MapCorners
        legend={legend}
        onFit={(map) => fitFleet(map, fleet.store)}
        onOpenHere={onOpenHere && ((map) => onOpenHere(currentView(map)))}
      />
      {children}
    </LeafletMap>
  );
};

export interface FleetMapHandle {
  /** Moves to a device; false if it has no position or is filtered out. */
  flyTo(sn: string): boolean;
  fitFleet(): boolean;
  showPlace(place: LatLon): void;
  /** Highlights a device; null for none. */
  point(sn: string | null): void;
}

interface FleetOnMapProps {
  store: FleetStore;
  selected: string | null;
  onSelect: (sn: string | null) => void;
  /** Card of the selected device. It pads itself, and leaves 40 px at the top right for the close button. */
  renderCard: (sn: string) => ReactNode;
  /** Show SNs beside single devices. */
  labels: boolean;
  ref?: Ref<FleetMapHandle>;
}

/** Fleet layer, card of the selected device, and the choice among devices at one position. */
const FleetOnMap = ({ store, selected, onSelect, renderCard, labels, ref }: FleetOnMapProps) => {
  const map = useMap();
  const translate = useTranslate();
  // Devices at one position.
  const [choice, setChoice] = useState<{ sns: readonly string[]; place: L.LatLng } | null>(null);
  const isKnown = useDevice(store, selected) !== undefined;

  const select = (sn: string | null) => {
    setChoice(null);
    onSelect(sn);
  };
  const layer = useFleetLayer(store, selected, {
    pick: select,
    pickFrom: (sns, place) => {
      onSelect(null);
      setChoice({ sns, place });
    },
    pickNothing: () => select(null),
  });

  useEffect(() => layer?.setLabels(labels), [layer, labels]);

  useImperativeHandle(
    ref,
    () => ({
      flyTo: (sn) => flyToDevice(map, store, sn),
      fitFleet: () => fitFleet(map, store),
      showPlace: ({ lat, lon }) => {
        map.fire(BLIND_SPOT_REASON);
        showView(map, { lat, lon, zoom: TOWN_ZOOM });
      },
      point: (sn) => layer?.point(sn),
    }),
    [map, store, layer],
  );

  if (!layer) return null;
  return (
    <>
      <MapOverlay>
        <FleetMirror layer={layer} store={store} onPick={select} />
      </MapOverlay>
      {choice && (
        <AnchoredPanel
          about={choice.sns.join()}
          anchor={() => choice.place}
          label={translate('maps.choose.title', { smart_count: choice.sns.length })}
          onClose={() => setChoice(null)}
        >
          <GroupChoice store={store} sns={choice.sns} onChoose={select} />
        </AnchoredPanel>
      )}
      {selected !== null && isKnown && (
        <AnchoredPanel
          about={selected}
          anchor={() => layer.placeOf(selected)}
          follow={{ layer, event: DRAW_EVENT }}
          label={translate('maps.panel.device', { sn: selected })}
          onClose={() => onSelect(null)}
        >
          {renderCard(selected)}
        </AnchoredPanel>
      )}
    </>
  );
};

/** Limit of the listed devices; for more, the operator uses the search. */
const LIMIT = 100;

interface GroupChoiceProps {
  store: FleetStore;
  sns: readonly string[];
  onChoose: (sn: string) => void;
}

const GroupChoice = ({ store, sns, onChoose }: GroupChoiceProps) => {
  const translate = useTranslate();
  const devices = sns.slice(0, LIMIT).flatMap((sn) => store.fleet.get(sn) ?? []);
  const more = sns.length - LIMIT;
  return (
    <Box sx={{ py: 1.5 }}>
      <Typography variant="subtitle2" component="h2" sx={{ px: 2, pr: 6 }}>
        {translate('maps.choose.title', { smart_count: sns.length })}
      </Typography>
      <List dense disablePadding sx={{ mt: 0.5, maxHeight: 320, overflow: 'auto' }}>
        {devices.map(({ sn, device_name, status }) => (
          <ListItemButton key={sn} onClick={() => onChoose(sn)} sx={{ gap: 1.25 }}>
            <StateIcon status={status} />
            <ListItemText primary={device_name || sn} secondary={device_name ? sn : undefined} />
          </ListItemButton>
        ))}
      </List>
      {more > 0 && (
        <Typography variant="body2" sx={{ px: 2, pt: 1, color: 'text.secondary' }}>
          {translate('maps.choose.more', { smart_count: more })}
        </Typography>
      )}
    </Box>
  );
};

/** Returns the layer that draws a fleet on the surrounding map; null until it is created. */
const useFleetLayer = (
  store: FleetStore,
  selected: string | null,
  events: FleetLayerEvents,
): FleetLayer | null => {
  const colours = useMapColours();
  const latestEvents = useEffectEvent(() => events);
  const layer = useLayer(() => new FleetLayer(store, () => latestEvents(), colours), store);
  useEffect(() => layer?.setColours(colours), [layer, colours]);
  useEffect(() => layer?.select(selected), [layer, selected]);

  return layer;
};

/** Tells the fleet the current view, which loads first in a large fleet. */
const LoadInView = ({ store: { fleet } }: { store: FleetStore }) => {
  const map = useMap();
  useEffect(() => {
    const updateView = () => {
      const bounds = map.getBounds();
      fleet.view = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    };
    updateView();
    map.on('moveend resize', updateView);
    return () => {
      map.off('moveend resize', updateView);
      fleet.view = null;
    };
  }, [map, fleet]);
  return null;
};

/** Reports the view whenever the map comes to rest. */
const ViewChange = ({ onChange }: { onChange: (view: MapView) => void }) => {
  const map = useMapEvents({ moveend: () => onChange(currentView(map)) });
  return null;
};

/** Zoom that shows a town and its surroundings. */
const TOWN_ZOOM = 11;
/** Moves to a device, near enough to separate it from others; false if it is not drawn. */
const flyToDevice = (map: L.Map, store: FleetStore, sn: string): boolean => {
  const place = placeOfRow(map, store, store.fleet.rowOf(sn));
  if (!place) return false;
  map.setView(place, Math.max(map.getZoom(), zoomAcross(DEVICE_ZOOM, WORLD, crsOfMap(map))));
  return true;
};
