import Add from '@mui/icons-material/Add';
import Remove from '@mui/icons-material/Remove';
import ZoomOutMap from '@mui/icons-material/ZoomOutMap';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useMap } from './LeafletMap';

interface ControlProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Control = ({ label, disabled = false, onClick, children }: ControlProps) => (
  <Tooltip title={label} placement="left">
    {/* A disabled button has no pointer events, and the tooltip needs some. */}
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

/** Buttons to zoom and, where there is a fleet, to see all of it. */
export const MapControls = ({ onFit }: { onFit?: () => void }) => {
  const map = useMap();
  const translate = useTranslate();
  const [zoom, setZoom] = useState(map.getZoom());
  useEffect(() => {
    const update = () => setZoom(map.getZoom());
    map.on('zoomend viewreset', update);
    return () => {
      map.off('zoomend viewreset', update);
    };
  }, [map]);
  return (
    <Paper
      elevation={2}
      sx={{ pointerEvents: 'auto', display: 'grid', borderRadius: 2, overflow: 'hidden' }}
    >
      <Control
        label={translate('maps.zoomIn')}
        disabled={zoom >= map.getMaxZoom()}
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
        <Control label={translate('maps.fitFleet')} onClick={onFit}>
          <ZoomOutMap fontSize="small" />
        </Control>
      )}
    </Paper>
  );
};
