import { Box, type Theme, useMediaQuery } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useEffect, useRef, useState } from 'react';
import { useNotify, useStore, useStoreContext, useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { loadable } from '../../../fields/views/loadable';
import { providerOf, useMenus } from '../../app';
import { errorNotice, useLive, usePreferences } from '../../data';
import {
  FleetMap,
  type FleetMapHandle,
  FleetStore,
  type MapView,
  type ProviderId,
  preferredView,
  providerIds,
  usableProvider,
  useDevice,
  useMapServices,
  worldView,
} from '../../maps';
import { MapBar } from './MapBar';
import { MapFilters } from './MapFilters';
import { useVisibleLayers, VisibleLayers } from './MapLayers';
import {
  isFiltered,
  type MapFilter,
  type MapState,
  NO_FILTER,
  rowFilterOf,
  useLockTools,
  useMapState,
} from './mapState';
import { CardSkeleton, ListSkeleton } from './skeletons';
import { useAlarmMarks } from './worstAlarms';

/** Loaded with the first selected device, because it needs commands and field values. */
const DeviceCard = loadable(() => import('./DeviceCard'), 'DeviceCard');

const FollowedLock = loadable(() => import('./LockTools'), 'FollowedLock');

const FleetList = loadable(() => import('./FleetList'), 'FleetList');

const besideMap = { width: 340, flex: 'none', borderRight: 1, borderColor: 'divider' } as const;
const belowMap = { height: '50%', flex: 'none', borderTop: 1, borderColor: 'divider' } as const;

/** Store key of the view at which the map was left, for the next visit. */
const VIEW = 'map.view';

/** View at which the map was left since the console was loaded. */
let lastView: MapView | undefined;

export const MapPage = () => {
  const translate = useTranslate();
  const provider = useProvider();
  const services = useMapServices();
  const state = useMapState();
  const { filter, selected, change } = state;
  const store = useFleetStore(filter);
  useAlarmMarks(store);
  const view = useView(usableProvider(provider, services).id, state);
  const [map, setMap] = useState<FleetMapHandle | null>(null);
  const { find, choose, showSelected, isHidden } = useChoice(map, store, state);
  const device = useDevice(store, selected);
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up(992), { noSsr: true });
  const [list, setList] = useStore<boolean>('map.list', wide);
  const { visibleKeys } = useVisibleLayers();
  const tools = useLockTools();
  useFitToFilter(map, filter);
  const showsList = list && (wide || selected === null);
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        // On a small screen the list is below the map, which stays whole.
        flexDirection: wide ? 'row' : 'column-reverse',
        // As high as the whole list, the map would print blank.
        '@media print': { flex: 'none', height: '100vh' },
      }}
    >
      <h1 style={visuallyHidden}>{translate('pages.map.title')}</h1>
      {showsList && (
        <Box sx={wide ? besideMap : belowMap}>
          <FleetList
            loading={<ListSkeleton />}
            store={store}
            selected={selected}
            onChoose={find}
            onPoint={(sn) => map?.point(sn)}
            onClose={() => setList(false)}
          />
        </Box>
      )}
      <Box sx={{ flex: 1, minWidth: 0, minHeight: 0, position: 'relative' }}>
        <FleetMap
          labels={visibleKeys.has('labels')}
          ref={setMap}
          provider={provider}
          services={services}
          store={store}
          selected={selected}
          onSelect={choose}
          initialView={view.initial}
          onViewChange={view.remember}
          onOpenHere={view.saveAsStart}
          legend={
            <MapFilters
              filter={filter}
              roomy={!showsList}
              onChange={(next) => change({ filter: next })}
            />
          }
          renderCard={(sn) => (
            <DeviceCard
              loading={device && <CardSkeleton device={device} />}
              sn={sn}
              store={store}
              tools={tools}
              hidden={isHidden(sn)}
              onShow={showSelected}
            />
          )}
        >
          <MapBar
            store={store}
            state={state}
            onFind={find}
            onPlace={(place) => map?.showPlace(place)}
            onFit={() => map?.fitFleet()}
            listShown={list}
            onList={setList}
            isUnknown={selected !== null && device === undefined}
          />
          <VisibleLayers />
          {selected !== null && device && (tools.following || tools.trailed) && (
            <FollowedLock store={store} sn={selected} tools={tools} />
          )}
        </FleetMap>
      </Box>
    </Box>
  );
};

