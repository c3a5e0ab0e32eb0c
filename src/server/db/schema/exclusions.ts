import {
  type AnyEntity,
  type ApartRule,
  type ConstraintRule,
  comparedColumns,
  constraintRules,
  type Field,
} from '../../../config';
import { columnType, ownColumns, scopeColumn } from '../tables/columns';
import { formulaSql } from '../tables/formula';
import { hashedName, quoteIdentifier } from './identifier';

type ColumnSql = (column: string) => string;

/** Constraint on several rows, which a rule of an entity declares. */
export interface Exclusion {
  /** Ends in a hash of the definition, so that a changed rule has another name. */
  readonly name: string;
  readonly rule: ConstraintRule;
  /** Columns with equal values, in which the rule holds. */
  readonly columns: readonly string[];
  readonly sql: (column: ColumnSql) => ExclusionSql;
}

interface ExclusionSql {
  /** Expressions to be equal. */
  readonly equal: readonly string[];
  /** Range not to overlap. PostgreSQL refuses one that ends before it begins. */
  readonly range?: string;
  /** Conditions. Any row is meant if there are none. */
  readonly where: readonly string[];
}

const RANGES: Readonly<Record<string, string>> = { date: 'daterange', bigint: 'int8range' };

const typeOf = ({ fields }: AnyEntity, column: string): string => columnType(fields[column]);

/** Returns the range of a span. A day and a number include the end; one time ends where the next begins. */
const rangeSql = (entity: AnyEntity, [from, to]: ApartRule['span'], column: ColumnSql): string => {
  const range = RANGES[typeOf(entity, from)];
  const cast = range ? '' : '::numeric';
  const bounds = entity.fields[from]?.kind === 'datetime' ? '[)' : '[]';
  return `${range ?? 'numrange'}((${column(from)})${cast}, (${column(to)})${cast}, '${bounds}')`;
};

const equalSql = (
  entity: AnyEntity,
  rule: ConstraintRule,
  name: string,
  column: ColumnSql,
): string => {
  const field: Partial<Field<'text'>> | undefined = entity.fields[name];
  if (field?.caseless) return `lower(${column(name)})`;
  // PostgreSQL 14 has no GiST operators for booleans.
  const isBoolean = field && 'span' in rule && typeOf(entity, name) === 'boolean';
  return isBoolean ? `(${column(name)})::int` : column(name);
};

const exclusionOf = (entity: AnyEntity, rule: ConstraintRule): Exclusion => {
  const scope = rule.anywhere ? undefined : scopeColumn(entity);
  const columns = [...(scope && scope !== 'id' ? [scope] : []), ...comparedColumns(rule)];
  const sql = (column: ColumnSql): ExclusionSql => ({
    equal: columns.map((name) => equalSql(entity, rule, name, column)),
    ...('span' in rule && { range: rangeSql(entity, rule.span, column) }),
    where: [
      // A range without an end would overlap all later ones.
      ...('span' in rule ? rule.span.map((name) => `(${column(name)}) is not null`) : []),
      ...(rule.while ? [formulaSql(rule.while, ownColumns(entity, column))] : []),
    ],
  });
  const kind = 'span' in rule ? 'apart' : 'once';
  const name = [entity.table, ...columns, kind].join('_');
  return { name: hashedName(name, JSON.stringify(sql(quoteIdentifier))), rule, columns, sql };
};

export const exclusionsOf = (entity: AnyEntity): Exclusion[] =>
  constraintRules(entity.rules).map((rule) => exclusionOf(entity, rule));
