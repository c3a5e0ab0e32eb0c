import {
  Box,
  Button,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  type Theme,
  useTheme,
} from '@mui/material';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Tone } from '../../../domain/label';

interface Props {
  /** Accessible name. */
  readonly label: string;
  /** Height of the drawing and maximum height of the table, px. */
  readonly height: number;
  /** Shown before the button that switches between drawing and table. */
  readonly legend?: ReactNode;
  /** Called when the table is opened, as a chart has thousands of points. */
  readonly table: () => TableOf;
  /** The drawing. It may suspend while its code loads. */
  readonly children: ReactNode;
}

/** Chart with a button that shows its values as a table. */
export const Chart = ({ label, height, legend, table, children }: Props) => {
  const translate = useTranslate();
  const [asTable, setAsTable] = useState(false);
  return (
    <Box role="group" aria-label={label} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
        {legend}
        <Button
          size="small"
          onClick={() => setAsTable(!asTable)}
          sx={{ ml: 'auto', mr: -1, flex: 'none' }}
        >
          {translate(asTable ? 'charts.asChart' : 'charts.asTable')}
        </Button>
      </Box>
      {asTable ? (
        <ChartTable {...table()} label={label} height={height} />
      ) : (
        <Suspense fallback={<Skeleton variant="rounded" height={height} />}>
          <Box sx={{ height, position: 'relative' }}>{children}</Box>
        </Suspense>
      )}
    </Box>
  );
};

/** Table of a chart's values. The first cell of a row is its heading. */
interface TableOf {
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[];
}

interface ChartTableProps extends TableOf {
  readonly label: string;
  readonly height: number;
}

/** Table of a chart's values, for screen readers and exact reading. */
const ChartTable = ({ head, rows, label, height }: ChartTableProps) => {
  const translate = useTranslate();
  return (
    <TableContainer
      // Allows scrolling by keyboard.
      tabIndex={0}
      role="region"
      aria-label={translate('charts.table', { name: label })}
      sx={{ maxHeight: height }}
    >
      <Table size="small" stickyHeader aria-label={label}>
        <TableHead>
          <TableRow>
            {head.map((name, i) => (
              <TableCell key={name} align={i === 0 ? 'left' : 'right'}>
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, cells: [name, ...values] }) => (
            <TableRow key={key}>
              <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                {name}
              </TableCell>
              {values.map((value, i) => (
                <TableCell
                  key={head[i + 1]}
                  align="right"
                  sx={{ fontVariantNumeric: 'tabular-nums' }}
                >
                  {value}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};

/** Series of bars with one value per label of the axis. */
export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  readonly tone: Tone;
  /** Striped as well as coloured, to be distinguishable without colours. */
  readonly striped?: boolean;
  /** Null if there is no value. */
  readonly values: readonly (number | null)[];
}

/** Sample of a series' fill in the legend. */
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

/** Legend of the series. */
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

interface StripedFillProps {
  readonly id: string;
  readonly color: string;
}

/** SVG pattern `url(#id)`: stripes of a colour on a tint of it. */
export const StripedFill = ({ id, color }: StripedFillProps) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="6" height="6" fill={color} fillOpacity="0.25" />
    <rect width="3" height="6" fill={color} />
  </pattern>
);

/** Colour of a tone in charts. */
export const seriesColor = ({ palette }: Theme, tone: Tone): string =>
  tone === 'default' ? palette.text.secondary : palette[tone].main;

/** Margins between the plot area and the edges of a time chart, px. */
export const PLOT = { left: 42, right: 20, top: 8, bottom: 26 } as const;
