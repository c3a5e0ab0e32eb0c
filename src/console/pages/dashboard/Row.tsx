import { Box } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  /** Widths of the columns, one to another; without them whoever is there takes an equal share. */
  readonly shares?: readonly number[];
  readonly children: ReactNode;
}

/** Cards side by side where there is room, under each other where there is none. */
export const Row = ({ shares, children }: Props) => (
  <Box
    sx={(theme) => ({
      display: 'grid',
      gap: 2,
      alignItems: 'stretch',
      ...(shares
        ? { gridTemplateColumns: shares.map((share) => `minmax(0, ${share}fr)`).join(' ') }
        : { gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' }),
      [theme.breakpoints.down('md')]: {
        gridAutoFlow: 'row',
        gridTemplateColumns: 'minmax(0, 1fr)',
      },
      // Nobody may read any of them.
      '&:empty': { display: 'none' },
    })}
  >
    {children}
  </Box>
);
