import ChartIcon from '@mui/icons-material/BarChart';
import TableIcon from '@mui/icons-material/TableRowsOutlined';
import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  type Theme,
  useTheme,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Tone } from '../../../domain/label';
import { markOf } from '../../../fields/views/states';
import { keepClear } from '../floating';
import { ToolButton } from '../ToolButton';

interface BodyProps {
  /** Accessible name. */
  readonly label: string;
  /** Height of the drawing and maximum height of the table, px. */
  readonly height: number;
  readonly asTable: boolean;
  /** Height of a drawing that is higher than `height`, and scrolls; px. */
  readonly fullHeight?: number;
  /** Called when the table is opened, as a chart has thousands of points. */
  readonly table: () => TableOf;
  readonly children: ReactNode;
}

/** Drawing or table of a chart, whose head is elsewhere. */
export const ChartBody = (props: BodyProps) => {
  const { label, height, fullHeight = height, asTable, table, children } = props;
  const drawing = <Box sx={{ height: fullHeight, position: 'relative' }}>{children}</Box>;
  return (
    <Box sx={{ minWidth: 0 }}>
      {asTable ? (
        <ChartTable {...table()} label={label} height={height} />
      ) : fullHeight > height ? (
        // Allows scrolling by keyboard.
        <Box tabIndex={0} role="region" aria-label={label} sx={{ height, overflowY: 'auto' }}>
          {drawing}
        </Box>
      ) : (
        drawing
      )}
    </Box>
  );
};

interface ToggleProps extends Pick<BodyProps, 'asTable'> {
  readonly onToggle: () => void;
}

export const TableToggle = ({ asTable, onToggle }: ToggleProps) => (
  <ToolButton
    label={asTable ? 'charts.asChart' : 'charts.asTable'}
    onClick={onToggle}
    {...keepClear('page')}
    sx={{ color: 'text.secondary' }}
    icon={asTable ? ChartIcon : TableIcon}
  />
);

interface Props extends Omit<BodyProps, 'asTable'> {
  /** Shown before the button that switches between drawing and table. */
  readonly legend?: ReactNode;
}

/** Chart with a button that shows its values as a table. */
export const Chart = ({ legend, ...body }: Props) => {
  const [asTable, setAsTable] = useState(false);
  return (
    <Box role="group" aria-label={body.label} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
        {legend}
        <Box sx={{ ml: 'auto' }}>
          <TableToggle asTable={asTable} onToggle={() => setAsTable(!asTable)} />
        </Box>
      </Box>
      <ChartBody {...body} asTable={asTable} />
    </Box>
  );
};

const GRID_LINES = 4;

export const ChartSkeleton = ({ height }: { readonly height: number }) => (
  <Box sx={{ height, pt: `${PLOT.top}px`, pb: `${PLOT.bottom}px`, pl: `${PLOT.left}px` }}>
    <Box
      sx={{
        height: 1,
        borderBottom: 1,
        borderColor: 'edge',
        backgroundImage: ({ palette }) =>
          `linear-gradient(${palette.divider} 1px, transparent 1px)`,
        backgroundSize: `100% ${100 / GRID_LINES}%`,
      }}
    />
  </Box>
);

/** Table of a chart's values. The first cell of a row is its heading. */
interface TableOf {
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[];
}

/** Table of a chart's values, for screen readers and exact reading. */
const ChartTable = ({
  head,
  rows,
  label,
  height,
}: TableOf & Pick<BodyProps, 'label' | 'height'>) => {
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
  /** A failure has the colour of its tone; other series have that of their place. */
  readonly tone?: Tone | undefined;
  /** Null if there is no value. */
  readonly values: readonly (number | null)[];
}

export const Legend = ({ series }: { readonly series: readonly ChartSeries[] }) => {
  const theme = useTheme();
  return (
    <Box
      component="ul"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, m: 0, p: 0, listStyle: 'none' }}
    >
      {series.map((one, place) => (
        <Box
          component="li"
          key={one.key}
          sx={{ display: 'flex', alignItems: 'center', gap: 0.75, typography: 'caption' }}
        >
          <Box
            component="span"
            sx={{ width: 10, height: 10, borderRadius: '2px' }}
            style={{ backgroundColor: seriesColor(theme, one, place) }}
          />
          {one.label}
        </Box>
      ))}
    </Box>
  );
};

/**
 * Colours of series by place. Neighbours differ in lightness by 15 (CIE L*), so that they stay apart in print and for
 * colour-blind readers. Failures have the colour of their severity instead.
 */
const colours = {
  light: ['#3a4656', '#2f78d8', '#12806a', '#9f7f00', '#98a2b0'],
  dark: ['#cfd6e0', '#4a93ee', '#35b592', '#c4a52c', '#5f6b7a'],
} as const;

/** Colour of the series at a place, from 0. */
export const placeColour = ({ mode }: Pick<Theme['palette'], 'mode'>, place: number): string =>
  colours[mode][place % colours[mode].length] ?? colours[mode][0];

const FAILURES: ReadonlySet<Tone | undefined> = new Set(['warning', 'error']);

/** Colour of a series: that of its tone for failures, else that of its place. */
export const seriesColor = (
  { palette }: Pick<Theme, 'palette'>,
  { tone = 'default' }: Pick<ChartSeries, 'tone'>,
  place: number,
): string => (FAILURES.has(tone) ? markOf(palette, tone) : placeColour(palette, place));

export const axisLook = ({ palette }: Theme) =>
  ({
    '& .MuiChartsAxis-root :is(.MuiChartsAxis-line, .MuiChartsAxis-tick)': { stroke: palette.edge },
    '& .MuiChartsAxis-root .MuiChartsAxis-tickLabel': {
      fill: palette.text.secondary,
      fontSize: '12px',
    },
    '& .MuiChartsGrid-line': { stroke: palette.divider },
    '& .MuiChartsAxisHighlight-root': { fill: palette.action.hover },
  }) as const;

/** Margins between the plot area and the edges of a time chart, px. */
export const PLOT = { left: 42, right: 20, top: 12, bottom: 26 } as const;

/** Height of a chart of columns over time, px. */
export const DAYS_HEIGHT = 204;

/** Height of a level bar, px. */
const BAR = 10;

/** Space between the bars of two rows, px. */
const BETWEEN = 8;

/** Height of a chart of level bars in groups, px. */
export const levelBarsHeight = (rows: number, series: number): number =>
  PLOT.top + PLOT.bottom + rows * (series * BAR + BETWEEN);
