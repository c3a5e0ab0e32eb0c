import { hasRows, type Report, reportGroups } from '../../../config';
import { isPeriod, type Period, periodSpan } from '../../../domain/period';
import { ownZone } from '../../../domain/zone';
import type { Values } from '../../../fields/views/form';
import type { ReportQuestion } from '../../../protocol';

const parseIds = (value: unknown): number[] | undefined =>
  Array.isArray(value) && value.length > 0 ? value.map(Number) : undefined;

/** Period with chosen dates. */
export const CUSTOM_PERIOD = 'custom';

/** Replaces an unknown group: by none if the report can list rows, else by day. */
const groupOf = (report: Report, group: unknown): string | undefined => {
  const entry = reportGroups(report).find(([name]) => name === group);
  if (entry) return entry[0];
  return hasRows(report) ? undefined : 'day';
};

/** Replaces an unknown date by the usual one of the report; undefined if it offers none. */
const timeOf = ({ records }: Report, time: unknown): string | undefined => {
  const names = Object.keys(records?.times ?? {});
  return names.find((name) => name === time) ?? names[0];
};

/**
 * Converts the inputs to a query, with days in the reader's time zone.
 * @returns undefined while the input is incomplete
 */
export const questionFromUrl = (
  report: Report,
  { period, from, to, group, time, orgs, devices }: Values,
  { now, shifts }: { readonly now: number; readonly shifts: readonly number[] },
): (ReportQuestion & { readonly zone: string }) | undefined => {
  const zone = ownZone();
  const span = isPeriod(period) ? periodSpan(period, now, { zone, shifts }) : { from, to };
  const [first, last] = [span.from, span.to];
  const { without = [] } = report.records ?? {};
  if (typeof first !== 'number' || typeof last !== 'number' || !(last > first)) return undefined;
  return {
    report: report.name,
    from: first,
    to: last,
    zone,
    group: groupOf(report, group),
    time: timeOf(report, time),
    orgs: without.includes('org_id') ? undefined : parseIds(orgs),
    devices: without.includes('sn') ? undefined : parseIds(devices),
  };
};

/** Periods under their former names, for old URLs. */
const FORMER_PERIODS: ReadonlyMap<string, Period> = new Map([
  ['week', '7d'],
  ['month', '30d'],
]);

const parsePeriod = (params: URLSearchParams): string => {
  const period = params.get('period') ?? '';
  if (isPeriod(period) || period === CUSTOM_PERIOD) return period;
  return FORMER_PERIODS.get(period) ?? (params.has('from') ? CUSTOM_PERIOD : '7d');
};

/** Reads the inputs from the URL; the first report by default. */
export const formValues = (
  params: URLSearchParams,
  reports: readonly [Report, ...Report[]],
): Values => {
  const report = reports.find(({ name }) => name === params.get('report')) ?? reports[0];
  const number = (name: string) => {
    const value = Number(params.get(name) || Number.NaN);
    return Number.isFinite(value) ? value : null;
  };
  const list = (name: string) => params.getAll(name).map(Number);
  const [from, to] = [number('from'), number('to')];
  return {
    report: report.name,
    period: parsePeriod(params),
    from,
    to,
    group: groupOf(report, params.get('group') ?? (params.has('report') ? null : 'day')) ?? null,
    time: timeOf(report, params.get('time')) ?? null,
    orgs: list('orgs'),
    devices: list('devices'),
  };
};

export const serializeQuestion = (values: Values): URLSearchParams => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value].flat()) {
      if (one !== null && one !== undefined && one !== '') params.append(name, String(one));
    }
  }
  return params;
};
