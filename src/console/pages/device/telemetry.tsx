import { Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import { type RaRecord, useDataProvider, useTranslate } from 'react-admin';
import type { Field } from '../../../config';
import { DAY, MINUTE } from '../../../domain/duration';
import { unitText } from '../../../domain/figures';
import { SENSOR_NAMES } from '../../../domain/lock';
import type { Stretch } from '../../../domain/track/stops';
import type { TimedValue } from '../../../domain/track/thin';
import { schemaOf } from '../../../fields';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { useEntityByName } from '../../app';
import { lockFilter } from '../../data';
import { RetryAlert } from '../../look/alerts';
import { ChartSkeleton, TimeLine } from '../../look/charts';

const periods = { day: DAY, week: 7 * DAY, month: 30 * DAY } as const;
type Period = keyof typeof periods;

/** Charts of a lock's measurements over the last day, week or month. */
export const Tab = ({ record }: { readonly record: RaRecord }) => {
  const translate = useTranslate();
  const [period, setPeriod] = useState<Period>('day');
  const { data, error, refetch } = useTelemetry(String(record.sn), periods[period]);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={period}
        aria-label={translate('device.telemetry.period')}
        onChange={(_, next: Period | null) => next && setPeriod(next)}
      >
        {(Object.keys(periods) as Period[]).map((name) => (
          <ToggleButton key={name} value={name}>
            {translate(`device.telemetry.${name}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error && !data && <RetryAlert error={error} onRetry={() => refetch()} />}
      {!data && !error && <ChartSkeleton height={132} />}
      {data?.rows.length === 0 && (
        <Typography color="textSecondary">{translate('device.telemetry.empty')}</Typography>
      )}
      {data && data.rows.length > 0 && <TelemetryLines telemetry={data} />}
    </Box>
  );
};

/** Charted fields, from top to bottom. */
const NAMES = ['electric', ...SENSOR_NAMES, 'speed'];

/** Limit up to which the server counts; one more means "more". */
const MAX_COUNTED = 10_000;

/** Chart per measured value. Memoised, so that a change of the lock's state does not render it. */
const TelemetryLines = memo(({ telemetry }: { readonly telemetry: Telemetry }) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const entity = useEntityByName('deviceLocationRecord');
  const { rows, total, step, from, to } = telemetry;
  const lines = useMemo(() => {
    const gap = maxGap(
      rows.map(({ create_time }) => create_time),
      step,
    );
    return NAMES.map((name) => ({ name, points: timeSeries(rows, name, gap) }));
  }, [rows, step]);
  const args = {
    shown: rows.length.toLocaleString(locale),
    total: Math.min(total, MAX_COUNTED).toLocaleString(locale),
    smart_count: rows.length,
  };
  const note = step === null ? 'reports' : total > MAX_COUNTED ? 'thinnedMany' : 'thinned';
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {translate(`device.telemetry.${note}`, args)}
      </Typography>
      {lines
        .filter(({ points }) => points.length > 0)
        .map(({ name, points }) => {
          const field: Field | undefined = entity?.fields[name];
          const { unit = '', ...range } = (field && schemaOf(field).scale?.(field)) ?? {};
          return (
            <TimeLine
              key={name}
              label={field ? text(field.label) : name}
              unit={unitText(unit, locale)}
              points={points}
              from={from}
              to={to}
              {...range}
            />
          );
        })}
    </>
  );
});

const RECORDS = 'deviceLocationRecord';

/** Refetch interval, ms. */
const REFETCH_INTERVAL = 60_000;

interface Telemetry extends Thinned<Report>, Stretch {}

/** Queries the reports of a lock over the last `length` ms, in order of time. */
const useTelemetry = (sn: string, length: number) => {
  const dataProvider = useDataProvider();
  return useQuery({
    queryKey: [RECORDS, 'telemetry', sn, length],
    refetchInterval: REFETCH_INTERVAL,
    queryFn: async ({ signal }): Promise<Telemetry> => {
      const to = Date.now();
      const span = { from: to - length, to };
      const { rows, ...rest } = await readDownsampled<Report>(async (part, page, perPage) => {
        const { data, total = 0 } = await dataProvider.getList(RECORDS, {
          filter: { ...lockFilter(sn), create_time_from: part.from, create_time_to: part.to },
          pagination: { page, perPage },
          sort: { field: 'create_time', order: 'DESC' },
          signal,
        });
        return { rows: data, total };
      }, span);
      const inOrder = [...rows].sort((a, b) => a.create_time - b.create_time);
      return { ...rest, ...span, rows: inOrder };
    },
  });
};

interface PageOfRows<R> {
  readonly rows: readonly R[];
  /** Number of records in the span, or a lower bound if the server stops counting. */
  readonly total: number;
}

/** Reads a page of the records of a span, both ends included, the newest first. */
export type ReadPage<R> = (span: Stretch, page: number, perPage: number) => Promise<PageOfRows<R>>;

interface Thinned<R> extends PageOfRows<R> {
  /** Distance between the sampled stretches, ms; null if all records were read. */
  readonly step: number | null;
}

/** Maximum number of rows per call. */
const PAGE = 1000;
/** Limit of points: more are closer than pixels. */
export const MAX_POINTS = 2000;
/** Number of stretches to sample from a larger span. */
const STRETCHES = 80;
const AT_ONCE = 4;

const stretchesOf = ({ from, to }: Stretch): Stretch[] => {
  const length = (to - from) / STRETCHES;
  return Array.from({ length: STRETCHES }, (_, i) => ({
    from: Math.round(from + i * length),
    to: Math.round(from + (i + 1) * length) - (i === STRETCHES - 1 ? 0 : 1),
  }));
};

/**
 * Reads the records of a span, or a sample spread over it. Lists cannot return every n-th row, so the newest of each
 * stretch are taken.
 */
export const readDownsampled = async <R,>(
  readPage: ReadPage<R>,
  span: Stretch,
): Promise<Thinned<R>> => {
  const first = await readPage(span, 1, PAGE);
  const { total } = first;
  if (total <= first.rows.length) return { rows: first.rows, total, step: null };
  if (total <= MAX_POINTS) {
    const second = await readPage(span, 2, PAGE);
    return { rows: [...first.rows, ...second.rows], total, step: null };
  }
  const rows: R[] = [];
  const stretches = stretchesOf(span);
  for (let i = 0; i < stretches.length; i += AT_ONCE) {
    const pages = await Promise.all(
      stretches.slice(i, i + AT_ONCE).map((part) => readPage(part, 1, MAX_POINTS / STRETCHES)),
    );
    rows.push(...pages.flatMap((page) => page.rows));
  }
  return { rows, total, step: (span.to - span.from) / STRETCHES };
};

/** Report of a lock; values that it did not measure are null or missing. */
interface Report {
  readonly id: number | string;
  readonly create_time: number;
  readonly [name: string]: unknown;
}

/** Minimum length of a silence, ms: a lock that reports often may miss some reports. */
const MIN_GAP = 15 * MINUTE;
/** Number of reports missed in a row that count as silence. */
const MISSED_REPORTS = 4;

/**
 * Returns the silence from which a line is broken, ms: several times the median interval of reports.
 * @param times sorted, epoch ms
 * @param step distance between sampled stretches, ms, which is no silence
 */
export const maxGap = (times: readonly number[], step: number | null): number => {
  const between = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const usual = between.sort((a, b) => a - b)[Math.floor(between.length / 2)] ?? 0;
  return Math.max(MIN_GAP, usual * MISSED_REPORTS, (step ?? 0) * 1.5);
};

/**
 * Converts one value of the reports to a time series. Reports without the value are skipped; a silence longer than
 * `gap` (ms) adds a null, which breaks the line.
 * @param reports in order of time
 */
export const timeSeries = (reports: readonly Report[], name: string, gap: number): TimedValue[] => {
  const points: TimedValue[] = [];
  for (const report of reports) {
    const value = report[name];
    if (typeof value !== 'number') continue;
    const at = report.create_time;
    const before = points.at(-1);
    if (before && at - before.at > gap) points.push({ at: before.at + 1, value: null });
    points.push({ at, value });
  }
  return points;
};
