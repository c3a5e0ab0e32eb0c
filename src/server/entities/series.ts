import { sql } from 'kysely';
import { type AnyEntity, type Field, type Fields, isBlank } from '../../config';
import { localTime } from '../../domain/figures';
import type { CallValues } from '../calls/endpoint';
import { anyOf, anyTable, type Database, scopeColumn } from '../db';
import { serverZone } from '../db/parameters';
import type { RuleContext } from './EntityRules';

type Series = Field<'series'>;

/** Parts of a day, `yyyy-MM-dd`, by the placeholders of a form. */
const DAY_PARTS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  yyyy: [0, 4],
  yy: [2, 4],
  MM: [5, 7],
  dd: [8, 10],
};

/** Length of the part of a day that names a period, with the placeholders of which a form needs one of each list. */
export const PERIODS = {
  year: { length: 4, needs: [['yyyy', 'yy']] },
  month: { length: 7, needs: [['yyyy', 'yy'], ['MM']] },
  day: { length: 10, needs: [['yyyy', 'yy'], ['MM'], ['dd']] },
} as const;

const ZEROS = /^0+$/;

/** Splits a form into its placeholders, those that do not exist, and the number of places for the number. */
export const readForm = (form: string) => {
  const parts = form.split(/\{([^{}]*)\}/);
  const placeholders = parts.filter((_, i) => i % 2 === 1);
  const isKnown = (part: string) => ZEROS.test(part) || Object.hasOwn(DAY_PARTS, part);
  return {
    placeholders,
    unknown: [
      ...placeholders.filter((part) => !isKnown(part)).map((part) => `{${part}}`),
      ...parts.filter((part) => /[{}]/.test(part)),
    ],
    places: placeholders.filter((part) => ZEROS.test(part)).length,
  };
};

/** Returns the fields with numbers that an action gives; without one, those that new records have. */
export const seriesOf = ({ fields }: AnyEntity, action?: string): [string, Series][] =>
  Object.entries(fields as Fields).filter(
    ([, field]) => field.kind === 'series' && (field as Series).at === action,
  ) as [string, Series][];

/**
 * Returns the next numbers of the series for each record that lacks them, by field. Calls that take numbers of one
 * counter wait for each other until their transactions end, so that a rollback leaves no gap. Call it before
 * `lockComparedValues`: an action that takes a second number could otherwise wait for a call that waits for it.
 * @param action that gives the numbers; undefined for new records
 */
export const nextNumbers = async (
  context: Pick<RuleContext, 'db' | 'scope' | 'now'>,
  entity: AnyEntity,
  records: readonly CallValues[],
  action?: string,
): Promise<CallValues[]> => {
  const numbers = records.map((): Record<string, string> => ({}));
  const series = seriesOf(entity, action);
  if (series.length === 0) return numbers;
  const { db, now } = context;
  const day = localTime(now, await serverZone(db)).slice(0, 10);
  const owners = await ownersOf(context, entity, records);
  // All calls lock the counters in one order.
  const orgs = [...new Set(owners)].sort((one, other) => one - other);
  for (const [name, field] of series) {
    for (const org of orgs) {
      const lacking = numbers.filter(
        (_, i) => owners[i] === org && isBlank(records[i]?.[name] ?? null),
      );
      const texts = await take(db, { entity, name, field, org, day }, lacking.length);
      for (const [i, values] of lacking.entries()) values[name] = String(texts[i]);
    }
  }
  return numbers;
};

/** Returns the organisation of each record; 0 if organisations share them. */
const ownersOf = async (
  { db, scope }: Pick<RuleContext, 'db' | 'scope'>,
  entity: AnyEntity,
  records: readonly CallValues[],
): Promise<number[]> => {
  const column = scopeColumn(entity);
  if (column === undefined || column === 'id') return records.map(() => 0);
  // No field may have the column.
  const ids = records.flatMap(({ id }) => (isBlank(id) ? [] : [Number(id)]));
  const stored = await anyTable(db)
    .selectFrom(entity.table)
    .select(['id', column])
    .where('id', '=', anyOf(ids))
    .execute();
  const orgs = new Map(stored.map((row) => [row.id, row[column]]));
  return records.map(({ id, [column]: org }) => Number(org ?? orgs.get(id) ?? scope.orgId));
};

interface Counter {
  readonly entity: AnyEntity;
  readonly name: string;
  readonly field: Series;
  readonly org: number;
  /** `yyyy-MM-dd` */
  readonly day: string;
}

/** Last number that a search for free ones reaches. */
const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/** Takes numbers from a counter, which stays locked until the transaction ends. Skips those that records have already. */
const take = async (
  db: Database,
  { entity, name, field, org, day }: Counter,
  count: number,
): Promise<string[]> => {
  if (count === 0) return [];
  const period = field.restart ? day.slice(0, PERIODS[field.restart].length) : '';
  const key = { entity: String(entity.name), field: name, org_id: org, period };
  const { last } = await db
    .insertInto('series_counter')
    .values({ ...key, last: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['entity', 'field', 'org_id', 'period'])
        .doUpdateSet((row) => ({ last: row.ref('series_counter.last') })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  const { before, zeros, after } = fillDay(field.form, day);
  const digits = sql`candidate.number::text`;
  const text = sql<string>`${before}::text || lpad(${digits}, greatest(${zeros}::integer, length(${digits})), '0') || ${after}::text`;
  const scope = scopeColumn(entity);
  const isOwn = org === 0 ? sql`true` : sql`${sql.ref(`t.${scope}`)} = ${org}`;
  // Counting keeps this an index scan for each candidate; the database would join an "exists" and read the table.
  const { rows } = await sql<{ number: number; text: string }>`
    select candidate.number, ${text} as text
    from (select generate_series(${last}::bigint + 1, ${MAX_NUMBER}::bigint) as number) as candidate
    where (
      select count(*) from ${sql.table(entity.table)} as t
      where ${isOwn} and ${sql.ref(`t.${name}`)} = ${text}
    ) = 0
    limit ${count}`.execute(db);
  await db
    .updateTable('series_counter')
    .set({ last: Number(rows.at(-1)?.number) })
    .where((row) => row.and(key))
    .execute();
  return rows.map((row) => row.text);
};

/** Fills the day into a form. */
const fillDay = (form: string, day: string) => {
  const [before = '', zeros = '', after = ''] = form
    .replace(/\{([a-z]+)\}/gi, (_, part: string) => day.slice(...(DAY_PARTS[part] ?? [])))
    .split(/\{(0+)\}/);
  return { before, zeros: zeros.length, after };
};
