import { Box, type SxProps, type Theme } from '@mui/material';
import type { ReactNode } from 'react';

interface FactsProps {
  /** Makes each fact a block with a small label, in place of a line of two columns. */
  readonly captions?: boolean;
  readonly sx?: Exclude<SxProps<Theme>, readonly unknown[]>;
  readonly children: ReactNode;
}

const columns = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.5,
  alignItems: 'center',
  '& > div': { display: 'contents' },
} as const;

export const Facts = ({ captions = false, sx = null, children }: FactsProps) => (
  <Box
    component="dl"
    sx={[
      {
        m: 0,
        '& dt': { typography: captions ? 'caption' : 'body2', color: 'text.secondary' },
        '& dd': { typography: 'body2', m: 0, minWidth: 0, overflowWrap: 'anywhere' },
      },
      captions ? { '& > div': { minWidth: 0 } } : columns,
      sx,
    ]}
  >
    {children}
  </Box>
);

export const Fact = ({ label, children }: Record<'label' | 'children', ReactNode>) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
