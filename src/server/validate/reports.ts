import type { AnyEntity, AnyField, Console, Fields, Measure, Report } from '../../config';
import { isComputedSource } from '../reports';
import { conditionProblems } from './fields';
import { nameProblems, type Problems } from './finding';

/** Column by which reports cut their sources into days. */
const RECORD_TIME = 'create_time';

/** Columns by which reports choose locks, and the organisations that their reader sees. */
const SCOPE_COLUMNS = ['sn', 'org_id'];

/** Columns that every source has. */
export const USUAL = [RECORD_TIME, ...SCOPE_COLUMNS];

/** Entity with the rows of a report; undefined if the server computes them, or there is none. */
export const recordsOf = ({ source }: Report, { entities }: Console): AnyEntity | undefined =>
  isComputedSource(source) ? undefined : entities.find(({ name }) => name === source);

/** True if an entity has a column. `org_id` is a hidden one by default. */
const hasColumn = ({ fields, scope }: AnyEntity, column: string): boolean => {
  const field = (fields as Fields)[column];
  return field === undefined ? column === 'org_id' && scope === column : field.virtual !== true;
};

/** Checks a report by its source, which the compiler cannot check. */
export const reportProblems = (report: Report, config: Console): Problems => {
  const { name, source } = report;
  const records = recordsOf(report, config);
  const time = records?.record?.time;
  const missing = SCOPE_COLUMNS.filter((column) => records?.record && !hasColumn(records, column));
  return {
    ...nameProblems(name),
    reportSource: !records && !isComputedSource(source) && [source],
    records: records && !records.record && [source],
    reportTime: time !== undefined && time !== RECORD_TIME && [source, time],
    reportScope: missing.length > 0 && [source, missing.join(' and ')],
  };
};

export const reportColumnProblems = (
  { kind, virtual }: AnyField,
  column: string,
  report: Report,
  config: Console,
): Problems => {
  const records = recordsOf(report, config);
  if (!records || virtual) return {};
  const fields: Fields = records.fields;
  const own =
    Object.hasOwn(fields, column) && !fields[column]?.virtual ? fields[column] : undefined;
  return {
    reportColumn: !own && !USUAL.includes(column) && [report.source],
    reportKind: own && own.kind !== kind && [kind, own.kind],
  };
};

export const measureProblems = ({ where }: Measure, report: Report, config: Console): Problems =>
  conditionProblems('where', { ...recordsOf(report, config)?.fields, ...report.columns }, [where]);
