import { useTheme } from '@mui/material';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { LineChart as MuiLineChart } from '@mui/x-charts/LineChart';
import { DAY } from '../../../domain/duration';
import { localTime, withUnit } from '../../../domain/figures';
import type { Locale } from '../../../domain/label';
import type { TimedValue } from '../../../domain/track/thin';
import { useReaderLocale } from '../../../fields/views/reader';
import { axisLook, PLOT, placeColour } from './Chart';
import { ChartTexts } from './ChartTexts';

export interface LineChartProps {
  /** Accessible name. */
  readonly label: string;
  /** In order of time; null interrupts the line. */
  readonly points: readonly TimedValue[];
  /** Range of the time axis, epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly unit: string;
  /** Minimum range of the value axis. */
  readonly min?: number;
  readonly max?: number;
  /** Value up to which the measurement is low, drawn as a line. */
  readonly low?: number | undefined;
  readonly height: number;
  /** Called when the axis is clicked. @param at epoch ms */
  readonly onPick?: (at: number) => void;
}

/** Line chart of one value over time. */
export const LineChart = (props: LineChartProps) => {
  const { label, points, from, to, unit, min, max, low, height, onPick } = props;
  const theme = useTheme();
  const { palette } = theme;
  const locale = useReaderLocale();
  const values = points.map(({ value }) => value);
  const range = valueRange(values, { min, max });
  return (
    <ChartTexts>
      <MuiLineChart
        aria-label={label}
        height={height}
        hideLegend
        // An animation would restart with each poll for newer reports.
        skipAnimation
        onAxisClick={onPick && ((_, data) => data && onPick(+(data.axisValue ?? Number.NaN)))}
        margin={{ left: 0, right: PLOT.right, top: PLOT.top, bottom: 0 }}
        grid={{ horizontal: true }}
        sx={{ ...axisLook(theme), '& .MuiLineChart-line': { strokeWidth: 1.75 } }}
        xAxis={[
          {
            data: points.map(({ at }) => at),
            scaleType: 'time',
            min: from,
            max: to,
            height: PLOT.bottom,
            tickNumber: 6,
            valueFormatter: (at: number | Date, { location }) =>
              location === 'tick' ? timeTick(+at, to - from, locale) : localTime(+at),
          },
        ]}
        yAxis={[
          {
            ...range,
            width: PLOT.left,
            tickNumber: 4,
            disableLine: true,
            disableTicks: true,
            // Closer ticks would have equal labels, as those have two decimals.
            tickMinStep: TICK_STEP,
            valueFormatter: (value: number) =>
              value.toLocaleString(locale, { maximumFractionDigits: 2 }),
          },
        ]}
        series={[
          {
            label,
            data: values,
            color: placeColour(palette, 1),
            curve: 'linear',
            showMark: ({ index }) => isIsolatedPoint(values, index),
            valueFormatter: (value) =>
              value === null ? '' : withUnit(value.toLocaleString(locale), unit),
          },
        ]}
      >
        {low !== undefined && (
          <ChartsReferenceLine
            y={low}
            lineStyle={{ stroke: palette.error.mark, strokeDasharray: '3 3' }}
          />
        )}
      </MuiLineChart>
    </ChartTexts>
  );
};

/** Smallest distance of two ticks of the value axis. */
const TICK_STEP = 0.01;

interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Widens a range that is too small for four ticks, because an axis of equal values would have no label. */
export const valueRange = (values: readonly (number | null)[], { min, max }: Range): Range => {
  let low = min ?? Number.POSITIVE_INFINITY;
  let high = max ?? Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const missing = 4 * TICK_STEP - (high - low);
  return missing > 0 && missing < Number.POSITIVE_INFINITY
    ? { min: low - missing / 2, max: high + missing / 2 }
    : { min, max };
};

/** True if a value has no neighbours to be joined with, so that it needs a marker to be visible. */
export const isIsolatedPoint = (values: readonly (number | null)[], index: number): boolean =>
  values[index] !== null &&
  (values[index - 1] ?? null) === null &&
  (values[index + 1] ?? null) === null;

/** Formats a tick: the time of day for spans up to two days, else the day. @param span ms */
export const timeTick = (at: number, span: number, locale: Locale): string =>
  new Intl.DateTimeFormat(
    locale,
    span <= 2 * DAY
      ? { hour: '2-digit', minute: '2-digit', hour12: false }
      : { month: 'short', day: 'numeric' },
  ).format(at);
