import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { MapOverlay, useLook } from './LeafletMap';
import type { ResolvedProvider } from './providers';

/** Whose map it is. Text: a provider's line comes from the configuration, never in as HTML. */
export const MapSource = ({ provider: { tiles } }: { provider: ResolvedProvider }) => {
  const translate = useTranslate();
  const look = useLook();
  const source = tiles ? tiles.attribution : translate('maps.embeddedSource');
  if (!source) return null;
  return (
    <MapOverlay>
      <Box
        sx={{
          position: 'absolute',
          right: 12,
          bottom: 8,
          fontSize: 11,
          color: look.label,
          textShadow: `0 0 3px ${look.labelHalo}, 0 0 3px ${look.labelHalo}`,
        }}
      >
        {translate('maps.source', { source })}
      </Box>
    </MapOverlay>
  );
};
