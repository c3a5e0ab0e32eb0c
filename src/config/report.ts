import type { Label, Tone } from '../domain/label';
import type { AnyField, Fields } from './field';
import { sourceMark } from './source';

/** A number of a report: how many rows there are, or what a column of them adds up to. */
export interface Measure {
  /** How it is called and shown. */
  readonly field: AnyField;
  /** What its bars mean; otherwise they only differ from those beside them. */
  readonly tone?: Tone;
  /** The column that is summed, or whose largest value it is; without one rows are counted. */
  readonly sum?: string;
  readonly most?: string;
  /** Only rows with one of these values. */
  readonly where?: Readonly<Record<string, readonly (string | number)[]>>;
}

/** What rows can always be put together by, besides a report's own columns. */
const usual = [
  ['day', 'Day', '日期'],
  ['week', 'Week', '周'],
  ['month', 'Month', '月份'],
  ['sn', 'Device', '设备'],
  ['org_id', 'Organisation', '机构'],
] as const;

/** Everything that a report's rows can be put together by, with what it is called. */
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

/** A report: rows of a source in a period, put together by what the reader chooses. */
export interface Report {
  readonly name: string;
  readonly label: Label;
  /** What it tells, in a sentence. */
  readonly about: Label;
  /** Where its rows come from: an entity of records, or what the server makes of one under a name of its own. */
  readonly source: string;
  /** Whoever may list this entity may read it. */
  readonly reads: string;
  /** What is shown of each row; without any, rows are only shown put together. */
  readonly columns: Fields;
  /** Columns, all of them choices, that rows can be put together by besides the usual. */
  readonly groups: readonly string[];
  readonly measures: Readonly<Record<string, Measure>>;
  /** The measures that are drawn. */
  readonly chart: readonly string[];
}

/** Declares a report. */
export const report = (
  name: string,
  label: Label,
  options: Omit<Report, 'name' | 'label' | 'columns' | 'groups'> &
    Partial<Pick<Report, 'columns' | 'groups'>>,
): Report => ({ ...sourceMark(), columns: {}, groups: [], ...options, name, label });
