import { Box, Button, Skeleton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, Suspense, useState } from 'react';
import { ChartTable, type TableOf } from './ChartTable';

interface Props {
  /** What it shows; its accessible name. */
  readonly label: string;
  /** px of the drawing, and of the table at most. */
  readonly height: number;
  /** Before the button that changes between drawing and table. */
  readonly legend?: ReactNode;
  /** Made when it is asked for: a drawing has thousands of points. */
  readonly table: () => TableOf;
  /** The drawing, which may still be loading. */
  readonly children: ReactNode;
}

/** A drawing of numbers, or the same numbers as a table. */
export const Chart = ({ label, height, legend, table, children }: Props) => {
  const translate = useTranslate();
  const [asTable, setAsTable] = useState(false);
  return (
    <Box role="group" aria-label={label} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
        {legend}
        <Button
          size="small"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          sx={{ ml: 'auto', mr: -1, flex: 'none' }}
        >
          {translate('charts.asTable')}
        </Button>
      </Box>
      {asTable ? (
        <ChartTable {...table()} label={label} height={height} />
      ) : (
        <Suspense fallback={<Skeleton variant="rounded" height={height} />}>
          <Box sx={{ height }}>{children}</Box>
        </Suspense>
      )}
    </Box>
  );
};
