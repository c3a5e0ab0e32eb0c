import type { AnyEntity } from '../../../config';
import { schemaOf } from '../../../fields';
import { partitionColumn, scopeColumn, storedFields } from './columns';
import { nameOf, quoted } from './identifier';

/**
 * The different values of a text among records, in a table of their own: a part of an SN is looked for among a hundred
 * thousand SNs instead of ten million records. An index on parts of the text (trigrams) in the records themselves took
 * up to 5 s, because all SNs share most of their parts.
 */
export interface KnownValues {
  /** The table of them: `org`, which is 0 where tenants share, and `value`. */
  readonly name: string;
  readonly column: string;
  readonly scope?: string;
}

/** Indexed fields that are searched by a part, of records that do not change. */
export const knownValues = (entity: AnyEntity): KnownValues[] => {
  if (partitionColumn(entity) === undefined) return [];
  return storedFields(entity)
    .filter(([, field]) => field.indexed && schemaOf(field).filter === 'contains')
    .map(([column]) => ({
      name: nameOf(entity.table, column, 'known'),
      column,
      scope: scopeColumn(entity),
    }));
};

/**
 * The table, kept up by the statement that adds records, and filled with what is there. Values are added in order, so
 * that two servers that learn of the same ones never wait for each other.
 */
export const createKnownValues = (table: string, values: KnownValues) => [
  `create table ${quoted(values.name)} (org bigint not null, value text not null, primary key (org, value))`,
  ...keepKnownValues(table, values),
  `insert into ${quoted(values.name)} (org, value) ${valuesIn(quoted(table), values)}`,
];

const valuesIn = (rows: string, { column, scope }: KnownValues): string => {
  const [org, value] = [scope === undefined ? '0' : quoted(scope), quoted(column)];
  return `select distinct ${org}::bigint, ${value} from ${rows}
      where ${org} is not null and ${value} is not null`;
};

/** What keeps the table up. */
export const keepKnownValues = (table: string, values: KnownValues) => {
  const { name, column, scope } = values;
  const [records, known, value] = [quoted(table), quoted(name), quoted(column)];
  const note = quoted(nameOf(table, column, 'note'));
  const org = scope === undefined ? '0' : quoted(scope);
  return [
    `create function ${note}() returns trigger language plpgsql as $$
      begin
        insert into ${known} (org, value)
        ${valuesIn('added', values)} and not exists (
          select from ${known} as known where known.org = ${org} and known.value = ${value}
        )
        order by 1, 2 on conflict do nothing;
        return null;
      end
    $$`,
    `create trigger ${note} after insert on ${records} referencing new table as added
      for each statement execute function ${note}()`,
  ];
};
