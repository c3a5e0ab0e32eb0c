import { type Choices, type Label, labelOf, type Tone, textOf } from '../domain/label';
import type { Entity } from './entity';
import { type AnyField, type Field, type Fields, f } from './field';
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
  /** Column with the currency of the summed amounts. Those of different currencies are never added. */
  readonly currencyIn?: string;
  /** Restrict to rows whose columns have one of these values. */
  readonly where?: Readonly<Record<string, readonly (string | number)[]>>;
}

/** Field of a figure as it is shown. The sums of several currencies are one text. */
export const measureField = ({ field, currencyIn }: Measure): AnyField =>
  currencyIn === undefined ? field : f.text(field.label);

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
  records,
}: Pick<Report, 'groups' | 'columns' | 'records'>): readonly (readonly [
  string,
  string,
  string,
])[] => [
  ...usual.filter(([name]) => !records?.without.includes(name)),
  ...groups.map((name) => {
    const [english, chinese] = columns[name]?.label ?? [name, name];
    return [name, english, chinese] as const;
  }),
];

/** Records of any entity as the source of a report, which shows no single ones. */
interface ReportedRecords {
  /** Dates of a record, of which the reader chooses one; the first by default. */
  readonly times: Fields;
  /** Usual groupings that the records do not have. */
  readonly without: readonly string[];
}

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
  /** Only of a report that follows from an entity. */
  readonly records?: ReportedRecords;
}

/** True if a report shows single rows too, and not only groups. */
export const hasRows = ({ columns, records }: Report): boolean =>
  !records && Object.keys(columns).length > 0;

export const report = (
  name: string,
  label: Label,
  options: Omit<Report, 'name' | 'label' | 'columns' | 'groups'> &
    Partial<Pick<Report, 'columns' | 'groups'>>,
): Report => ({ ...sourceMark(), columns: {}, groups: [], ...options, name, label });

/** Named here because the traits of kinds are in `fields`, which this folder must not import. */
const GROUPED = ['choice', 'boolean', 'dict', 'ref', 'refTree'];
const TIMES = ['date', 'datetime'];
const SUMMED = ['number', 'decimal', 'money'];

const sumOf = (name: string, field: AnyField): Measure => {
  const { label, kind } = field;
  const { unit, decimals, integer } = field as Field<'number'>;
  const { scale, currency, currencyIn } = field as Field<'money'>;
  if (currencyIn !== undefined) return { field, sum: name, currencyIn };
  if (kind === 'money') return { field: f.money(label, { currency, scale }), sum: name };
  return kind === 'decimal'
    ? { field: f.decimal(label, { scale, unit }), sum: name }
    : { field: f.number(label, { unit, decimals, integer }), sum: name };
};

/**
 * Makes the report that follows from an entity: the number of its records and the sums of its amounts, by time, by choices
 * and by the records that they refer to. @returns undefined if its records have no date, or no list
 */
const entityReport = ({
  name,
  label,
  fields,
  scope,
  verbs,
  record,
}: Entity): Report | undefined => {
  const shown = Object.entries<AnyField>(fields).filter(
    ([, field]) =>
      field &&
      !field.virtual &&
      (!field.on || field.on.some((use) => use === 'list' || use === 'show')),
  );
  const ofKinds = (kinds: readonly string[]) =>
    shown.filter(([, { kind }]) => kinds.includes(kind));
  const times = ofKinds(TIMES).sort(
    ([one], [other]) => Number(other === record?.time) - Number(one === record?.time),
  );
  if (times.length === 0 || !verbs.includes('list')) return undefined;
  const columns = ofKinds(GROUPED).filter(([column]) => usual.every(([own]) => own !== column));
  const sums = ofKinds(SUMMED).filter(([, field]) => !(field as Field<'number'>).code);
  return {
    ...{ name, label, source: name, reads: name, chart: ['count'] },
    about: [
      `Number and sums of ${label[0]}, by time and by other fields.`,
      `按时间和其他字段统计${label[1]}的数量与合计。`,
    ],
    columns: Object.fromEntries(columns),
    groups: columns.map(([column]) => column),
    measures: {
      count: { field: f.number(['Records', '记录数'], { integer: true }) },
      ...Object.fromEntries(sums.map(([column, field]) => [`sum_${column}`, sumOf(column, field)])),
    },
    records: {
      times: Object.fromEntries(times),
      without: [
        ...(fields.sn && !fields.sn.virtual ? [] : ['sn']),
        ...(scope === 'shared' ? ['org_id'] : []),
      ],
    },
  };
};

/** Adds the reports that follow from entities, unless a declared one has their records or their name. */
export const withEntityReports = (
  declared: readonly Report[],
  entities: readonly Entity[],
): readonly Report[] => [
  ...declared,
  ...entities
    .filter(({ name }) => !declared.some((each) => [each.source, each.name].includes(name)))
    .flatMap((entity) => entityReport(entity) ?? []),
];

/** Joins choices of the same value, which may have several labels. */
const merged = (all: Choices): Choices => {
  const labels = new Map<string | number, Label[]>();
  for (const [value, ...label] of all) labels.set(value, [...(labels.get(value) ?? []), label]);
  return [...labels].map(([value, same]) => [
    value,
    ...labelOf((locale) => [...new Set(same.map((label) => textOf(label, locale)))].join(' / ')),
  ]);
};

/** Choices that the reports of a console add to a field of saved reports. */
export const reportChoices = (reports: readonly Report[]) => ({
  reports: reports.map(({ name, label }) => [name, ...label] as const),
  groups: merged(reports.flatMap(reportGroups)),
  times: merged(
    reports.flatMap(({ records }) =>
      Object.entries(records?.times ?? {}).map(([name, { label }]) => [name, ...label] as const),
    ),
  ),
});
