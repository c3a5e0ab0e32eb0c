import { sql } from 'kysely';
import { type AnyEntity, type Console, type Warning, warnedUntil } from '../../../config';
import { fieldsRead } from '../../../fields/formulas';
import type { Database, Sql } from '../sql/database';
import { clockSql, formulaSql } from '../tables/formula';
import { describeEntity, formulaColumns } from './describe';
import { tablesOf } from './tables';

/** Field whose warning is looked for. */
interface WarnedField {
  readonly entity: AnyEntity;
  readonly name: string;
  readonly config: Console;
}

interface Clock {
  /** Current day, `yyyy-MM-dd`. */
  readonly day: string;
  /** Epoch ms. */
  readonly now: number;
}

/** Record to be warned about, with its organisation; null if all organisations share it. */
interface DueRecord {
  readonly id: number;
  readonly org: number | null;
}

/** Days after a date in which its warning is still told, as after an outage. */
const MAX_LATE_DAYS = 90;

/** Maximum records claimed at a time. */
export const MAX_WARNED = 200;

/**
 * Claims the records of which a date has come within the days of its warning, by storing that they are warned about. Of
 * several warnings that are due only the nearest to the date counts. A parallel server claims others.
 */
export const claimDueDates = async (
  db: Database,
  { entity, name, config }: WarnedField,
  clock: Clock,
): Promise<readonly DueRecord[]> => {
  const table = describeEntity(entity, config);
  const { before, while: meant } = entity.warns[name] as Warning;
  const isDay = table.columns.get(name)?.type === 'date';
  const until = (days: number): Sql => {
    const { day, moment } = warnedUntil(days, clock);
    return isDay ? sql`${day}::date` : sql`${moment}::bigint`;
  };
  const value = sql.ref(`t.${name}`);
  const nearest = [...before]
    .sort((one, other) => one - other)
    .map((days) => sql`when ${value} <= ${until(days)} then ${days}::integer`);
  const columns = formulaColumns(entity, config.entities, 't');
  const condition = meant ? formulaSql(meant, columns, clockSql(clock.day, clock.now)) : 'true';
  const reads = [
    ...['id', name, ...(table.scope === undefined ? [] : [table.scope])],
    ...(meant ? fieldsRead(meant) : []),
  ];
  const org = table.scope === undefined ? sql`null::bigint` : sql.ref(`t.${table.scope}`);
  const warned = db
    .selectFrom('date_warning as warned')
    .select('warned.record')
    .where('warned.entity', '=', entity.name)
    .where('warned.field', '=', name)
    .whereRef('warned.record', '=', sql.ref('near.id'))
    .whereRef('warned.value', '=', sql.ref('near.value'))
    .whereRef('warned.days', '<=', sql.ref('near.days'));
  const { rows } = await sql<DueRecord & { readonly value: string; readonly days: number }>`
    select * from (
      select t.id, ${org} as org, ${value}::text as value, case ${sql.join(nearest, sql` `)} end as days
      from ${tablesOf(table, reads)} as t
      where ${value} <= ${until(Math.max(...before))} and ${value} > ${until(-MAX_LATE_DAYS)}
        and ${sql.raw(condition)}
    ) as near where not exists (${warned}) order by id limit ${MAX_WARNED}`.execute(db);
  if (rows.length === 0) return [];
  const claimed = await db
    .insertInto('date_warning')
    .values(
      rows.map(({ id: record, value, days }) => {
        const warning = { record, value, days, at: clock.now };
        return { entity: String(entity.name), field: name, ...warning };
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('record')
    .execute();
  const ids = new Set(claimed.map(({ record }) => record));
  return rows.filter(({ id }) => ids.has(id));
};

/** Deletes the warnings about records that are gone. */
export const deleteOrphanWarnings = async (
  db: Database,
  { name, table }: Pick<AnyEntity, 'name' | 'table'>,
): Promise<void> => {
  await db
    .deleteFrom('date_warning')
    .where('entity', '=', String(name))
    .where(
      sql<boolean>`not exists (
        select from ${sql.table(table)} as t where t.id = ${sql.ref('date_warning.record')})`,
    )
    .execute();
};
