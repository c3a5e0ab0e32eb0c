import type { AnyEntity, AnyField, Console, Fields, Measure, Report } from '../../config';
import { schemaOf } from '../../fields';
import { isComputedSource } from '../reports';
import { columnType, NUMBER } from './columns';
import { refuses } from './fields';
import { checkIdentifier, duplicates, type Finding, findingIf, findingsIf } from './finding';

/** Column by which reports cut their sources into days. */
const RECORD_TIME = 'create_time';

/** Columns by which reports choose locks, and the organisations that their reader sees. */
const SCOPE_COLUMNS = ['sn', 'org_id'];

const USUAL = [RECORD_TIME, ...SCOPE_COLUMNS];

/** True if an entity has a column. `org_id` is a hidden one by default. */
const hasColumn = ({ fields, scope }: AnyEntity, column: string): boolean => {
  const field = (fields as Fields)[column];
  return field === undefined ? column === 'org_id' && scope === column : field.virtual !== true;
};

/** Checks the columns that reports name in their sources, which the compiler cannot check. */
export const checkReportDeclarations = ({ reports, entities }: Console): Finding[] => [
  ...duplicates(reports.map(({ name }) => name)).map((name) => ({
    place: `report ${name}`,
    text: 'two reports have this name',
  })),
  ...reports.flatMap((report) => checkReport(report, entities)),
];

/** Checks that a source has records by time, with the columns that every report needs. */
const checkSource = (place: string, source: string, records: AnyEntity | undefined): Finding[] => [
  ...findingsIf(place, {
    [`its source ${source} is neither an entity nor made by the server`]:
      !records && !isComputedSource(source),
    [`its source ${source} has no records by time`]: records !== undefined && !records.record,
    [`its source ${source} has records by ${records?.record?.time}: a report needs ${RECORD_TIME}`]:
      records?.record !== undefined && records.record.time !== RECORD_TIME,
  }),
  ...SCOPE_COLUMNS.flatMap((column) =>
    findingIf(
      records?.record !== undefined && !hasColumn(records, column),
      place,
      `its source ${source} has no column ${column}: a report needs it`,
    ),
  ),
];

/** Checks that a column shows the values of its source as what they are. */
const checkKind = (place: string, { kind }: AnyField, source: AnyField | undefined): Finding[] =>
  findingIf(
    source !== undefined && source.virtual !== true && source.kind !== kind,
    place,
    `is a ${kind}, but in its source a ${source?.kind}`,
  );

const checkReport = (report: Report, entities: readonly AnyEntity[]): Finding[] => {
  const { name, source, columns, groups, measures } = report;
  const place = `report ${name}`;
  const entityNamed = (entity: string) => entities.find((each) => each.name === entity);
  const records = isComputedSource(source) ? undefined : entityNamed(source);
  const isThere = (column: string): boolean => {
    if (!records || USUAL.includes(column)) return true;
    const field = (records.fields as Fields)[column];
    return field !== undefined && field.virtual !== true;
  };
  // What the server computes itself is known by the columns shown of it.
  const fieldOf = (column: string): AnyField | undefined =>
    (records ? (records.fields as Fields) : columns)[column];
  const isNumber = (column: string): boolean => {
    if (column === 'sn') return false;
    const field = fieldOf(column);
    return field === undefined || columnType(field) === NUMBER;
  };
  const sourceField = (column: string): AnyField | undefined =>
    records && Object.hasOwn(records.fields, column)
      ? (records.fields as Fields)[column]
      : undefined;
  const absent = (option: string, column: string): Finding[] =>
    findingIf(
      !isThere(column),
      place,
      `${option} names ${column}, which is no column of ${source}`,
    );
  return [
    ...checkIdentifier(place, name),
    ...checkSource(place, source, records),
    ...Object.entries(columns).flatMap(([column, field]) =>
      field.virtual === true
        ? []
        : [
            ...absent('columns', column),
            ...checkKind(`${place}.${column}`, field, sourceField(column)),
          ],
    ),
    ...groups.flatMap((group) => {
      const field = columns[group];
      return findingIf(
        field !== undefined && schemaOf(field).choices === undefined,
        `${place}.${group}`,
        'cannot be a group: it is no choice',
      );
    }),
    ...Object.entries<Measure>(measures).flatMap(([code, { sum, most, where }]) => [
      ...[sum, most, ...Object.keys(where ?? {})].flatMap((column) =>
        column === undefined ? [] : absent(code, column),
      ),
      ...findingIf(
        sum !== undefined && most !== undefined,
        `${place}.${code}`,
        'is either a sum or a maximum, not both',
      ),
      ...Object.entries<readonly unknown[]>(where ?? {}).flatMap(([column, values]) => {
        const field = columns[column] ?? fieldOf(column);
        return values
          .filter((value) => field !== undefined && refuses(field, value))
          .map((value) => ({
            place: `${place}.${code}`,
            text: `where: ${column} is never ${JSON.stringify(value)}`,
          }));
      }),
      ...[sum, most].flatMap((column) =>
        column === undefined
          ? []
          : findingIf(
              isThere(column) && !isNumber(column),
              `${place}.${code}`,
              `cannot be the ${sum === column ? 'sum' : 'maximum'} of ${column}: it is no number`,
            ),
      ),
    ]),
  ];
};
