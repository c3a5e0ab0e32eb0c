import { type Kysely, sql } from 'kysely';
import { type AnyEntity, type Command, type Fields, unmet } from '../../config';
import { filledText, type Label, type Locale, textOf } from '../../domain/label';
import { SOURCE, type TicketSource, type TicketState } from '../../domain/ticket';
import { type Database, inTransaction, type Tables } from '../db';
import { readParameters } from '../parameters';
import type { Calling, CommandCall, Refusal } from './fleet';

const HOUR = 3_600_000;

/**
 * Writes a waiting ticket for every lock that the sender sees and that every declaration of the command allows. The
 * locks are held while that is decided, so that two senders cannot both find a condition met by a state that one of them
 * changes.
 */
export const createTickets = (
  db: Database,
  entities: readonly AnyEntity[],
  call: CommandCall,
): Promise<{ tickets: TicketRow[]; refused: Refusal[] }> =>
  inTransaction(db, async (trx) => {
    const sns = [...new Set(call.sns)];
    const { rows: targets } = await sql<Target>`
      select * from device
      where sn = any(${sns}) and org_id in (select org_subtree(${call.oper.org_id}))
      order by sn for share`.execute(trx);
    const found = new Map(targets.map((target) => [target.sn, target]));
    const plan = await planOf(trx, call);
    const against = await conditionsAgainst(trx, entities, call, targets);
    const refused = sns.flatMap((sn) => {
      const target = found.get(sn);
      if (!target) return notFound(sn, call.locale);
      const unmetBy = against.get(sn);
      return unmetBy ? notNow(unmetBy, sn, call.locale) : plan.refuse(target);
    });
    const barred = new Set(refused.map(({ sn }) => sn));
    const allowed = targets.filter(({ sn }) => !barred.has(sn));
    if (allowed.length === 0) return { tickets: [], refused };
    const { command_wait_hours: waitHours } = await readParameters(trx);
    const deadline = Date.now() + waitHours * HOUR;
    const tickets = await addTickets(
      trx,
      allowed.map(({ sn, org_id }) => ({
        sn,
        org_id,
        cmd: call.code,
        args: plan.args,
        deadline,
        oper_id: call.oper.id,
        operate_source: SOURCE.operator,
        operate_name: call.oper.operName,
      })),
    );
    return { tickets, refused };
  });

/** The field of an entity's record that keeps a command from its lock. */
interface Against {
  readonly entity: AnyEntity;
  readonly field: string;
  /** What is said then, where the declaration says it. */
  readonly because: Label | undefined;
}

/** The table of the locks themselves: its rows are held already. */
const LOCKS = 'device';

/**
 * By serial number, what keeps locks from a command: the first condition of a declaring entity that none of the lock's
 * records in that entity meets. One that has no record of a lock says nothing about it.
 */
const conditionsAgainst = async (
  trx: Database,
  entities: readonly AnyEntity[],
  { code, oper }: CommandCall,
  targets: readonly Target[],
): Promise<Map<string, Against>> => {
  const against = new Map<string, Against>();
  for (const entity of entities) {
    const { when, because } = (entity.commands as Readonly<Record<string, Command>>)[code] ?? {};
    if (!when) continue;
    const rows =
      entity.table === LOCKS ? targets : await recordsOf(trx, entity, targets, oper.org_id);
    const able = new Set(rows.filter((row) => unmet(when, row).length === 0).map(({ sn }) => sn));
    for (const row of rows) {
      const [field] = able.has(row.sn) || against.has(row.sn) ? [] : unmet(when, row);
      if (field !== undefined) against.set(row.sn, { entity, field, because: because?.[field] });
    }
  }
  return against;
};

/** What an entity says of some locks, as far as the sender sees it; held where it is no view. */
const recordsOf = async (
  trx: Database,
  entity: AnyEntity,
  targets: readonly Target[],
  orgId: number,
): Promise<readonly Target[]> => {
  const scope = entity.scope === 'shared' ? undefined : sql.ref(String(entity.scope));
  const { rows } = await sql<Target>`
    select * from ${sql.table(entity.table)}
    where sn = any(${targets.map(({ sn }) => sn)}::text[])
      and ${scope ? sql`${scope} in (select org_subtree(${orgId}))` : sql`true`}
    order by id ${entity.derived ? sql`` : sql`for share`}`.execute(trx);
  return rows;
};

const notFound = (sn: string, locale: Locale): Refusal[] => [
  { sn, code: 'notFound', desc: textOf([`There is no device ${sn}`, `没有设备 ${sn}`], locale) },
];

const notNow = ({ entity, field, because }: Against, sn: string, locale: Locale): Refusal[] => [
  {
    sn,
    code: 'conflict',
    desc: because ? textOf(because, locale) : unmetText(entity, sn, field, locale),
  },
];

