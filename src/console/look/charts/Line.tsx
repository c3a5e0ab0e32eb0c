import { useTheme } from '@mui/material';
import { LineChart as MuiLineChart } from '@mui/x-charts/LineChart';
import { DAY } from '../../../domain/duration';
import { localTime, withUnit } from '../../../domain/figures';
import type { Locale } from '../../../domain/label';
import type { TimedValue } from '../../../domain/track/thin';
import { useReaderLocale } from '../../../fields/reader';
import { PLOT } from './Chart';
import { ChartTexts } from './ChartTexts';

export interface LineChartProps {
  /** The accessible name. */
  readonly label: string;
  /** In the order of time; a null breaks the line. */
  readonly points: readonly TimedValue[];
  /** What the axis spans, ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly unit: string;
  /** Ends of the value axis that hold whatever the values are. */
  readonly min?: number;
  readonly max?: number;
  readonly height: number;
  /** A moment of the axis was clicked. */
  readonly onPick?: (at: number) => void;
}

/** One value over time. */
export const LineChart = (props: LineChartProps) => {
  const { label, points, from, to, unit, min, max, height, onPick } = props;
  const { palette } = useTheme();
  const locale = useReaderLocale();
  const values = points.map(({ value }) => value);
  return (
    <ChartTexts>
      <MuiLineChart
        aria-label={label}
        height={height}
        hideLegend
        // It would begin again with each look for newer reports.
        skipAnimation
        onAxisClick={onPick && ((_, data) => data && onPick(+(data.axisValue ?? Number.NaN)))}
        margin={{ left: 0, right: PLOT.right, top: PLOT.top, bottom: 0 }}
        grid={{ horizontal: true }}
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
            min,
            max,
            width: PLOT.left,
            tickNumber: 4,
            disableLine: true,
            disableTicks: true,
            // Marks closer than what is read of them would say the same twice.
            tickMinStep: 0.01,
            valueFormatter: (value: number) =>
              value.toLocaleString(locale, { maximumFractionDigits: 2 }),
          },
        ]}
        series={[
          {
            label,
            data: values,
            color: palette.primary.main,
            curve: 'linear',
            showMark: ({ index }) => isIsolatedPoint(values, index),
            valueFormatter: (value) =>
              value === null ? '' : withUnit(value.toLocaleString(locale), unit),
          },
        ]}
      />
    </ChartTexts>
  );
};

/** Whether a value has no neighbour to be joined with by a line, and so needs a mark to be seen. */
export const isIsolatedPoint = (values: readonly (number | null)[], index: number): boolean =>
  values[index] !== null &&
  (values[index - 1] ?? null) === null &&
  (values[index + 1] ?? null) === null;

/** A moment on the axis of a span (ms): the time of day within two days, else the day. */
export const timeTick = (at: number, span: number, locale: Locale): string =>
  new Intl.DateTimeFormat(
    locale,
    span <= 2 * DAY
      ? { hour: '2-digit', minute: '2-digit', hour12: false }
      : { month: 'short', day: 'numeric' },
  ).format(at);
