import { useTheme } from '@mui/material';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { LineChart as MuiLineChart } from '@mui/x-charts/LineChart';
import type { AxisValueFormatterContext } from '@mui/x-charts/models';
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

export const LineChart = (props: LineChartProps) => {
  const { label, points, from, to, unit, min, max, low, height, onPick } = props;
  const theme = useTheme();
  const { palette } = theme;
  const locale = useReaderLocale();
  const values = points.map(({ value }) => value);
  const colour = placeColour(palette, 1);
  const isDot = dotsOf(points, (to - from) * MIN_RUN);
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
        sx={{
          ...axisLook(theme),
          '& .MuiLineChart-line': { strokeWidth: 1.75 },
          '& .MuiLineChart-mark': { r: 2.5, fill: colour },
        }}
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
            valueFormatter: (value: number, context: AxisValueFormatterContext) =>
              valueTick(value, context.location === 'tick' ? context.defaultTickLabel : '', locale),
          },
        ]}
        series={[
          {
            label,
            data: values,
            color: colour,
            curve: 'linear',
            showMark: ({ index }) => isDot[index] ?? false,
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

/** Decimals of a tick of the value axis, at most. */
const TICK_DECIMALS = 2;

/**
 * Formats a tick of the value axis with as many decimals as its neighbours have.
 * @param scaleLabel label that the scale would give it; '' outside of the axis
 */
export const valueTick = (value: number, scaleLabel: string, locale: Locale): string => {
  const [, decimals = ''] = scaleLabel.split('.');
  return value.toLocaleString(locale, {
    minimumFractionDigits: Math.min(TICK_DECIMALS, decimals.length),
    maximumFractionDigits: TICK_DECIMALS,
  });
};

type Range = { readonly [end in 'min' | 'max']?: number | undefined };

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

/** Part of the time axis that a line needs to be visible. */
const MIN_RUN = 1 / 200;

/**
 * Returns for each point if it is drawn as a dot: points without neighbours to be joined with, and both ends of a line
 * that is too short to be seen.
 * @param minRun length of a visible line, ms
 */
export const dotsOf = (points: readonly TimedValue[], minRun: number): boolean[] => {
  const dots = points.map(() => false);
  let first = 0;
  for (let i = 0; i <= points.length; i++) {
    if ((points[i]?.value ?? null) !== null) continue;
    const [begin, end] = [points[first], points[i - 1]];
    if (i > first && begin && end && end.at - begin.at < minRun) {
      dots[first] = true;
      dots[i - 1] = true;
    }
    first = i + 1;
  }
  return dots;
};

/** Formats a tick: the time of day for spans up to two days, else the day. @param span ms */
export const timeTick = (at: number, span: number, locale: Locale): string =>
  new Intl.DateTimeFormat(
    locale,
    span <= 2 * DAY
      ? { hour: '2-digit', minute: '2-digit', hour12: false }
      : { month: 'short', day: 'numeric' },
  ).format(at);
