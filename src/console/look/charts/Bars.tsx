import { useMediaQuery, useTheme } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';
import { useId } from 'react';
import { shortNumber } from '../../../domain/figures';
import { useReaderLocale } from '../../../fields/views/reader';
import { type ChartSeries, StripedFill, seriesColor } from './Chart';
import { ChartTexts } from './ChartTexts';

interface BarsProps {
  /** Accessible name. */
  readonly label: string;
  /** Labels of the axis, in order. They may repeat. */
  readonly names: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Stack the bars, which are then parts of a whole. */
  readonly stacked?: boolean;
  readonly height: number;
  /** Width in px for printing, where it cannot be measured. Also disables the animation. */
  readonly width?: number;
  /** Show every n-th label, counted from the last; by default as many as fit. */
  readonly namedEvery?: number;
  /** Show all labels, slanted. */
  readonly aslant?: boolean;
  /** Called when a bar is clicked. */
  readonly onPick?: (key: string, index: number) => void;
}

/** Vertical bar chart; arrow keys move between bars. */
export const Bars = (props: BarsProps) => {
  const { label, names, series, stacked = false, height, width, onPick } = props;
  const { namedEvery = props.aslant ? 1 : undefined } = props;
  const theme = useTheme();
  const locale = useReaderLocale();
  const id = useId();
  const still = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true });
  const fillOf = ({ key, tone, striped }: ChartSeries) =>
    striped ? `url(#${id}${key})` : seriesColor(theme, tone);
  // An axis from 0 to 0 would show its only label in the middle.
  const empty = series.every(({ values }) => values.every((value) => !value));
  return (
    <ChartTexts>
      <BarChart
        aria-label={label}
        height={height}
        width={width}
        hideLegend
        skipAnimation={still || width !== undefined}
        borderRadius={3}
        margin={{ left: 0, right: 24, top: 8, bottom: 0 }}
        grid={{ horizontal: true }}
        xAxis={[
          {
            data: names.map((_, i) => i),
            valueFormatter: (i: number) => names[i] ?? '',
            tickLabelInterval: namedEvery
              ? (_: number, i: number) => (names.length - 1 - i) % namedEvery === 0
              : 'auto',
            categoryGapRatio: 0.3,
            barGapRatio: 0.1,
            height: props.aslant ? 76 : 26,
            tickLabelStyle: props.aslant ? { angle: -35, textAnchor: 'end' } : undefined,
            tickSize: 4,
          },
        ]}
        yAxis={[
          {
            min: 0,
            max: empty ? 1 : undefined,
            tickMinStep: 1,
            width: 42,
            valueFormatter: (value: number) => shortNumber(value),
            disableLine: true,
            disableTicks: true,
          },
        ]}
        series={series.map((one) => ({
          id: one.key,
          label: one.label,
          data: one.values,
          color: fillOf(one),
          stack: stacked ? 'all' : undefined,
          valueFormatter: (value) => (value === null ? '' : value.toLocaleString(locale)),
        }))}
        onItemClick={
          onPick && ((_, { seriesId, dataIndex }) => onPick(String(seriesId), dataIndex))
        }
      >
        <defs>
          {series
            .filter(({ striped }) => striped)
            .map(({ key, tone }) => (
              <StripedFill key={key} id={id + key} color={seriesColor(theme, tone)} />
            ))}
        </defs>
      </BarChart>
    </ChartTexts>
  );
};
