import { Alert, Box } from '@mui/material';
import { useStoreContext, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { useLiveState } from '../../data';
import {
  DataAge,
  FleetMap,
  type FleetMapHandle,
  MapOverlay,
  type MapView,
  providerIds,
  useDevice,
} from '../../maps';
import { useShell } from '../../shell/ShellContext';
import { useFleetCounts } from '../fleet/useFleetCounts';
import { DeviceCard } from './DeviceCard';
import { FilterChips } from './FilterChips';
import { MapSearch } from './MapSearch';
import { type MapFilter, passes } from './mapFilter';
import { mapServicesOf } from './mapServices';
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
  const { runtime } = useShell();
  const remembered = useStoreContext();
  const provider = useProvider();
  const services = useMemo(() => mapServicesOf(runtime.mapService, providerIds), [runtime]);
  const { filter, selected, change } = useMapState();
  const store = useFleetStore(filter);
  const counts = useFleetCounts();
  const live = useLiveState();
  const [map, setMap] = useState<FleetMapHandle | null>(null);
  const fly = useFlight(map, store, selected, filter);
  const device = useDevice(store, selected);

  const find = (sn: string) => {
    const found = store.get(sn);
    const hidden = found !== undefined && !passes(filter, found);
    change({ selected: sn, ...(hidden && { filter: EVERYTHING }) });
    fly(sn);
  };
  const showSelected = () => {
    change({ filter: EVERYTHING });
    if (selected !== null) fly(selected);
  };

  return (
    <Box sx={{ flex: 1, minHeight: 0, position: 'relative' }}>
      <FleetMap
        ref={setMap}
        provider={provider}
        services={services}
        store={store}
        selected={selected}
        onSelect={(sn) => change({ selected: sn })}
        initialView={remembered.getItem<MapView>(VIEW)}
        onViewChange={(view) => remembered.setItem(VIEW, view)}
        renderCard={(sn) => (
          <DeviceCard
            sn={sn}
            store={store}
            hidden={device !== undefined && !passes(filter, device)}
            onShow={showSelected}
          />
        )}
      >
        <MapOverlay>
          <Box
            sx={{
              position: 'absolute',
              top: 12,
              left: 12,
              right: 12,
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              gap: 1.25,
              justifyItems: 'start',
            }}
          >
            <Box
              sx={{
                display: 'flex',
                justifyContent: 'space-between',
                alignItems: 'center',
                gap: 1.25,
                width: '100%',
              }}
            >
              <Box sx={{ width: 300, pointerEvents: 'auto' }}>
                <MapSearch store={store} onPick={find} />
              </Box>
              <Box sx={{ pointerEvents: 'auto' }}>
                <DataAge {...live} />
              </Box>
            </Box>
            <FilterChips
              counts={counts}
              filter={filter}
              onChange={(next) => change({ filter: next })}
            />
            {selected !== null && device === undefined && live.lastAnswer !== null && (
              <Alert
                severity="warning"
                onClose={() => change({ selected: null })}
                sx={{ pointerEvents: 'auto' }}
              >
                {translate('pages.map.notFound', { sn: selected })}
              </Alert>
            )}
          </Box>
        </MapOverlay>
      </FleetMap>
    </Box>
  );
};
