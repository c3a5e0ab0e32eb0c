import { Box } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useStoreContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import {
  FleetMap,
  type FleetMapHandle,
  type MapView,
  resolveProvider,
  useDevice,
  useMapServices,
  worldView,
} from '../../maps';
import { DeviceCard } from './DeviceCard';
import { MapBar } from './MapBar';
import { type MapFilter, passes } from './mapFilter';
import { useFleetStore } from './useFleetStore';
import { useFlight } from './useFlight';
import { useMapState } from './useMapState';
import { useProvider } from './useProvider';

const EVERYTHING: MapFilter = { status: [], link: [] };

/** Where the map was left, for the next map, provider or day. */
const VIEW = 'map.view';

/** The fleet on a map, as it lives: found, narrowed, looked at and commanded. */
export const MapPage = () => {
  const translate = useTranslate();
  const remembered = useStoreContext();
  const provider = useProvider();
  const services = useMapServices();
  const state = useMapState();
  const { filter, selected, change } = state;
  const store = useFleetStore(filter);
  const [map, setMap] = useState<FleetMapHandle | null>(null);
  const { fly, chosenHere } = useFlight(map, store, selected, filter);
  const device = useDevice(store, selected);
  const hidden = device !== undefined && !passes(filter, device);

  const find = (sn: string) => {
    const found = store.get(sn);
    const wouldHide = found !== undefined && !passes(filter, found);
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
        initialView={remembered.getItem<MapView>(VIEW) ?? (selected ? worldView : undefined)}
        onViewChange={(view) => remembered.setItem(VIEW, view)}
        renderCard={(sn) => (
          <DeviceCard sn={sn} store={store} hidden={hidden} onShow={showSelected} />
        )}
      >
        <MapBar
          store={store}
          state={state}
          onFind={find}
          unknown={selected !== null && device === undefined}
          notice={resolveProvider(provider, services).reason !== null}
        />
      </FleetMap>
    </Box>
  );
};
