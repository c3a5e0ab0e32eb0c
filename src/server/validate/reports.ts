import type { AnyEntity, AnyField, Console, Fields, Measure, Report } from '../../config';
import { isComputedSource } from '../reports';
import { neverFaults } from './fields';
import { type Finding, findingsIf, findTwice, identifierFaults, perField } from './finding';

/** Column by which reports cut their sources into days. */
const RECORD_TIME = 'create_time';

/** Columns by which reports choose locks, and the organisations that their reader sees. */
const SCOPE_COLUMNS = ['sn', 'org_id'];

/** Columns that every source has. */
export const USUAL = [RECORD_TIME, ...SCOPE_COLUMNS];

const recordsOf = ({ source }: Report, entities: readonly AnyEntity[]): AnyEntity | undefined =>
  isComputedSource(source) ? undefined : entities.find(({ name }) => name === source);

/** Fields of a report's source; undefined if the server computes it, or there is none. */
export const sourceFields = (report: Report, entities: readonly AnyEntity[]): Fields | undefined =>
  recordsOf(report, entities)?.fields;

/** True if an entity has a column. `org_id` is a hidden one by default. */
const hasColumn = ({ fields, scope }: AnyEntity, column: string): boolean => {
  const field = (fields as Fields)[column];
  return field === undefined ? column === 'org_id' && scope === column : field.virtual !== true;
};

/** Checks reports by their sources, which the compiler cannot check. */
export const checkReportDeclarations = ({ reports, entities }: Console): Finding[] => [
  ...findTwice(
    'report ',
    reports.map(({ name }) => name),
    'two reports have this name',
  ),
  ...reports.flatMap((report) => checkReport(report, entities)),
];

const checkReport = (report: Report, entities: readonly AnyEntity[]): Finding[] => {
  const { name, source, columns, measures } = report;
  const place = `report ${name}`;
  const records = recordsOf(report, entities);
  const fields: Fields = records?.fields ?? columns;
  const time = records?.record?.time;
  const fieldOf = (column: string): AnyField | undefined => columns[column] ?? fields[column];
  return [
    ...findingsIf(place, {
      ...identifierFaults(name),
      [`its source ${source} is neither an entity nor made by the server`]:
        !records && !isComputedSource(source),
      [`its source ${source} has no records by time`]: records && !records.record,
      [`its source ${source} has records by ${time}: a report needs ${RECORD_TIME}`]:
        time && time !== RECORD_TIME,
      ...Object.fromEntries(
        SCOPE_COLUMNS.map((column) => [
          `its source ${source} has no column ${column}: a report needs it`,
          records?.record && !hasColumn(records, column),
        ]),
      ),
    }),
    ...perField(place, columns, ({ kind, virtual }, column) => {
      const own = Object.hasOwn(fields, column) ? fields[column] : undefined;
      const isAbsent = records && !USUAL.includes(column) && (!own || own.virtual);
      return {
        [`is no column of ${source}`]: isAbsent && !virtual,
        [`is a ${kind}, but in its source a ${own?.kind}`]:
          own && !own.virtual && !virtual && own.kind !== kind,
      };
    }),
    ...Object.entries<Measure>(measures).flatMap(([code, { where = {} }]) => {
      const faults = Object.entries<readonly unknown[]>(where).flatMap(([column, values]) => {
        const field = fieldOf(column);
        return field ? neverFaults('where', column, field, values) : [];
      });
      return findingsIf(`${place}.${code}`, Object.fromEntries(faults));
    }),
  ];
};
