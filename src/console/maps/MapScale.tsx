import Box from '@mui/material/Box';
import type L from 'leaflet';
import { useEffect, useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { useLook, useMap } from './LeafletMap';
import { scaleBar } from './scaleBar';

const MAX_WIDTH = 96;
const SAMPLE = 100;

/** Along the middle row: a flat map is not true everywhere. */
const metresPerPixel = (map: L.Map): number => {
  const { x, y } = map.getSize().divideBy(2);
  const from = map.containerPointToLatLng([x - SAMPLE / 2, y]);
  const to = map.containerPointToLatLng([x + SAMPLE / 2, y]);
  return map.distance(from, to) / SAMPLE;
};

/** A scale bar. */
export const MapScale = () => {
  const map = useMap();
  const look = useLook();
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const [bar, setBar] = useState(() => scaleBar(metresPerPixel(map), MAX_WIDTH));
  useEffect(() => {
    const update = () => setBar(scaleBar(metresPerPixel(map), MAX_WIDTH));
    map.on('moveend viewreset', update);
    return () => {
      map.off('moveend viewreset', update);
    };
  }, [map]);
  const far = bar.metres >= 1000;
  const length = (far ? bar.metres / 1000 : bar.metres).toLocaleString(locale, {
    style: 'unit',
    unit: far ? 'kilometer' : 'meter',
    unitDisplay: 'short',
  });
  return (
    <Box
      role="img"
      aria-label={translate('maps.scale', { length })}
      sx={{
        width: bar.pixels,
        color: look.selection,
        borderBottom: '2px solid',
        borderLeft: '2px solid',
        borderRight: '2px solid',
        height: 16,
        fontSize: 11,
        fontWeight: 600,
        lineHeight: '13px',
        textAlign: 'center',
        textShadow: `0 0 3px ${look.labelHalo}, 0 0 3px ${look.labelHalo}`,
      }}
    >
      {length}
    </Box>
  );
};
