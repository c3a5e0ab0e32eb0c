import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { localeOf, textOf } from '../../../domain/label';
import { crsByDatum, switchBase } from '../crs';
import { MapOverlay, useLook, useMap } from '../LeafletMap';
import type { ResolvedProvider } from '../providers';
import type { TileHealth } from './tileHealth';
import { dimTiles, tileLayerOf } from './tileLayerOf';
import { watchTiles } from './tileWatch';
import { useEmbeddedMap } from './useEmbeddedMap';

/**
 * What is under everything: the provider's tiles and, while they are not known to load, the embedded map. Layers of
 * devices, fences and tracks neither wait for it nor notice that it changed.
 */
export const BaseLayer = ({ provider }: { provider: ResolvedProvider }) => {
  const map = useMap();
  const { dark } = useLook();
  const [tiles, setTiles] = useState<ReturnType<typeof tileLayerOf> | null>(null);
  const [health, setHealth] = useState<TileHealth['state']>('probing');
  const { tiles: service, datum } = provider;
  const crs = crsByDatum[datum];

  useEffect(() => {
    switchBase(map, crs);
    if (!service) return;
    const layer = tileLayerOf(service, datum);
    const stop = watchTiles(layer, setHealth);
    layer.addTo(map);
    setTiles(layer);
    return () => {
      stop();
      layer.remove();
      setTiles(null);
      setHealth('probing');
    };
  }, [map, crs, service, datum]);

  useEffect(() => {
    if (tiles) dimTiles(tiles, dark);
  }, [tiles, dark]);

  const { landMissing } = useEmbeddedMap(crs, !service || health !== 'up');
  const trouble = provider.reason ?? (service && health === 'down' ? 'down' : null);
  return <BaseBanner provider={provider} trouble={trouble} landMissing={landMissing} />;
};

interface BaseBannerProps {
  provider: ResolvedProvider;
  trouble: 'noService' | 'noKey' | 'down' | null;
  landMissing: boolean;
}

const BaseBanner = ({ provider, trouble, landMissing }: BaseBannerProps) => {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const name = textOf(provider.label, localeOf(locale));
  const reason = trouble ?? (landMissing ? 'landMissing' : null);
  return (
    <MapOverlay>
      <Box
        role="status"
        sx={{
          position: 'absolute',
          // Where the screen is not wide, search and filters take the first two lines.
          top: { xs: 112, md: 12 },
          left: 12,
          right: 12,
          display: 'grid',
          justifyItems: 'center',
        }}
      >
        {reason && (
          <Alert
            severity="warning"
            variant="outlined"
            sx={{ bgcolor: 'background.paper', py: 0, boxShadow: 2 }}
          >
            {translate(`maps.base.${reason}`, { name })}
          </Alert>
        )}
      </Box>
    </MapOverlay>
  );
};
