import { Link as TextLink, Typography } from '@mui/material';
import { lazy, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import type { AnyEntity, Field, Row } from '../../../config';
import { localTime } from '../../../domain/figures';
import type { Tone } from '../../../domain/label';
import type { TimedValue } from '../../../domain/track/thin';
import { fieldText } from '../../../fields';
import { useReaderLocale, useText } from '../../../fields/reader';
import { useIsPhone } from '../useIsPhone';
import { Chart, type ChartSeries, Legend } from './Chart';

const DAYS_HEIGHT = 260;

/** Days from one name to the next, on a phone and elsewhere. */
const NAMED_EVERY = { phone: 7, wide: 3 } as const;

interface Props {
  /** What it shows; its accessible name. */
  readonly label: string;
  /** ms since 1970 at which each day begins, oldest first. */
  readonly days: readonly number[];
  /** Values in the order of the days; together they are a day's whole. */
  readonly series: readonly ChartSeries[];
  /** The list behind one number, where there is one. */
  readonly addressOf: (key: string, day: number) => string | undefined;
}

/** Numbers of days as bars on top of each other; each opens the list behind it. */
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

/** More bars than that are a wall. */
const MAX_BARS = 50;

/** As many names as a phone has room for beside each other, aslant: upright, it has room for two. */
const MAX_SLANTED = 20;

/** From one field of a chart to the next; every other one is striped as well. */
const TONES: readonly Tone[] = ['info', 'success', 'warning', 'error', 'default'];

interface RowBarsProps {
  /** The rows in view. */
  readonly rows: readonly Row[];
  /** An entity whose declaration has a `chart`. */
  readonly entity: AnyEntity;
  /** What the bars of a field mean, where they mean something. */
  readonly tones?: Readonly<Record<string, Tone | undefined>>;
  /** px: it is drawn on paper. */
  readonly width?: number;
}

/** The numbers that an entity's `chart` names as bars, a group per row named by its title. */
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

/** Rows of the table at most: whoever needs more opens the records. */
const MAX_TABLE_ROWS = 200;

interface TimeLineProps {
  /** What it shows. */
  readonly label: string;
  /** Behind each value. */
  readonly unit: string;
  /** In the order of time; a null breaks the line, as where a lock was silent. */
  readonly points: readonly TimedValue[];
  /** What the axis spans, ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** Ends of the value axis that hold whatever the values are. */
  readonly min?: number;
  readonly max?: number;
  /** Over the drawing, whose axis of time lies within `PLOT`. */
  readonly over?: ReactNode;
  /** A moment of the axis was clicked. */
  readonly onPick?: (at: number) => void;
}

/** One value over time. */
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

/** Charts are a third of a megabyte of code: pages without one never load it. */
const Bars = lazy(() => import('./Bars').then((m) => ({ default: m.Bars })));
const Line = lazy(() => import('./Line').then((m) => ({ default: m.LineChart })));
