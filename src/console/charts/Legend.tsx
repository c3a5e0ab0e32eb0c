import { Box, useTheme } from '@mui/material';
import { useId } from 'react';
import type { ChartSeries } from './ChartSeries';
import { StripedFill } from './StripedFill';
import { seriesColor } from './seriesColor';

/** A bar in small, filled as the bars are. */
const Swatch = ({ tone, striped }: Pick<ChartSeries, 'tone' | 'striped'>) => {
  const theme = useTheme();
  const id = useId();
  const color = seriesColor(theme, tone);
  return (
    <svg width="14" height="14" aria-hidden="true" style={{ flex: 'none' }}>
      {striped && (
        <defs>
          <StripedFill id={id} color={color} />
        </defs>
      )}
      <rect width="14" height="14" rx="3" fill={striped ? `url(#${id})` : color} />
    </svg>
  );
};

/** Which bar is which. */
export const Legend = ({ series }: { readonly series: readonly ChartSeries[] }) => (
  <Box
    component="ul"
    sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, m: 0, p: 0, listStyle: 'none' }}
  >
    {series.map(({ key, label, tone, striped }) => (
      <Box
        component="li"
        key={key}
        sx={{ display: 'flex', alignItems: 'center', gap: 0.75, typography: 'body2' }}
      >
        <Swatch tone={tone} striped={striped} />
        {label}
      </Box>
    ))}
  </Box>
);
