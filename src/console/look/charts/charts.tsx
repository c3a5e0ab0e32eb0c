import { Link as TextLink, Typography } from '@mui/material';
import { lazy, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import type { AnyEntity, Field, Row } from '../../../config';
import { localTime } from '../../../domain/figures';
import type { Tone } from '../../../domain/label';
import type { TimedValue } from '../../../domain/track/thin';
import { fieldText } from '../../../fields';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { useIsPhone } from '../useIsPhone';
import { Chart, type ChartSeries, Legend } from './Chart';

const DAYS_HEIGHT = 260;

/** Days between labels, on a phone and elsewhere. */
const NAMED_EVERY = { phone: 7, wide: 3 } as const;

interface Props {
  /** Accessible name. */
  readonly label: string;
  /** Starts of the days, epoch ms, oldest first. */
  readonly days: readonly number[];
  /** Values per day; the series are parts of the day's total. */
  readonly series: readonly ChartSeries[];
  /** URL of the records behind a value, if there is a list. */
  readonly addressOf: (key: string, day: number) => string | undefined;
}

/** Stacked bars per day. A click opens the records behind a bar. */
export const BarsByDay = ({ label, days, series, addressOf }: Props) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const navigate = useNavigate();
  const phone = useIsPhone();
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
    <Chart
      label={label}
      height={DAYS_HEIGHT}
      legend={<Legend series={series} />}
      table={() => ({
        head: [translate('charts.day'), ...series.map((one) => one.label)],
        rows: newestFirst().map(({ day, index }) => ({
          key: day,
          cells: [names[index], ...series.map((one) => cell(one, index))],
        })),
      })}
    >
      <Bars
        label={label}
        names={names}
        series={series}
        stacked
        height={DAYS_HEIGHT}
        namedEvery={phone ? NAMED_EVERY.phone : NAMED_EVERY.wide}
        onPick={open}
      />
    </Chart>
  );
};

const ROWS_HEIGHT = 220;

/** Limit of bar groups; more would be unreadable. */
const MAX_BARS = 50;

/** Number of slanted labels that fit on a phone. Horizontally only two do. */
const MAX_SLANTED = 20;

/** Tones of the fields of a chart, in turn. Every second one is striped as well. */
const TONES: readonly Tone[] = ['info', 'success', 'warning', 'error', 'default'];

interface RowBarsProps {
  /** Visible rows. */
  readonly rows: readonly Row[];
  /** Entity with a declared `chart`. */
  readonly entity: AnyEntity;
  /** Tones of fields whose bars have a meaning. */
  readonly tones?: Readonly<Record<string, Tone | undefined>>;
  /** Width in px, for printing. */
  readonly width?: number;
}

/** Bar chart of the fields in the entity's `chart`, with a group per row that is labelled with its title. */
export const RowBars = ({ rows, entity, tones = {}, width }: RowBarsProps) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const phone = useIsPhone();
  const visibleRows = rows.slice(0, MAX_BARS);
  const fields = (entity.chart ?? []) as readonly string[];
  const title: Field = entity.fields[entity.title];
  const names = visibleRows.map(
    (row) => fieldText(title, entity.title, row, locale) || String(row.id),
  );
  const series = fields.map(
    (name, i): ChartSeries => ({
      key: name,
      label: text((entity.fields[name] as Field).label),
      tone: tones[name] ?? TONES[i % TONES.length] ?? 'default',
      striped: i % 2 === 1,
      values: visibleRows.map((row) =>
        typeof row[name] === 'number' ? (row[name] as number) : null,
      ),
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
  const bars = (
    <Bars
      label={label}
      names={names}
      series={series}
      height={ROWS_HEIGHT}
      width={width}
      aslant={width === undefined && phone && names.length <= MAX_SLANTED}
    />
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
      height={ROWS_HEIGHT}
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

const LINE_HEIGHT = 150;

/** Limit of table rows. The records themselves have all values. */
const MAX_TABLE_ROWS = 200;

interface TimeLineProps {
  readonly label: string;
  /** Unit of the values. */
  readonly unit: string;
  /** In order of time; null interrupts the line, for example during a gap. */
  readonly points: readonly TimedValue[];
  /** Range of the time axis, epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Minimum range of the value axis. */
  readonly min?: number;
  readonly max?: number;
  /** Overlay of the drawing. Its time axis has the margins `PLOT`. */
  readonly over?: ReactNode;
  /** Called when the axis is clicked. @param at epoch ms */
  readonly onPick?: (at: number) => void;
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
      <Line {...axes} label={title} unit={unit} points={points} height={LINE_HEIGHT} />
      {over}
    </Chart>
  );
};

/** Charts are a third of a megabyte of code, so they are loaded on demand. */
const Bars = lazy(() => import('./Bars').then((m) => ({ default: m.Bars })));
const Line = lazy(() => import('./Line').then((m) => ({ default: m.LineChart })));
