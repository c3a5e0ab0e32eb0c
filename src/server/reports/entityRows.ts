import { sql } from 'kysely';
import type { AnyEntity, Console, Report } from '../../config';
import { localTime } from '../../domain/figures';
import type { Scope, Sql } from '../db';
import { isSeen, type Sight, seenAs } from '../db/queries/conditions';
import { describeEntity } from '../db/queries/describe';
import { tablesOf } from '../db/queries/tables';
import { type SourceContext, startOfDaySql } from './sources';

interface Source extends Pick<Scope, 'within'> {
  readonly entity: AnyEntity;
  readonly config: Console;
  readonly report: Report;
}

interface Context extends SourceContext {
  readonly time?: string;
  readonly zone: string;
}

/** Selects the records of an entity that a reader sees, with their time, their organisation and the columns of the report. */
export const entityRows = ({ entity, config, report, within }: Source, context: Context): Sql => {
  const { orgs, sns, from, to, cuts, zone, time = '' } = context;
  const table = describeEntity(entity, config);
  const sums = Object.values(report.measures).flatMap(({ sum, currencyIn }) =>
    [sum, currencyIn].flatMap((name) => name ?? []),
  );
  const hasSn = !report.records?.without.includes('sn');
  const names = [...new Set([...report.groups, ...sums, ...(hasSn ? ['sn'] : [])])];
  const at = sql.ref(`t.${time}`);
  const isDay = table.columns.get(time)?.type === 'date';
  const dayIn = (ms: number) => localTime(ms, zone).slice(0, 10);
  const columns = [
    sql`${isDay ? startOfDaySql(cuts, cuts.map(dayIn), at) : at} as create_time`,
    ...(table.scope === undefined ? [] : [sql`${sql.ref(`t.${table.scope}`)} as org_id`]),
    ...names.map((name) => sql.ref(`t.${name}`)),
  ];
  const [first, last] = isDay
    ? [sql`${dayIn(from)}::date`, sql`${dayIn(to)}::date`]
    : [sql`${from}::bigint`, sql`${to}::bigint`];
  const read = [...names, time, ...(table.scope === undefined ? [] : [table.scope])];
  return sql`
    select ${sql.join(columns)} from ${tablesOf(table, read)} as t
    where ${isSeen(table, { orgs, within })} and ${at} >= ${first} and ${at} <= ${last}
      and ${sns ? sql`t.sn = any(${sns}::text[])` : sql`true`}`;
};

/** Selects the title of the record that a group stands for, if the reader sees it; undefined for other groups. */
export const titleOf = ({
  entity,
  config,
  group,
  sight,
}: Pick<Source, 'entity' | 'config'> & {
  readonly group: string | undefined;
  readonly sight: Sight;
}): Sql | undefined => {
  const ref = describeEntity(entity, config).refs.find(({ field }) => field === group);
  if (!ref) return undefined;
  const { rows, where } = seenAs('target', ref.target, sight);
  return sql`(select ${sql.ref(`target.${ref.title}`)}::text from ${rows}
    where target.id = g.key and ${where ?? sql`true`})`;
};
