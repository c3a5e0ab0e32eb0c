import type { AnyEntity } from '../../../config';
import { schemaOf } from '../../../fields';
import { partitionColumn, scopeColumn, storedFields } from './columns';
import { identifierName, quoteIdentifier } from './identifier';

/**
 * The different values of a text among records, in a table of their own: a part of an SN is looked for among a hundred
 * thousand SNs instead of ten million records. An index on parts of the text (trigrams) in the records themselves took
 * up to 5 s, because all SNs share most of their parts.
 */
export interface DistinctValues {
  /** The table of them: `org`, which is 0 where tenants share, and `value`. */
  readonly name: string;
  readonly column: string;
  readonly scope?: string;
}

/** Indexed fields that are searched by a part, of records that do not change. */
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
 * The table, kept up by the statement that adds records, and filled with what is there. Values are added in order, so
 * that two servers that learn of the same ones never wait for each other.
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

/** What keeps the table up. */
export const maintainDistinctValues = (table: string, values: DistinctValues) => {
  const { name, column, scope } = values;
  const [records, valuesTable, value] = [
    quoteIdentifier(table),
    quoteIdentifier(name),
    quoteIdentifier(column),
  ];
  const note = quoteIdentifier(identifierName(table, column, 'note'));
  const org = scope === undefined ? '0' : quoteIdentifier(scope);
  return [
    `create function ${note}() returns trigger language plpgsql as $$
      begin
        insert into ${valuesTable} (org, value)
        ${valuesIn('added', values)} and not exists (
          select from ${valuesTable} as known where known.org = ${org} and known.value = ${value}
        )
        order by 1, 2 on conflict do nothing;
        return null;
      end
    $$`,
    `create trigger ${note} after insert on ${records} referencing new table as added
      for each statement execute function ${note}()`,
  ];
};
