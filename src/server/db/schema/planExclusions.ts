import { comparedColumns } from '../../../config';
import type { TableShape } from './desiredTables';
import type { Exclusion } from './exclusions';
import { quoteIdentifier } from './identifier';
import type { ActualColumns } from './introspect';
import { type CheckedTable, keyColumn, type RowCheck } from './rowChecks';

/** True if a declared rule compares ranges. */
export const needRanges = (shapes: readonly TableShape[]): boolean =>
  shapes.some(({ exclusions }) => exclusions.some(({ rule }) => 'span' in rule));

/** Describes the extension that is missing for the declared rules. */
export const rangeClashes = (shapes: readonly TableShape[], { ranges }: ActualColumns): string[] =>
  ranges === 'ready' || !needRanges(shapes)
    ? []
    : [
        'rules with apart need the extension btree_gist: let an administrator of the database run "create extension btree_gist", and use PostgreSQL instead of PGlite',
      ];

const missingExclusions = ({ exclusions }: TableShape, { indexes }: ActualColumns): Exclusion[] =>
  exclusions.filter(({ name }) => !indexes.has(name));

const isOurs = (name: string): boolean => /_[0-9a-f]{8}$/.test(name);

const needlessExclusions = ({ name: table, exclusions }: TableShape, actual: ActualColumns) =>
  [...actual.exclusions].filter(
    (name) =>
      actual.indexes.has(name) &&
      actual.indexSources.get(name)?.table === table &&
      isOurs(name) &&
      exclusions.every((declared) => declared.name !== name),
  );

const addSql = ({ name, rule, sql }: Exclusion): string => {
  const { equal, range, where } = sql(quoteIdentifier);
  const elements = [
    ...equal.map((expression) => `(${expression}) with =`),
    ...(range ? [`${range} with &&`] : []),
  ];
  return (
    `add constraint ${quoteIdentifier(name)} exclude using ${'span' in rule ? 'gist' : 'btree'} ` +
    `(${elements.join(', ')})${where.length > 0 ? ` where (${where.join(' and ')})` : ''} ` +
    // Two records may exchange their values in one change.
    'deferrable initially deferred'
  );
};

export const exclusionChanges = (shape: TableShape, actual: ActualColumns): string[] => {
  const alter = `alter table ${quoteIdentifier(shape.name)}`;
  return [
    ...needlessExclusions(shape, actual).map(
      (name) => `${alter} drop constraint ${quoteIdentifier(name)}`,
    ),
    ...missingExclusions(shape, actual).map((exclusion) => `${alter} ${addSql(exclusion)}`),
  ];
};

/** Describes a rule: `unique by office, reference within org_id`. */
const ruleText = ({ rule, columns }: Exclusion): string => {
  const compared = comparedColumns(rule).join(', ');
  const within = columns.length > comparedColumns(rule).length ? ` within ${columns[0]}` : '';
  return 'span' in rule
    ? `${rule.span.join(' to ')} apart by ${compared}${within}`
    : `unique by ${compared}${within}`;
};

/** Describes the changes of an existing table. */
export const exclusionTexts = (shape: TableShape, actual: ActualColumns): string[] => [
  ...needlessExclusions(shape, actual).map((name) => `a rule holds no more (${name})`),
  ...missingExclusions(shape, actual).map(ruleText),
];

/** Returns the refusals if rows break a rule that is to be added. */
export const exclusionChecks = (
  { shape, current, valueSql }: CheckedTable,
  actual: ActualColumns,
): RowCheck[] =>
  missingExclusions(shape, actual).flatMap((exclusion) => {
    const { rule, sql } = exclusion;
    const { equal, range, where } = sql((column) => `(${valueSql(column)})`);
    const key = quoteIdentifier(keyColumn(shape));
    const table = quoteIdentifier(current);
    const filled = [...where, ...equal.map((value) => `${value} is not null`)];
    const check = (text: string, condition: string): RowCheck => ({
      text: `${shape.name} is declared ${ruleText(exclusion)}, while rows ${text}`,
      table: current,
      key: keyColumn(shape),
      where: condition,
    });
    if (!('span' in rule)) {
      const list = equal.join(', ');
      return check(
        'share the values',
        `${key} in (select unnest(array_agg(${key})) from ${table} where ${filled.join(' and ')} group by ${list} having count(*) > 1)`,
      );
    }
    const [from, to] = rule.span.map((column) => `(${valueSql(column)})`);
    const spans = `select ${key} as key, jsonb_build_array(${equal.join(', ')}) as compared, case when ${from} <= ${to} then ${range} end as span from ${table} where ${filled.join(' and ')}`;
    return [
      check('end before they begin', [`${from} > ${to}`, ...where].join(' and ')),
      check(
        'overlap',
        `${key} in (select one.key from (${spans}) as one join (${spans}) as other using (compared) where one.key <> other.key and one.span && other.span)`,
      ),
    ];
  });
