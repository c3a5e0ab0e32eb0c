import { sql } from 'kysely';
import type { Row } from '../../../config';
import {
  type AlarmKind,
  type AlarmSeverity,
  CRITICAL,
  defaultSeverity,
  WITHDRAWN,
} from '../../../domain/alarm';
import { DAY } from '../../../domain/duration';
import { always, as, type Database, listAs, query, table } from '../../db';
import type { DeviceState } from '../state';
import type { AlarmClearance, AlarmRef } from './raiseAlarms';

interface AlarmPolicy {
  readonly severity: AlarmSeverity;
  /** True if an alarm that cleared by itself counts as processed. */
  readonly closes: boolean;
  /** True if its processing takes a note. */
  readonly note_required: boolean;
}

/** Policies of organisations: their own, or that of the nearest ancestor with one. */
export type SeverityTable = (org: number, kind: AlarmKind) => AlarmPolicy;

export type ReadSeverities = (db: Database, orgs: readonly number[]) => Promise<SeverityTable>;

/** Default policies, for a configuration in which organisations cannot set their own. */
export const defaultSeverities: ReadSeverities = async () => (_, kind) => ({
  severity: defaultSeverity[kind],
  closes: false,
  note_required: defaultSeverity[kind] === CRITICAL,
});

const policy = table('alarmSeverity', 'policy');

export const readSeverities: ReadSeverities = async (db, orgs) => {
  const defaults = await defaultSeverities(db, orgs);
  if (orgs.length === 0) return defaults;
  const { rows } = await query`
    select distinct on (org, ${policy.police_type}) ${as<number>()(sql`org`, 'org')},
      ${policy.$pick('police_type', 'severity')}, ${always(policy.$pick('closes'))},
      ${as<boolean>()(
        sql`coalesce(${policy.note_required}, ${policy.severity} = ${CRITICAL})`,
        'note_required',
      )}
    from unnest(${[...new Set(orgs)]}::bigint[]) as org
    cross join lateral org_line(org) as line
    join ${policy.$from} on ${policy.org_id} = line.id
    order by org, ${policy.police_type}, line.depth`.execute(db);
  const policies = new Map(rows.map((row) => [`${row.org} ${row.police_type}`, row]));
  return (org, kind) => policies.get(`${org} ${kind}`) ?? defaults(org, kind);
};

/** `handler_id` of an alarm that is not taken; lists filter by it. */
const NO_HANDLER = 0;

/** Returns the rows of new alarms. @param now server clock, epoch ms; undefined for seeded history */
export const withSeverities = (
  alarms: readonly Row[],
  policies: SeverityTable,
  now: number | undefined,
): Row[] =>
  alarms.map((row) => {
    const policy = policies(Number(row.org_id), row.police_type as AlarmKind);
    return {
      ...row,
      severity: policy.severity,
      note_required: policy.note_required,
      muted: row.muted ?? false,
      raise_time: now ?? row.create_time,
      last_time: row.create_time,
      times: 1,
      handler_id: NO_HANDLER,
    };
  });

/** Matches the record `alarm` of a `candidate`. */
const isSameAlarm = sql`
  alarm.sn = candidate.sn and alarm.create_time = candidate.raised
  and alarm.police_type = candidate.police_type
  and alarm.fence_id is not distinct from candidate.fence_id`;

export const countRepeatedAlarms = async (
  db: Database,
  repeats: readonly AlarmRef[],
): Promise<void> => {
  if (repeats.length === 0) return;
  const repeatedList = listAs(
    'repeated',
    { sn: 'varchar', police_type: 'integer', fence_id: 'bigint', raised: 'bigint', at: 'bigint' },
    repeats,
  );
  await sql`
    update "alertRecord" as alarm
    set times = coalesce(alarm.times, 1) + candidate.more,
      last_time = greatest(alarm.last_time, candidate.at)
    from (
      select sn, police_type, fence_id, raised, count(*)::integer as more, max(at) as at
      from ${repeatedList}
      group by sn, police_type, fence_id, raised
    ) as candidate
    join device_state as lock on lock.sn = candidate.sn
    where ${isSameAlarm} and alarm.org_id = lock.org_id`.execute(db);
};

/** Time before a cleared alarm within which earlier ones of its kind are cleared too, ms. */
const CLEARING_WINDOW = 30 * DAY;

const sinceOf = (
  clearedUntil: Map<string, number>,
  { sn, police_type, fence_id, raised }: AlarmClearance,
) => {
  const key = `${sn} ${police_type} ${fence_id}`;
  const last = clearedUntil.get(key) ?? raised - CLEARING_WINDOW;
  clearedUntil.set(key, Math.max(last, raised));
  return Math.min(raised, last + 1);
};

/**
 * Marks alarms as cleared and closes those that their organisation's policy closes.
 * @returns the states of the locks, with their counts of open alarms updated
 */
export const clearAlarms = async (
  db: Database,
  cleared: readonly AlarmClearance[],
  states: readonly DeviceState[],
  policies: SeverityTable,
  now: number | undefined,
): Promise<readonly DeviceState[]> => {
  if (cleared.length === 0) return states;
  const orgs = new Map(states.map(({ sn, org_id }) => [sn, org_id]));
  /** Latest cleared alarm by lock, kind and fence, so that each alarm is cleared once. */
  const clearedUntil = new Map<string, number>();
  const clearances = cleared.map((each) => ({
    ...each,
    since: sinceOf(clearedUntil, each),
    org_id: orgs.get(each.sn),
    closes: policies(orgs.get(each.sn) ?? 0, each.police_type).closes,
  }));
  const candidateList = listAs(
    'candidate',
    {
      sn: 'varchar',
      org_id: 'bigint',
      police_type: 'integer',
      fence_id: 'bigint',
      raised: 'bigint',
      since: 'bigint',
      at: 'bigint',
      how: 'integer',
      closes: 'boolean',
    },
    clearances,
  );
  const { rows } = await sql<{ sn: string; closed: boolean }>`
    with ended as (
      select alarm.id, alarm.create_time, alarm.sn, alarm.org_id, candidate.at, candidate.how,
        candidate.closes and alarm.state = 0 as closed
      from ${candidateList}
      join "alertRecord" as alarm on alarm.sn = candidate.sn
        and alarm.org_id = candidate.org_id and alarm.police_type = candidate.police_type
        and alarm.fence_id is not distinct from candidate.fence_id
        and alarm.create_time between candidate.since and candidate.raised
      where alarm.cleared_time is null and alarm.state <> ${WITHDRAWN}
    ), changed as (
      update "alertRecord" as alarm
      set cleared_time = ended.at, cleared_how = ended.how,
        state = case when ended.closed then 1 else alarm.state end,
        process_time = case when ended.closed then coalesce(${now ?? null}::bigint, ended.at) else alarm.process_time end
      from ended where alarm.id = ended.id and alarm.create_time = ended.create_time
    ), noted as (
      insert into alarm_history (create_time, alarm_id, sn, org_id, event, how)
      select coalesce(${now ?? null}::bigint, at), id, sn, org_id, 'cleared', how from ended
    )
    select sn, closed from ended`.execute(db);
  const closed = new Map<string, number>();
  for (const row of rows) if (row.closed) closed.set(row.sn, (closed.get(row.sn) ?? 0) + 1);
  return states.map((state) => ({
    ...state,
    alarms: Math.max(0, state.alarms - (closed.get(state.sn) ?? 0)),
  }));
};
