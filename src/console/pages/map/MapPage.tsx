import { Box } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useEffect, useRef, useState } from 'react';
import { useNotify, useStoreContext, useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useLive, usePreferences } from '../../data';
import {
  FleetMap,
  type FleetMapHandle,
  FleetStore,
  type MapView,
  type ProviderId,
  providerIds,
  usableProvider,
  useDevice,
  useMapServices,
  worldView,
} from '../../maps';
import { providerOf, useMenus } from '../../shell';
import { DeviceCard } from './DeviceCard';
import { MapBar } from './MapBar';
import { isFiltered, type MapFilter, matchesFilter, useMapState } from './mapState';

const EVERYTHING: MapFilter = { status: [], link: [] };

/** Where the map was left, for the next day. */
const VIEW = 'map.view';

/** Where the map was left since the console was loaded. */
let leftAt: MapView | undefined;

/** The fleet on a map, as it lives: found, narrowed, looked at and commanded. */
export const MapPage = () => {
  const translate = useTranslate();
  const remembered = useStoreContext();
  const provider = useProvider();
  const services = useMapServices();
  const state = useMapState();
  const { filter, selected, change } = state;
  const store = useFleetStore(filter);
  const start = useStartView(usableProvider(provider, services).id);
  const [map, setMap] = useState<FleetMapHandle | null>(null);
  const { fly, chosenHere } = useFlyTo(map, store, selected, filter);
  const device = useDevice(store, selected);
  const hidden = device !== undefined && !matchesFilter(filter, device);

  const find = (sn: string) => {
    const found = store.get(sn);
    const wouldHide = found !== undefined && !matchesFilter(filter, found);
    change({ selected: sn, ...(wouldHide && { filter: EVERYTHING }) });
    fly(sn);
  };
  const choose = (sn: string | null) => {
    if (sn === selected) return;
    chosenHere(sn);
    change({ selected: sn });
  };
  const showSelected = () => {
    change({ filter: EVERYTHING });
    if (selected !== null) fly(selected);
  };

  return (
    <Box sx={{ flex: 1, minHeight: 0, position: 'relative' }}>
      <h1 style={visuallyHidden}>{translate('pages.map.title')}</h1>
      <FleetMap
        ref={setMap}
        provider={provider}
        services={services}
        store={store}
        selected={selected}
        onSelect={choose}
        // The way to a chosen device begins anywhere; without one the map shows the fleet.
        initialView={
          leftAt ??
          start.view ??
          remembered.getItem<MapView>(VIEW) ??
          (selected ? worldView : undefined)
        }
        onViewChange={(view) => {
          leftAt = view;
          remembered.setItem(VIEW, view);
        }}
        onOpenHere={start.set}
        renderCard={(sn) => (
          <DeviceCard sn={sn} store={store} hidden={hidden} onShow={showSelected} />
        )}
      >
        <MapBar
          store={store}
          state={state}
          onFind={find}
          unknown={selected !== null && device === undefined}
          notice={false}
        />
      </FleetMap>
    </Box>
  );
};

interface FlyTo {
  /** Goes to a device now, or as soon as it can be gone to. */
  readonly fly: (sn: string) => void;
  /** Says that a device was chosen where it stands: nobody has to go there. */
  readonly chosenHere: (sn: string | null) => void;
}

/**
 * Goes to a device that was not chosen on the map itself: found by search, or named by the address, when the page is
 * opened and whenever the address names another. Where it cannot be gone to yet, because it is not known or hidden, it
 * is tried again.
 * @param map null until it is there
 */
const useFlyTo = (
  map: FleetMapHandle | null,
  store: FleetStore,
  selected: string | null,
  filter: MapFilter,
): FlyTo => {
  const wanted = useRef<string | null>(null);
  const reached = useRef<string | null>(null);
  const known = useDevice(store, selected) !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again when any of these may have let it appear
  useEffect(() => {
    if (selected !== reached.current) {
      wanted.current = selected;
      reached.current = selected;
    }
    if (wanted.current !== null && map?.flyTo(wanted.current)) wanted.current = null;
  }, [map, known, filter, selected]);
  return {
    fly: (sn) => {
      reached.current = sn;
      wanted.current = map?.flyTo(sn) ? null : sn;
    },
    chosenHere: (sn) => {
      reached.current = sn;
      wanted.current = null;
    },
  };
};

/** Where the operator wants the map to open, and on which provider. */
const useStartView = (provider: ProviderId) => {
  const notify = useNotify();
  const { preferences, save } = usePreferences();
  const { lat, lon, map_level: zoom } = preferences ?? {};
  const isPlace = typeof lat === 'number' && typeof lon === 'number' && typeof zoom === 'number';
  const set = async (view: MapView) => {
    const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
    try {
      await save({
        map_type: provider,
        lat: round(view.lat),
        lon: round(view.lon),
        map_level: Math.max(1, Math.round(view.zoom)),
      });
      notify('maps.opensHere', { type: 'success' });
    } catch (error) {
      notify(error instanceof Error ? error.message : 'data.hasError', { type: 'error' });
    }
  };
  return { view: isPlace ? { lat, lon, zoom } : undefined, set };
};

/** The fleet for the map, fed by live data and narrowed by a filter. */
const useFleetStore = (filter: MapFilter): FleetStore => {
  const live = useLive();
  const [store] = useState(() => new FleetStore());
  useEffect(() => live.fleet((changed, gone) => store.apply(changed, gone)), [live, store]);
  useEffect(() => {
    store.setFilter(isFiltered(filter) ? (device) => matchesFilter(filter, device) : null);
  }, [store, filter]);
  return store;
};

/** The map that the menu of this page names; the World map, which needs nothing, where it names none of ours. */
const useProvider = (): ProviderId => {
  const { pathname } = useLocation();
  const { routes } = useMenus();
  const route = routes.find(({ path }) => path === pathname);
  return providerIds.find((id) => route && id === providerOf(route)) ?? 'mapWorld';
};
