import { Alert, Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useLiveState } from '../../data';
import { DataAge, type FleetStore, MapOverlay } from '../../maps';
import { useFleetCounts } from '../fleet/useFleetCounts';
import { FilterChips } from './FilterChips';
import { MapSearch } from './MapSearch';
import type { MapState } from './useMapState';

interface Props {
  readonly store: FleetStore;
  readonly state: MapState;
  /** A device was searched for and found. */
  readonly onFind: (sn: string) => void;
  /** The address names a device that the fleet has not. */
  readonly unknown: boolean;
  /** The map says something of its own under the filters, where the screen is not wide. */
  readonly notice: boolean;
}

/** What stands over the map: search, filters, and how old the data is. */
export const MapBar = ({ store, state, onFind, unknown, notice }: Props) => {
  const translate = useTranslate();
  const counts = useFleetCounts();
  const live = useLiveState();
  const { filter, selected, change } = state;
  return (
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
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, width: '100%' }}>
          <Box sx={{ flex: { xs: '1 1 0', sm: '0 1 260px' }, mr: 'auto', pointerEvents: 'auto' }}>
            <MapSearch store={store} onPick={onFind} />
          </Box>
          <Box sx={{ pointerEvents: 'auto' }}>
            <DataAge {...live} />
          </Box>
        </Box>
        <Box sx={{ maxWidth: '100%' }}>
          <FilterChips
            counts={counts}
            filter={filter}
            onChange={(next) => change({ filter: next })}
          />
        </Box>
        {unknown && live.lastAnswer !== null && (
          <Alert
            severity="warning"
            onClose={() => change({ selected: null })}
            sx={{ pointerEvents: 'auto', mt: { xs: notice ? 7 : 0, md: 0 } }}
          >
            {translate('pages.map.notFound', { sn: selected })}
          </Alert>
        )}
      </Box>
    </MapOverlay>
  );
};
