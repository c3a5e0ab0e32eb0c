import { Box, Skeleton, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import { type RaRecord, useDataProvider, useTranslate } from 'react-admin';
import type { Field } from '../../../config';
import { DAY, MINUTE } from '../../../domain/duration';
import { unitText } from '../../../domain/figures';
import type { TimedValue } from '../../../domain/track/thin';
import { schemaOf } from '../../../fields';
import { useReaderLocale, useText } from '../../../fields/reader';
import { lockFilter } from '../../data';
import { TimeLine } from '../../look/charts';
import { RetryAlert } from '../../look/RetryAlert';
import { useEntityByName } from '../../shell';

const periods = { day: DAY, week: 7 * DAY, month: 30 * DAY } as const;
type Period = keyof typeof periods;

/** What a lock measured over the last day, week or month. */
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
      {!data && !error && <Skeleton variant="rounded" height={360} />}
      {data?.rows.length === 0 && (
        <Typography color="textSecondary">{translate('device.telemetry.empty')}</Typography>
      )}
      {data && data.rows.length > 0 && <TelemetryLines telemetry={data} />}
    </Box>
  );
};

/** What is drawn, from top to bottom. */
const NAMES = ['electric', 'voltage', 'temperature', 'speed'] as const;

/** Up to here the server counts; one more means "more". */
const MAX_COUNTED = 10_000;

/** The measured values of a lock, one line each; not drawn again when only the lock's state changed. */
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

/** ms between two looks for newer reports. */
const REFETCH_INTERVAL = 60_000;

interface Telemetry extends Thinned<Report>, Span {}

/** The reports of a lock over the last so many ms, in the order of time. */
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

/** Both ends inclusive, ms since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface PageOfRows<R> {
  readonly rows: readonly R[];
  /** How many there are in the span, or a lower bound where the server stops counting. */
  readonly total: number;
}

/** Reads a page of the records of a span, the newest first. */
export type ReadPage<R> = (span: Span, page: number, perPage: number) => Promise<PageOfRows<R>>;

interface Thinned<R> extends PageOfRows<R> {
  /** ms between two places where it was looked; null when everything was read. */
  readonly step: number | null;
}

/** Rows of one call at the most. */
const PAGE = 1000;
/** More points than that are closer than pixels. */
export const MAX_POINTS = 2000;
/** Where there are more, so many stretches of the span are looked into. */
const STRETCHES = 80;
const AT_ONCE = 4;

const stretchesOf = ({ from, to }: Span): Span[] => {
  const length = (to - from) / STRETCHES;
  return Array.from({ length: STRETCHES }, (_, i) => ({
    from: Math.round(from + i * length),
    to: Math.round(from + (i + 1) * length) - (i === STRETCHES - 1 ? 0 : 1),
  }));
};

/**
 * The records of a span, or a part of them that is spread over all of it: lists have no way to take every n-th row, so
 * that of each stretch the newest are taken.
 */
export const readDownsampled = async <R,>(
  readPage: ReadPage<R>,
  span: Span,
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

/** A report of a lock; what it did not measure is null or missing. */
interface Report {
  readonly id: number | string;
  readonly create_time: number;
  readonly [name: string]: unknown;
}

/** A lock that reports often may miss some reports without being called silent, ms. */
const MIN_GAP = 15 * MINUTE;
/** Reports missed in a row before a lock was silent. */
const MISSED_REPORTS = 4;

/**
 * The silence, ms, from which on a line is broken: several times what usually is between two reports.
 * @param times in order, ms since 1970
 * @param step ms between two places where records were looked for; between them is no silence
 */
export const maxGap = (times: readonly number[], step: number | null): number => {
  const between = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const usual = between.sort((a, b) => a - b)[Math.floor(between.length / 2)] ?? 0;
  return Math.max(MIN_GAP, usual * MISSED_REPORTS, (step ?? 0) * 1.5);
};

/**
 * One value of reports over time. A report without the value is no point; where the lock was silent for longer than
 * `gap` (ms) a null breaks the line.
 * @param reports in the order of time
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