const notPossible: Label = [
  '%{sn}: not possible in its present state (%{field})',
  '%{sn}：当前状态不允许此操作（%{field}）',
];

const unmetText = (entity: AnyEntity, sn: string, field: string, locale: Locale) => {
  const label = (entity.fields as Fields)[field]?.label ?? [field, field];
  const args = { sn, field: textOf(label, locale) };
  return filledText(textOf(notPossible, locale), args);
};

interface NewTicket {
  readonly sn: string;
  /** The organisation that has the lock. */
  readonly org_id: number;
  readonly cmd: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Until when it waits for its lock, ms since 1970. */
  readonly deadline: number;
  /** The operator who sends it; null where a rule does. */
  readonly oper_id: number | null;
  readonly operate_source: TicketSource;
  /** The operator's name, or the rule's. */
  readonly operate_name: string;
}

/** Writes tickets that wait to be delivered. */
export const addTickets = async (
  db: Database,
  tickets: readonly NewTicket[],
): Promise<TicketRow[]> => {
  if (tickets.length === 0) return [];
  const create_time = Date.now();
  const rows = await db
    .insertInto('appointmentCommandRecord')
    .values(
      tickets.map(({ args, ...ticket }) => ({
        ...ticket,
        args: JSON.stringify(args),
        create_time,
        state: 'waiting',
      })),
    )
    .returning(['id', 'sn', 'cmd', 'args', 'state', 'deadline'])
    .execute();
  return rows as unknown as TicketRow[];
};

interface Version {
  readonly firmware_version: string;
  readonly firmware_path: string;
  readonly device_type_id: number | null;
  readonly sha256: string | null;
  readonly size: number | null;
}

const missing: Label = ['There is no such firmware version', '固件版本不存在'];

const otherType = (sn: string, version: string): Label => [
  `${sn}: version ${version} is for locks of another type`,
  `${sn}：版本 ${version} 不适用于该设备类型`,
];

/**
 * An upgrade names a version by its id; the lock gets what it needs to fetch the file and to check that it is the
 * right one. A version made for one type is never sent to another: the lock would not start again.
 */
const upgradePlan = async (
  db: Database,
  { args: { firmware }, filesUrl, locale }: CommandCall,
): Promise<Plan> => {
  const { rows } = await sql<Version>`
    select firmware_version, firmware_path, device_type_id, sha256, size from firmware
    where id = ${firmware} for key share`.execute(db);
  const refused = (code: Refusal['code'], why: Label) => (target: Target) => [
    { sn: target.sn, code, desc: textOf(why, locale) },
  ];
  const [version] = rows;
  if (!version) return { args: { firmware }, refuse: refused('notFound', missing) };
  const { firmware_version, firmware_path, device_type_id, sha256, size } = version;
  return {
    args: {
      firmware,
      version: firmware_version,
      url: `${filesUrl}/${firmware_path}`,
      sha256,
      size,
    },
    refuse: (target) =>
      device_type_id === null || device_type_id === target.device_type_id
        ? []
        : refused('conflict', otherType(target.sn, firmware_version))(target),
  };
};

/** The row of a lock that a command is for. */
interface Target {
  readonly sn: string;
  readonly org_id: number;
  readonly [field: string]: unknown;
}

/** What a command turns into before it is sent. */
interface Plan {
  /** What the locks get. */
  readonly args: CommandCall['args'];
  /** Why a lock that the sender sees cannot have it; nothing when it can. */
  readonly refuse: (target: Target) => Refusal[];
}

type Planner = (db: Database, call: CommandCall) => Promise<Plan>;

/** Commands whose arguments mean more to the server than to the lock. */
const planners: ReadonlyMap<string, Planner> = new Map([['upgrade', upgradePlan]]);

/** The plan of a command: of most, to send what the operator entered. */
const planOf: Planner = async (db, call) =>
  planners.get(call.code)?.(db, call) ?? { args: call.args, refuse: () => [] };

interface Sent {
  readonly cmd: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly sns: string[];
}

/** Finished tickets as calls to be made again: those of one command with the same arguments are one call. */
export const resendCalls = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  by: Calling,
): Promise<CommandCall[]> => {
  const { rows } = await sql<Sent>`
    select cmd, args, array_agg(sn) as sns from "appointmentCommandRecord"
    where id = any(${[...ids]}) and state not in ('waiting', 'sent')
      and org_id in (select org_subtree(${by.oper.org_id}))
    group by cmd, args`.execute(db);
  return rows.map(({ cmd, args, sns }) => ({ code: cmd, args, sns, ...by }));
};

/** A ticket as delivery needs it. */
export interface TicketRow {
  readonly id: number;
  readonly sn: string;
  readonly cmd: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly state: TicketState;
  /** When it ends by itself, ms since 1970. */
  readonly deadline: number;
}