/** Returns the view that the map opens with, and functions that keep a later one: for the next visit, or as the operator's. */
const useView = (provider: ProviderId, { filter, selected }: MapState) => {
  const remembered = useStoreContext();
  const notify = useNotify();
  const { preferences, save } = usePreferences();
  // A selected device is flown to from any view; a filter or an unknown view fits the fleet.
  const [initial] = useState(() =>
    isFiltered(filter)
      ? undefined
      : (lastView ??
        preferredView(preferences ?? {}) ??
        remembered.getItem<MapView>(VIEW) ??
        (selected ? worldView : undefined)),
  );
  const remember = (view: MapView) => {
    lastView = view;
    remembered.setItem(VIEW, view);
  };
  const saveAsStart = async (view: MapView) => {
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
      notify(...errorNotice(error));
    }
  };
  return { initial, remember, saveAsStart };
};

/**
 * Returns the ways to choose a device: outside of the map (`find`) and on it (`choose`). The map flies to a device that
 * was selected outside of it: by search, or by the URL when the page opens and when the URL changes. It retries while the
 * device is not loaded or hidden.
 * @param map null until it is created
 */
const useChoice = (
  map: FleetMapHandle | null,
  store: FleetStore,
  { filter, selected, change }: MapState,
) => {
  const pendingTarget = useRef<string | null>(null);
  const lastTarget = useRef<string | null>(null);
  const isKnown = useDevice(store, selected) !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again when any of these may have let it appear
  useEffect(() => {
    if (selected !== lastTarget.current) {
      pendingTarget.current = selected;
      lastTarget.current = selected;
    }
    if (pendingTarget.current !== null && map?.flyTo(pendingTarget.current))
      pendingTarget.current = null;
  }, [map, isKnown, filter, selected]);
  const fly = (sn: string) => {
    lastTarget.current = sn;
    pendingTarget.current = map?.flyTo(sn) ? null : sn;
  };
  const isHidden = (sn: string) => {
    const row = store.fleet.rowOf(sn);
    return row !== undefined && rowFilterOf(filter, store.fleet)?.(row) === false;
  };
  const find = (sn: string) => {
    change({ selected: sn, ...(isHidden(sn) && { filter: NO_FILTER }) });
    fly(sn);
  };
  const choose = (sn: string | null) => {
    if (sn === selected) return;
    lastTarget.current = sn;
    pendingTarget.current = null;
    change({ selected: sn });
  };
  const showSelected = () => {
    change({ filter: NO_FILTER });
    if (selected !== null) fly(selected);
  };
  return { find, choose, showSelected, isHidden };
};

/** Fits the map to a changed filter. The initial filter is left out, because the map fits to it anyway. */
const useFitToFilter = (map: FleetMapHandle | null, filter: MapFilter) => {
  const fitted = useRef(filter);
  useEffect(() => {
    if (!map || fitted.current === filter) return;
    fitted.current = filter;
    if (isFiltered(filter)) map.fitFleet();
  }, [map, filter]);
};

/** Returns the fleet's store for the map, fed by live data and filtered. */
const useFleetStore = (filter: MapFilter): FleetStore => {
  const { fleet } = useLive();
  const [store] = useState(() => new FleetStore(fleet));
  useEffect(() => store.follow(), [store]);
  useEffect(() => store.setFilter(rowFilterOf(filter, fleet)), [store, fleet, filter]);
  return store;
};

/** Returns the provider of the current menu; for an unknown one the World map, which needs no service. */
const useProvider = (): ProviderId => {
  const { pathname } = useLocation();
  const { routes } = useMenus();
  const route = routes.find(({ path }) => path === pathname);
  return providerIds.find((id) => route && id === providerOf(route)) ?? 'mapWorld';
};
