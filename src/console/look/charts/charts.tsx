import { Link as TextLink, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { type AnyEntity, type Field, isBlank, type Row } from '../../../config';
import { localTime } from '../../../domain/figures';
import { type Locale, type Tone, textOf } from '../../../domain/label';
import { fieldText } from '../../../fields';
import { useDictionary } from '../../../fields/kinds/dict.view';
import { useLocalizedTitle } from '../../../fields/kinds/localizedTitle';
import { loadable } from '../../../fields/views/loadable';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import {
  Chart,
  ChartBody,
  type ChartSeries,
  ChartSkeleton,
  DAYS_HEIGHT,
  Legend,
  levelBarsHeight,
} from './Chart';
import type { LineChartProps } from './Line';

interface Props {
  /** Accessible name. */
  readonly label: string;
  /** Starts of the days, epoch ms, oldest first. */
  readonly days: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly asTable: boolean;
  /** URL of the records behind a value, if there is a list. */
  readonly addressOf: (key: string, day: number) => string | undefined;
}

/** Bars per day, or their table. A click opens the records behind a bar. Legend and toggle are in the card's head. */
export const BarsByDay = ({ label, days, series, asTable, addressOf }: Props) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const navigate = useNavigate();
  const format = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
  const names = days.map((day) => format.format(day));
  const open = (key: string, index: number) => {
    const address = addressOf(key, days[index] ?? 0);
    if (address) navigate(address);
  };
  const cell = ({ key, label: name, values }: ChartSeries, index: number) => {
    const count = values[index] ?? 0;
    const address = count > 0 && addressOf(key, days[index] ?? 0);
    const text = count.toLocaleString(locale);
    if (!address) return text;
    return (
      <TextLink component={Link} to={address} aria-label={`${names[index]}, ${name}: ${text}`}>
        {text}
      </TextLink>
    );
  };
  const newestFirst = () => days.map((day, index) => ({ day, index })).reverse();
  return (
    <ChartBody
      label={label}
      height={DAYS_HEIGHT}
      asTable={asTable}
      table={() => ({
        head: [translate('charts.day'), ...series.map((one) => one.label)],
        rows: newestFirst().map(({ day, index }) => ({
          key: day,
          cells: [names[index], ...series.map((one) => cell(one, index))],
        })),
      })}
    >
      <DayBars
        loading={<ChartSkeleton height={DAYS_HEIGHT} />}
        label={label}
        names={names}
        series={series}
        onPick={open}
      />
    </ChartBody>
  );
};

/** Maximum height of the chart of rows, px; more is scrolled. */
const ROWS_HEIGHT = 260;

/** Limit of bar groups; more would be unreadable. */
const MAX_BARS = 50;

interface RowBarsProps {
  readonly rows: readonly Row[];
  /** Entity with a declared `chart`. */
  readonly entity: AnyEntity;
  /** Tones of fields whose bars count failures. */
  readonly tones?: Readonly<Record<string, Tone | undefined>>;
  /** The rows follow one another in time. */
  readonly overTime?: boolean;
  /** Width in px, for printing. */
  readonly width?: number;
}

/** Returns the title of a row as its list shows it, by the labels of a choice. @param items those of its dictionary */
export const rowName = (
  entity: AnyEntity,
  row: Row,
  locale: Locale,
  items: readonly { readonly value: string; readonly label: string }[] = [],
): string => {
  const title: Field = entity.fields[entity.title];
  const value = row[entity.title];
  if (isBlank(value) && title.unset) return textOf(title.unset, locale);
  const item = items.find((each) => each.value === value);
  return item?.label ?? (fieldText(title, entity.title, row, locale) || String(row.id));
};

/** Bar chart of the fields in the entity's `chart`, with a group per row that is labelled with its title. */
export const RowBars = ({ rows, entity, tones = {}, overTime, width }: RowBarsProps) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const visibleRows = rows.slice(0, MAX_BARS);
  const fields = (entity.chart ?? []) as readonly string[];
  const title: Field = entity.fields[entity.title];
  const localize = useLocalizedTitle(entity.name);
  const items = useDictionary(title.kind === 'dict' ? String(title.of) : undefined);
  const names = visibleRows.map((row) => localize(rowName(entity, row, locale, items)));
  const series = fields.map(
    (name): ChartSeries => ({
      key: name,
      label: text((entity.fields[name] as Field).label),
      tone: tones[name],
      // An exact number is a text.
      values: visibleRows.map((row) => (isBlank(row[name]) ? null : Number(row[name]))),
    }),
  );
  const label = translate('charts.rows', { name: text(entity.label) });
  if (visibleRows.length === 0 || series.length === 0) return null;
  if (!series.some(({ values }) => values.some((value) => value !== null && value !== 0))) {
    return (
      <Typography color="textSecondary" sx={{ px: 1.25, py: 0.5 }}>
        {translate('charts.allZero')}
      </Typography>
    );
  }
  const legend = <Legend series={series} />;
  const props = { label, names, series, width };
  const fullHeight = overTime ? DAYS_HEIGHT : levelBarsHeight(names.length, series.length);
  const height = Math.min(ROWS_HEIGHT, fullHeight);
  const loading = <ChartSkeleton height={height} />;
  const bars = overTime ? (
    <TimeColumns {...props} loading={loading} />
  ) : (
    <LevelBars {...props} loading={loading} />
  );
  if (width !== undefined) {
    return (
      <>
        {legend}
        {bars}
      </>
    );
  }
  return (
    <Chart
      label={label}
      height={height}
      fullHeight={fullHeight}
      legend={legend}
      table={() => ({
        head: [text(title.label), ...series.map((one) => one.label)],
        rows: names.map((name, i) => ({
          key: i,
          cells: [name, ...series.map(({ values }) => values[i]?.toLocaleString(locale) ?? '—')],
        })),
      })}
    >
      {bars}
    </Chart>
  );
};

const LINE_HEIGHT = 132;

/** Limit of table rows. The records themselves have all values. */
const MAX_TABLE_ROWS = 200;

interface TimeLineProps extends Omit<LineChartProps, 'height'> {
  /** Overlay of the drawing. Its time axis has the margins `PLOT`. */
  readonly over?: ReactNode;
}

/** Line chart of one value over time, with a table. */
export const TimeLine = ({ label, unit, points, over, ...axes }: TimeLineProps) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const measuredPoints = points.filter(({ value }) => value !== null);
  const title = unit ? translate('charts.measured', { name: label, unit }) : label;
  return (
    <Chart
      label={label}
      height={LINE_HEIGHT}
      legend={<strong>{title}</strong>}
      table={() => ({
        head: [translate('charts.time'), title],
        rows: measuredPoints
          .slice(-MAX_TABLE_ROWS)
          .reverse()
          .map(({ at, value }, i) => ({
            key: `${at} ${i}`,
            cells: [localTime(at), value?.toLocaleString(locale)],
          })),
      })}
    >
      <Line
        {...axes}
        label={title}
        unit={unit}
        points={points}
        height={LINE_HEIGHT}
        loading={<ChartSkeleton height={LINE_HEIGHT} />}
      />
      {over}
    </Chart>
  );
};

/** Charts are a third of a megabyte of code, so they are loaded on demand. */
const DayBars = loadable(() => import('./Bars'), 'DayBars');
const TimeColumns = loadable(() => import('./Bars'), 'TimeColumns');
const LevelBars = loadable(() => import('./Bars'), 'LevelBars');
const Line = loadable(() => import('./Line'), 'LineChart');
