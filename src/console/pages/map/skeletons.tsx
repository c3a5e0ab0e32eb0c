import { Box, Skeleton, Typography } from '@mui/material';
import type { LiveDevice } from '../../../domain/live';
import { linesLook } from '../../look/FactsSkeleton';
import { StateIcon } from '../../maps';

export const CARD = {
  p: 2,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
} as const;

/** Height of a line of the facts, px. */
const LINE = 19.5;

/** Height of the place: its name and its coordinates. */
export const PLACE_HEIGHT = `${2 * LINE}px`;

/** State, name and SN of a device. The space at the right is that of the close button. */
export const CardHead = ({ device }: { readonly device: LiveDevice }) => (
  <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'center', pr: 4 }}>
    <StateIcon status={device.status} />
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h6" component="h2" noWrap>
        {device.device_name || device.sn}
      </Typography>
      {device.device_name && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {device.sn}
        </Typography>
      )}
    </Box>
  </Box>
);

/** Device's card with what is known at once, until its code is loaded. */
export const CardSkeleton = ({ device }: { readonly device: LiveDevice }) => (
  <Box aria-busy sx={CARD}>
    <CardHead device={device} />
    <Skeleton variant="rectangular" height={322} sx={linesLook} />
  </Box>
);

/** Block in place of the list beside the map until its code is loaded. */
export const ListSkeleton = () => (
  <Box sx={{ height: '100%', bgcolor: 'background.paper', p: 2 }}>
    <Skeleton variant="rectangular" height="100%" sx={linesLook} />
  </Box>
);
