import type { Label, Tone } from '../domain/label';
import type { AnyField, Fields } from './field';
import { sourceMark } from './source';

/** Figure of a report: a row count, or the sum or maximum of a column. */
export interface Measure {
  /** Label and format. */
  readonly field: AnyField;
  /** Colour of its bars by meaning; by default only distinct from the neighbouring bars. */
  readonly tone?: Tone;
  /** Column to sum, or to take the maximum of. Without either, rows are counted. */
  readonly sum?: string;
  readonly most?: string;
  /** Restrict to rows whose columns have one of these values. */
  readonly where?: Readonly<Record<string, readonly (string | number)[]>>;
}

/** Groupings that every report offers, besides its own columns: name, English and Chinese label. */
const usual = [
  ['day', 'Day', '日期'],
  ['week', 'Week', '周'],
  ['month', 'Month', '月份'],
  ['sn', 'Device', '设备'],
  ['org_id', 'Organisation', '机构'],
] as const;

/** True if a grouping has a group per part of the period, in order of time. */
export const isTimeGroup = (group: string | undefined): boolean =>
  group === 'day' || group === 'week' || group === 'month';

/** Returns all groupings of a report: name, English and Chinese label. */
export const reportGroups = ({
  groups,
  columns,
}: Pick<Report, 'groups' | 'columns'>): readonly (readonly [string, string, string])[] => [
  ...usual,
  ...groups.map((name) => {
    const [english, chinese] = columns[name]?.label ?? [name, name];
    return [name, english, chinese] as const;
  }),
];

/** Report on the rows of a source in a period, grouped as the reader chooses. */
export interface Report {
  readonly name: string;
  readonly label: Label;
  /** One-sentence description. */
  readonly about: Label;
  /** An entity of records, or a source that the server derives from one and names itself. */
  readonly source: string;
  /** Entity whose list permission grants access to the report. */
  readonly reads: string;
  /** Columns shown of each row. Without any, only grouped figures are shown. */
  readonly columns: Fields;
  /** Choice columns that can be grouped by, besides the usual groupings. */
  readonly groups: readonly string[];
  readonly measures: Readonly<Record<string, Measure>>;
  /** Measures drawn as bars. */
  readonly chart: readonly string[];
}

export const report = (
  name: string,
  label: Label,
  options: Omit<Report, 'name' | 'label' | 'columns' | 'groups'> &
    Partial<Pick<Report, 'columns' | 'groups'>>,
): Report => ({ ...sourceMark(), columns: {}, groups: [], ...options, name, label });
