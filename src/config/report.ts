import { type Choices, type ChoiceTable, choices, type Label, type Tone } from '../domain/label';
import type { Entity } from './entity';
import { type AnyField, type Field, type Fields, f, type Row } from './field';
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

/** Field that shows a figure. The sums of several currencies are one text. */
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
  const visibleFields = Object.entries<AnyField>(fields).filter(
    ([, field]) =>
      field &&
      !field.virtual &&
      (!field.on || field.on.some((use) => use === 'list' || use === 'show')),
  );
  const ofKinds = (kinds: readonly string[]) =>
    visibleFields.filter(([, { kind }]) => kinds.includes(kind));
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
  reports: readonly Report[],
  entities: readonly Entity[],
): readonly Report[] => {
  // Those of another console may be out of date.
  const declared = reports.filter(({ records }) => !records);
  const isFree = ({ name }: Entity) =>
    !declared.some((each) => each.source === name || each.name === name);
  return [...declared, ...entities.filter(isFree).flatMap((each) => entityReport(each) ?? [])];
};

/** Key under which a choice holds its table for each report. Object spread copies it. */
const TABLES = Symbol('tables');

type Tables = ReadonlyMap<string, ChoiceTable>;

/** Returns the table of a choice for the report that a record names; undefined if it is the same for all. */
export const choicesInReport = (field: object, record: Row | undefined): ChoiceTable | undefined =>
  (field as { readonly [TABLES]?: Tables })[TABLES]?.get(String(record?.report));

/** Adds the names of all reports to a choice, or those of their groups or dates. */
export const withReportChoices = <F extends AnyField>(
  field: F,
  adds: 'reports' | 'groups' | 'times',
  reports: readonly Report[],
): F => {
  const names = reports.map(({ name, label }) => [name, ...label] as const);
  const timesOf = ({ records }: Report): Choices =>
    Object.entries(records?.times ?? {}).map(([name, { label }]) => [name, ...label] as const);
  const tables: Tables = new Map(
    reports.map((each) => [
      each.name,
      choices(adds === 'groups' ? reportGroups(each) : timesOf(each)),
    ]),
  );
  const added = adds === 'reports' ? names : [...tables.values()].flat();
  const all = [...added, ...([field.of].flat() as unknown as Choices)];
  const byValue = new Map<unknown, Choices[number]>();
  for (const each of all) if (!byValue.has(each[0])) byValue.set(each[0], each);
  return {
    ...field,
    of: choices([...byValue.values()]),
    ...(adds !== 'reports' && { [TABLES]: tables }),
  };
};
