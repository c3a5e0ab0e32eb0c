import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { useReaderLocale } from '../../../fields/views/reader';
import { type ConsoleDataProvider, useIsLiveLoaded } from '../../data';
import { MapSlot, useMap } from '../LeafletMap';
import { abortOnUse } from '../view';
import { fitFleet, openOnFleet } from './fitFleet';
import type { FleetStore } from './fleetStore';
import { placesOutside, useMatchCounts } from './matchCounts';

interface Props {
  readonly store: FleetStore;
}

/**
 * Opens the map where most devices are when the first ones arrive, unless the operator has moved it before. Names the
 * others until the map is moved.
 */
export const Opening = ({ store }: Props) => {
  const map = useMap();
  const [leavesOut, setLeavesOut] = useState(false);
  const isLoaded = useIsLiveLoaded();
  useEffect(() => {
    const use = abortOnUse(map);
    const moved = () => setLeavesOut(false);
    let frame = 0;
    const open = () => {
      if (openOnFleet(map, store) === undefined) return;
      use.abort();
      // Once more when the elements over the map have their size.
      frame = requestAnimationFrame(() => {
        setLeavesOut(openOnFleet(map, store) === true);
        map.once('movestart', moved);
      });
    };
    const unsubscribe = store.subscribe(open);
    use.signal.addEventListener('abort', unsubscribe);
    open();
    return () => {
      use.abort();
      cancelAnimationFrame(frame);
      map.off('movestart', moved);
    };
  }, [map, store]);
  return leavesOut && isLoaded && <Elsewhere store={store} />;
};

/** Maximum places whose countries are counted. */
const MAX_PLACES = 100;

/** Number of the devices out of view, and of their countries. A press shows all. */
const Elsewhere = ({ store }: Props) => {
  const map = useMap();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const { placeCountries } = useDataProvider<ConsoleDataProvider>();
  const { outside } = useMatchCounts(store);
  const { data: countries } = useQuery({
    queryKey: ['placeCountries', outside],
    queryFn: async ({ signal }) => {
      const places = placesOutside(map, store);
      if (places.length === 0 || places.length > MAX_PLACES) return 0;
      return new Set(await placeCountries(places, signal)).size;
    },
    retry: false,
  });
  if (outside === 0) return null;
  const count = outside.toLocaleString(locale);
  const showAll = () => {
    fitFleet(map, store);
    // The button goes.
    map.getContainer().focus({ preventScroll: true });
  };
  return (
    <MapSlot at="top" order={2}>
      <Box data-row sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Paper elevation={2} sx={{ pointerEvents: 'auto', borderRadius: 4 }}>
          <Button size="small" color="inherit" onClick={showAll} sx={{ borderRadius: 4, px: 1.5 }}>
            {countries
              ? translate('maps.elsewhere.countries', { count, smart_count: countries })
              : translate('maps.elsewhere.any', { count })}
          </Button>
        </Paper>
      </Box>
    </MapSlot>
  );
};
