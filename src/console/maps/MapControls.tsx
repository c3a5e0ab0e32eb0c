import Add from '@mui/icons-material/Add';
import PushPin from '@mui/icons-material/PushPinOutlined';
import Remove from '@mui/icons-material/Remove';
import ZoomOutMap from '@mui/icons-material/ZoomOutMap';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import type L from 'leaflet';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { groupDigits } from '../../domain/figures';
import { useReaderLocale } from '../../fields/views/reader';
import { keepClear } from '../look/floating';
import type { TileService } from './base/providers';
import { MapSlot, useMap, useMapColours, useMapValue } from './LeafletMap';
import { scaleBar } from './layout';

interface ControlProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Control = ({ label, disabled = false, onClick, children }: ControlProps) => (
  <Tooltip title={label} placement="left">
    {/* A disabled button fires no pointer events, which the tooltip needs. */}
    <span>
      <IconButton
        aria-label={label}
        disabled={disabled}
        onClick={onClick}
        sx={{ borderRadius: 1, width: 40, height: 40 }}
      >
        {children}
      </IconButton>
    </span>
  </Tooltip>
);

const VIEW_EVENTS = 'zoomend moveend viewreset zoomlevelschange';

interface MapControlsProps {
  readonly onFit?: (map: L.Map) => void;
  /** Label of the fit button; the fleet's by default. */
  readonly fitLabel?: string;
  /** Saves the current view as the initial one. */
  readonly onOpenHere?: ((map: L.Map) => void) | undefined;
}

export const MapCorners = ({
  legend,
  ...controls
}: MapControlsProps & { readonly legend?: ReactNode }) => (
  <>
    <MapSlot at="left">{legend}</MapSlot>
    <MapSlot at="left" order={1}>
      <MapScale />
    </MapSlot>
    <MapSlot at="right">
      <MapControls {...controls} />
    </MapSlot>
  </>
);

export const MapControls = ({ onFit, fitLabel, onOpenHere }: MapControlsProps) => {
  const map = useMap();
  const translate = useTranslate();
  const zoom = useMapValue(VIEW_EVENTS, () => map.getZoom());
  const deepest = useMapValue(VIEW_EVENTS, () => map.getMaxZoom());
  return (
    <Paper
      elevation={2}
      {...keepClear('page')}
      sx={{ pointerEvents: 'auto', display: 'grid', borderRadius: 2, overflow: 'hidden' }}
    >
      <Control
        label={translate('maps.zoomIn')}
        disabled={zoom >= deepest}
        onClick={() => map.zoomIn()}
      >
        <Add />
      </Control>
      <Control
        label={translate('maps.zoomOut')}
        disabled={zoom <= map.getMinZoom()}
        onClick={() => map.zoomOut()}
      >
        <Remove />
      </Control>
      {onFit && (
        <Control label={fitLabel ?? translate('maps.legend.reset')} onClick={() => onFit(map)}>
          <ZoomOutMap fontSize="small" />
        </Control>
      )}
      {onOpenHere && (
        <Control label={translate('maps.openHere')} onClick={() => onOpenHere(map)}>
          <PushPin fontSize="small" />
        </Control>
      )}
    </Paper>
  );
};

const SAMPLE = 100;

/** Measured along the middle row, because the scale of a flat map varies with latitude. */
const metresPerPixel = (map: L.Map): number => {
  const { x, y } = map.getSize().divideBy(2);
  const from = map.containerPointToLatLng([x - SAMPLE / 2, y]);
  const to = map.containerPointToLatLng([x + SAMPLE / 2, y]);
  return map.distance(from, to) / SAMPLE;
};

export const MapScale = () => {
  const colours = useMapColours();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const metres = useMapValue(VIEW_EVENTS, metresPerPixel);
  const bar = scaleBar(metres);
  const isKilometres = bar.metres >= 1000;
  const length = groupDigits(
    (isKilometres ? bar.metres / 1000 : bar.metres).toLocaleString(locale, {
      style: 'unit',
      unit: isKilometres ? 'kilometer' : 'meter',
      unitDisplay: 'short',
    }),
  );
  return (
    <Box
      role="img"
      aria-label={translate('maps.scale', { length })}
      sx={{
        width: bar.pixels,
        color: colours.selection,
        borderBottom: '2px solid',
        borderLeft: '2px solid',
        borderRight: '2px solid',
        height: 16,
        fontSize: 11,
        fontWeight: 600,
        lineHeight: '13px',
        textAlign: 'center',
        whiteSpace: 'nowrap',
        textShadow: `0 0 3px ${colours.labelHalo}, 0 0 3px ${colours.labelHalo}`,
      }}
    >
      {length}
    </Box>
  );
};

/** Attribution of the map. Rendered as text, never as HTML, because it comes from the configuration. */
export const MapSource = ({ service }: { service: TileService | null }) => {
  const translate = useTranslate();
  const colours = useMapColours();
  const source = service ? service.attribution : translate('maps.embeddedSource');
  if (!source) return null;
  const line = translate('maps.source', { source });
  return (
    <MapSlot at="right" order={1}>
      <Box
        sx={{
          mb: -0.5,
          textAlign: 'right',
          // Google demands 12 px or more.
          fontSize: 12,
          color: colours.label,
          textShadow: `0 0 3px ${colours.labelHalo}, 0 0 3px ${colours.labelHalo}`,
        }}
      >
        {service?.link ? (
          <Box
            component="a"
            href={service.link}
            target="_blank"
            rel="noreferrer"
            sx={{ color: 'inherit', pointerEvents: 'auto' }}
          >
            {line}
          </Box>
        ) : (
          line
        )}
      </Box>
    </MapSlot>
  );
};
