import type { AnyEntity } from '../../../config';
import { schemaOf } from '../../../fields';
import { partitionColumn, scopeColumn, storedFields } from '../tables/columns';
import { identifierName, quoteIdentifier } from './identifier';

/**
 * Distinct values of a text column of records, in a table of their own. A part of a serial number is searched among a
 * hundred thousand serial numbers instead of ten million records. A trigram index on the records themselves took up
 * to 5 s, because all serial numbers share most of their parts.
 */
export interface DistinctValues {
  /** Table with the columns `org`, 0 if tenants share the records, and `value`. */
  readonly name: string;
  readonly column: string;
  readonly scope?: string;
}

/** Returns the indexed fields of partitioned records that are searched by a part. */
export const distinctValueColumns = (entity: AnyEntity): DistinctValues[] => {
  if (partitionColumn(entity) === undefined) return [];
  return storedFields(entity)
    .filter(([, field]) => field.indexed && schemaOf(field).filter === 'contains')
    .map(([column]) => ({
      name: identifierName(entity.table, column, 'known'),
      column,
      scope: scopeColumn(entity),
    }));
};

/**
 * Creates the table, fills it, and maintains it by an insert trigger. Values are inserted in order, so that two
 * servers adding the same ones cannot deadlock.
 */
export const createDistinctValues = (table: string, values: DistinctValues) => [
  `create table ${quoteIdentifier(values.name)} (org bigint not null, value text not null, primary key (org, value))`,
  ...maintainDistinctValues(table, values),
  `insert into ${quoteIdentifier(values.name)} (org, value) ${valuesIn(quoteIdentifier(table), values)}`,
];

const valuesIn = (rows: string, { column, scope }: DistinctValues): string => {
  const [org, value] = [
    scope === undefined ? '0' : quoteIdentifier(scope),
    quoteIdentifier(column),
  ];
  return `select distinct ${org}::bigint, ${value} from ${rows}
      where ${org} is not null and ${value} is not null`;
};

/**
 * Returns the statements that give the table a new name and drop the trigger that maintained it, because the records'
 * table or column was renamed.
 * @param table name of the records' table now
 */
export const renameDistinctValues = (
  table: string,
  from: { readonly table: string; readonly column: string },
  name: string,
): string[] => {
  const note = quoteIdentifier(identifierName(from.table, from.column, 'note'));
  const before = identifierName(from.table, from.column, 'known');
  return [
    `drop trigger ${note} on ${quoteIdentifier(table)}`,
    `drop function ${note}()`,
    `alter table ${quoteIdentifier(before)} rename to ${quoteIdentifier(name)}`,
  ];
};

/**
 * Returns the statements for the trigger that maintains the table. Values that the table has are found by its key. A join
 * would keep the plan that was made while the table was empty, and read all of it for each of the values.
 */
export const maintainDistinctValues = (table: string, values: DistinctValues) => {
  const { name, column } = values;
  const [records, valuesTable] = [quoteIdentifier(table), quoteIdentifier(name)];
  const note = quoteIdentifier(identifierName(table, column, 'note'));
  return [
    `create function ${note}() returns trigger language plpgsql as $$
      begin
        insert into ${valuesTable} (org, value)
        ${valuesIn('added', values)}
        order by 1, 2 on conflict do nothing;
        return null;
      end
    $$`,
    `create trigger ${note} after insert on ${records} referencing new table as added
      for each statement execute function ${note}()`,
  ];
};
