import { Box, Skeleton, Typography } from '@mui/material';
import type { LiveDevice } from '../../../domain/live';
import { StateIcon } from '../../maps';
import { ROW_HEIGHT } from './fleetRows';

export const CARD = { p: 2, display: 'grid', gap: 1.5 } as const;

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

/** Heights and widths of the lines below the facts, px: tools, commands, links. */
const BUTTONS = [
  { height: 30, widths: [90, 110] },
  { height: 34, widths: [129, 129] },
  { height: 52, widths: [220] },
];

/** Shape of a device's card, with what is known at once, until the card's code is loaded. */
export const CardSkeleton = ({ device }: { readonly device: LiveDevice }) => {
  const { alarms, speed, lat } = device;
  const facts = [
    LINE,
    ...(speed === null ? [] : [LINE]),
    22,
    ...(lat === null ? [] : [2 * LINE]),
    LINE,
  ];
  return (
    <Box aria-busy sx={CARD}>
      <CardHead device={device} />
      <Blocks height={22} widths={[142, 68]} />
      {alarms > 0 && <Blocks height={28} widths={[160]} />}
      <Box sx={{ display: 'grid', rowGap: 0.5 }}>
        {facts.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
          <Blocks key={index} height={height} widths={[66, 150]} />
        ))}
      </Box>
      {lat === null && <Blocks height={50} widths={[308]} />}
      {BUTTONS.map((line) => (
        <Blocks key={line.height} {...line} />
      ))}
    </Box>
  );
};

/** Row of placeholders, of which none is higher than a button. */
const Blocks = ({ height, widths }: { height: number; widths: readonly number[] }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, height, minWidth: 0 }}>
    {widths.map((width, index) => (
      <Skeleton
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
        key={index}
        variant="rounded"
        width={width}
        height={Math.min(height - 4, 30)}
      />
    ))}
  </Box>
);

/** Shape of the list beside the map until its code is loaded. */
export const ListSkeleton = () => (
  <Box
    aria-busy
    sx={{ height: '100%', overflow: 'hidden', bgcolor: 'background.paper', pt: '52px' }}
  >
    {Array.from({ length: 20 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
      <Box key={index} sx={{ px: 2, display: 'flex', alignItems: 'center', height: ROW_HEIGHT }}>
        <Skeleton variant="rounded" width="100%" height={ROW_HEIGHT - 16} />
      </Box>
    ))}
  </Box>
);
