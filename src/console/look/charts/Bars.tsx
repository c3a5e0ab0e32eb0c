import { useMediaQuery, useTheme } from '@mui/material';
import { BarChart, type BarChartProps } from '@mui/x-charts/BarChart';
import { shortNumber } from '../../../domain/figures';
import { useReaderLocale } from '../../../fields/views/reader';
import { useIsPhone } from '../useIsPhone';
import {
  axisLook,
  type ChartSeries,
  DAYS_HEIGHT,
  levelBarsHeight,
  PLOT,
  seriesColor,
} from './Chart';
import { ChartTexts } from './ChartTexts';

interface Props {
  /** Accessible name. */
  readonly label: string;
  /** Labels of the groups of bars, in order. They may repeat. */
  readonly names: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Width in px for printing, where it cannot be measured. Also disables the animation. */
  readonly width?: number | undefined;
}

/** Space between the groups of bars, and between the bars of a group, as a part of their width. */
const GAPS = { categoryGapRatio: 0.28, barGapRatio: 0.12 } as const;

/** Returns what charts of days and of rows have in common. */
const useBars = ({ label, series, width }: Props, height: number) => {
  const theme = useTheme();
  const locale = useReaderLocale();
  const still = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true });
  // An axis from 0 to 0 would show its only label in the middle.
  const empty = series.every(({ values }) => values.every((value) => !value));
  return {
    chart: {
      'aria-label': label,
      height,
      width,
      hideLegend: true,
      skipAnimation: still || width !== undefined,
      borderRadius: 2,
      sx: axisLook(theme),
      series: series.map((one, place) => ({
        id: one.key,
        label: one.label,
        data: one.values,
        color: seriesColor(theme, one, place),
        valueFormatter: (value: number | null) => value?.toLocaleString(locale) ?? '',
      })),
    } satisfies BarChartProps,
    valueAxis: {
      min: 0,
      max: empty ? 1 : undefined,
      tickMinStep: 1,
      tickNumber: 4,
      valueFormatter: (value: number) => shortNumber(value),
      disableLine: true,
      disableTicks: true,
    },
  };
};

interface ColumnsProps extends Props, Pick<BarChartProps, 'onItemClick'> {
  /** Show every n-th label, counted from the last. */
  readonly namedEvery: number;
  /** The last group goes on, so that it is pale. */
  readonly isLastOpen?: boolean;
}

/** Columns over time, side by side, because two counts have no sum. Arrow keys move between columns. */
const Columns = ({ namedEvery, isLastOpen, onItemClick, ...props }: ColumnsProps) => {
  const { chart, valueAxis } = useBars(props, DAYS_HEIGHT);
  const { names } = props;
  const last = names.length - 1;
  const isNamed = (day: number) => (last - day) % namedEvery === 0;
  return (
    <ChartTexts>
      <BarChart
        {...chart}
        // The last label needs room on its right.
        margin={{ left: 0, right: 22, top: PLOT.top, bottom: 0 }}
        grid={{ horizontal: true }}
        axisHighlight={{ x: 'band' }}
        xAxis={[
          {
            scaleType: 'band',
            data: names.map((_, day) => day),
            valueFormatter: (day: number) => names[day] ?? '',
            tickLabelInterval: isNamed,
            tickInterval: isNamed,
            height: PLOT.bottom,
            tickSize: 4,
            ...GAPS,
          },
        ]}
        yAxis={[{ ...valueAxis, width: PLOT.left }]}
        series={chart.series.map((one) => ({
          ...one,
          colorGetter: ({ dataIndex }: { dataIndex: number }) =>
            isLastOpen && dataIndex === last
              ? `color-mix(in srgb, ${one.color} 40%, transparent)`
              : one.color,
        }))}
        onItemClick={onItemClick}
      />
    </ChartTexts>
  );
};

/** Days between labels. */
const NAMED_EVERY = 7;

interface DayBarsProps extends Props {
  readonly onPick: (key: string, index: number) => void;
}

export const DayBars = ({ onPick, ...props }: DayBarsProps) => (
  <Columns
    {...props}
    namedEvery={NAMED_EVERY}
    isLastOpen
    onItemClick={(_, { seriesId, dataIndex }) => onPick(String(seriesId), dataIndex)}
  />
);

/** Limit of labels that fit side by side. */
const MAX_LABELS = { phone: 3, wide: 10 } as const;

export const TimeColumns = (props: Props) => {
  const phone = useIsPhone();
  const limit = props.width === undefined && phone ? MAX_LABELS.phone : MAX_LABELS.wide;
  return <Columns {...props} namedEvery={Math.ceil(props.names.length / limit)} />;
};

/** Width of the labels, px; longer ones end in an ellipsis. */
const NAMES = { phone: 110, wide: 150 } as const;

/** Level bars in groups, with their labels at the left. Arrow keys move between bars. */
export const LevelBars = (props: Props) => {
  const { names, series } = props;
  const phone = useIsPhone();
  const { chart, valueAxis } = useBars(props, levelBarsHeight(names.length, series.length));
  return (
    <ChartTexts>
      <BarChart
        {...chart}
        layout="horizontal"
        margin={{ left: 0, right: 22, top: PLOT.top, bottom: 0 }}
        grid={{ vertical: true }}
        axisHighlight={{ y: 'band' }}
        yAxis={[
          {
            scaleType: 'band',
            data: names.map((_, i) => i),
            valueFormatter: (i: number) => names[i] ?? '',
            tickLabelInterval: () => true,
            width: phone ? NAMES.phone : NAMES.wide,
            disableTicks: true,
            ...GAPS,
          },
        ]}
        xAxis={[{ ...valueAxis, height: PLOT.bottom }]}
      />
    </ChartTexts>
  );
};
