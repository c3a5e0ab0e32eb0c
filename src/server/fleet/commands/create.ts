import { type NotNull, sql } from 'kysely';
import {
  type AnyEntity,
  attemptedOperation,
  type Refused,
  splitAllowed,
  whyNot,
} from '../../../config';
import { PROTOCOL, TRACCAR_WORDS } from '../../../domain/family';
import { type Label, type Locale, textOf } from '../../../domain/label';
import { COMMUNICATE_STATUS } from '../../../domain/lock';
import { CONSENT } from '../../../domain/system';
import type { TicketSource, TicketState } from '../../../domain/ticket';
import { notLentMessage } from '../../../fields';
import type { SendOptions } from '../../../protocol';
import { serverLabel } from '../../calls/endpoint';
import { anyOf, type Database, idsFrom, inTransaction, json, lit, rowsAs } from '../../db';
import { readParameters } from '../../db/parameters';
import { readerOf, refusalLabel } from '../../entities';
import { batchOf, confirmationOf, needsTypedConfirmation, type TicketContext } from './batches';
import {
  type CommandCall,
  type CommandInput,
  type CommandOutcome,
  type CommandPlan,
  type CommandTarget,
  type CommandVerdict,
  type Refusal,
  refuseLock,
} from './call';
import { reachableLocks } from './senders';
import { upgradePlan } from './upgrade';

/**
 * Decides which locks get a command: those that the sender sees and that every declaration of the command allows. A
 * loan ends `until`. The rows are locked meanwhile, so that two senders cannot both rely on a state that one of them
 * changes.
 */
const decideTargets = async (trx: Database, entities: readonly AnyEntity[], call: CommandCall) => {
  const sns = [...new Set(call.sns)];
  const { code, oper } = call;
  const { lent, where } = await reachableLocks(trx, entities, { code, orgId: oper.org_id, sns });
  const { rows } = await sql<CommandTarget>`
    select state.*, device.*, state.org_id in (select org_subtree(${oper.org_id})) as own
    from device join device_state as state on state.device_id = device.id
    where ${where}
    order by state.device_id for share of state`.execute(trx);
  const targets = rows.sort((one, other) => (one.sn < other.sn ? -1 : 1));
  const targetBySn = new Map(targets.map((target) => [target.sn, target]));
  const plan = await planOf(trx, call);
  const refusalBySn = await findRefusals(trx, entities, call, targets);
  const wordless = await findWordless(trx, code, targets);
  const refused = sns.flatMap((sn) => {
    const target = targetBySn.get(sn);
    if (!target && lent.withheld.has(sn))
      return refuseLock(sn, 'conflict', notLentMessage, call.locale);
    if (!target) return refuseLock(sn, 'notFound', notFoundLabel, call.locale);
    if (wordless.has(sn))
      return refuseLock(sn, 'conflict', serverLabel('noTraccarWords'), call.locale);
    const refusal = refusalBySn.get(sn);
    return refusal ? declaredRefusal(refusal, code, sn, call.locale) : plan.refuse(target);
  });
  const refusedSns = new Set(refused.map(({ sn }) => sn));
  const allowed = targets
    .filter(({ sn }) => !refusedSns.has(sn))
    .map((target): CommandTarget & { readonly until?: number } => ({
      ...target,
      until: target.own ? undefined : lent.until.get(Number(target.id)),
    }));
  return { allowed, refused, plan };
};

/** Returns the locks that a command would be refused for now, with the reasons. */
export const refusalsNow = async (
  trx: Database,
  entities: readonly AnyEntity[],
  call: CommandCall,
): Promise<readonly Refusal[]> => (await decideTargets(trx, entities, call)).refused;

/** Writes the tickets of a command, one for every lock that gets it, in one batch. */
export const createTickets = (
  db: Database,
  context: TicketContext,
  call: CommandCall,
): Promise<CommandOutcome> =>
  inTransaction(db, async (trx) => {
    const { allowed, refused, plan } = await decideTargets(trx, context.entities, call);
    const isFirst = call.how?.batch === undefined;
    if (allowed.length === 0 && isFirst) return { tickets: [], refused };
    const parameters = await readParameters(trx);
    const danger = await confirmationOf(trx, context, call, allowed);
    const counts = { allowed: allowed.length, refused: refused.length };
    const batch = await batchOf(trx, call, counts, danger, parameters);
    const tickets = await addTickets(
      trx,
      allowed.map((target, place) => {
        const { sn, org_id, until } = target;
        const ticket = batch.ticket(place);
        return {
          sn,
          // A borrower's ticket belongs to the borrower, who can see and cancel it.
          org_id: until === undefined ? org_id : call.oper.org_id,
          cmd: call.code,
          args: plan.argsFor?.(target) ?? plan.args,
          oper_id: call.oper.id,
          operate_name: call.schedule?.name ?? call.oper.operName,
          ...ticket,
          deadline: Math.min(ticket.deadline, until ?? Number.POSITIVE_INFINITY),
        };
      }),
    );
    return { batch: batch.id, tickets, refused };
  });

export const checkCommand = (
  db: Database,
  context: TicketContext,
  call: CommandCall,
): Promise<CommandVerdict> =>
  inTransaction(db, async (trx) => {
    const { allowed, refused, plan } = await decideTargets(trx, context.entities, call);
    const sns = allowed.map(({ sn }) => sn);
    const parameters = await readParameters(trx);
    const danger = await confirmationOf(trx, context, call, allowed);
    const same = await trx
      .selectFrom('appointmentCommandRecord')
      .distinct()
      .select('sn')
      .$narrowType<{ sn: NotNull }>()
      .where('sn', '=', anyOf(sns))
      .where('cmd', '=', call.code)
      .$if(Object.keys(plan.args).length > 0, (tickets) =>
        tickets.where('args', '=', json(plan.args)),
      )
      .where('state', 'in', [lit('planned'), lit('waiting'), lit('sent')])
      .orderBy('sn')
      .execute();
    const typed = needsTypedConfirmation(danger, sns.length, parameters);
    return {
      sns,
      offline: allowed.filter(
        ({ communicate_status }) => communicate_status !== COMMUNICATE_STATUS.online,
      ).length,
      same: same.map(({ sn }) => sn),
      outside: danger.outside,
      refused,
      typed,
      second: typed && parameters.command_second_person === CONSENT.second,
      code: typed && parameters.command_second_person === CONSENT.code,
      hours: parameters.command_wait_hours,
    };
  });

/** Returns the serial numbers of trackers behind Traccar whose device type has no text for a command. */
const findWordless = async (
  trx: Database,
  code: string,
  targets: readonly CommandTarget[],
): Promise<ReadonlySet<string>> => {
  const column = TRACCAR_WORDS.get(code);
  const trackers = targets.filter(({ protocol }) => protocol === PROTOCOL.traccar);
  if (column === undefined || trackers.length === 0) return new Set();
  const rows = await trx
    .selectFrom('device')
    .leftJoin('deviceType as type', 'type.id', 'device.device_type_id')
    .select('device.sn')
    .where('device.sn', '=', anyOf(trackers.map(({ sn }) => sn)))
    .where(({ eb, fn }) => eb(fn.coalesce(`type.${column}`, lit('')), '=', lit('')))
    .execute();
  return new Set(rows.map(({ sn }) => sn));
};

/** Record of an entity that does not allow a command. */
interface CommandRefusal extends Refused {
  readonly entity: AnyEntity;
}

/** Table of the locks. Its rows are locked already. */
const LOCK_TABLE = 'device';

/**
 * Returns the reasons against a command by serial number: the first one of a declaring entity that allows it on none of
 * the lock's records. An entity without a record of the lock does not prevent the command.
 */
const findRefusals = async (
  trx: Database,
  entities: readonly AnyEntity[],
  { code, oper }: CommandCall,
  targets: readonly CommandTarget[],
): Promise<Map<string, CommandRefusal>> => {
  const refusalBySn = new Map<string, CommandRefusal>();
  const attempt = { command: code };
  const reader = readerOf(oper);
  for (const entity of entities.filter((each) => attemptedOperation(each, attempt))) {
    const rows =
      entity.table === LOCK_TABLE ? targets : await recordsOf(trx, entity, targets, oper.org_id);
    const { allowed, refused } = splitAllowed(rows, (row) => whyNot(entity, attempt, row, reader));
    const allowedSns = new Set(allowed.map(({ sn }) => sn));
    for (const each of refused) {
      const { sn } = each.record;
      if (allowedSns.has(sn) || refusalBySn.has(sn)) continue;
      refusalBySn.set(sn, { entity, ...each });
    }
  }
  return refusalBySn;
};

/**
 * Reads an entity's records of some locks, as far as the sender sees them. Locks the rows unless the entity is a
 * view.
 */
const recordsOf = async (
  trx: Database,
  entity: AnyEntity,
  targets: readonly CommandTarget[],
  orgId: number,
): Promise<readonly CommandTarget[]> => {
  const scope = entity.scope === 'shared' ? undefined : sql.ref(String(entity.scope));
  const { rows } = await sql<CommandTarget>`
    select * from ${sql.table(entity.table)}
    where sn = any(${targets.map(({ sn }) => sn)}::text[])
      and ${scope ? sql`${scope} in (select org_subtree(${orgId}))` : sql`true`}
    order by id ${entity.derived ? sql`` : sql`for share`}`.execute(trx);
  return rows;
};

/** Also used for locks of other tenants, so that their existence is not revealed. */
const notFoundLabel: Label = ['This device does not exist', '设备不存在'];

/** Formats a reason against a command. A message of the declaration is used alone. */
const declaredRefusal = (
  refusal: CommandRefusal,
  code: string,
  sn: string,
  locale: Locale,
): Refusal[] => {
  const { entity, reason } = refusal;
  const label = refusalLabel(entity, { command: code }, refusal);
  if (reason.kind !== 'unmet' || !reason.message) return refuseLock(sn, 'conflict', label, locale);
  const why = textOf(label, locale);
  return [{ sn, code: 'conflict', why, desc: why }];
};

interface NewTicket {
  readonly sn: string;
  /** Organisation that may see the ticket: the lock's, or the borrower's. */
  readonly org_id: number;
  readonly cmd: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** End of the wait for its lock, epoch ms. */
  readonly deadline: number;
  /** Operator who sends it; null for a rule. */
  readonly oper_id: number | null;
  readonly operate_source: TicketSource;
  /** Name of the operator or the rule. */
  readonly operate_name: string;
  /** `waiting` by default. */
  readonly state?: TicketState;
  readonly batch_id?: number;
  readonly reason?: string;
  /** Earliest time of sending, epoch ms. */
  readonly start_time?: number;
  readonly wave?: number;
}

const WRITTEN_COLUMNS = [
  'sn',
  'org_id',
  'cmd',
  'args',
  'deadline',
  'oper_id',
  'operate_source',
  'operate_name',
  'state',
  'batch_id',
  'reason',
  'start_time',
  'wave',
  'create_time',
] as const satisfies (keyof NewTicket | 'create_time')[];

/** Writes waiting tickets, in the given order. They are passed as one JSON parameter, because there may be 10,000. */
export const addTickets = async (
  db: Database,
  tickets: readonly NewTicket[],
): Promise<CommandOutcome['tickets']> => {
  if (tickets.length === 0) return [];
  const create_time = Date.now();
  const rows = tickets.map((ticket) => ({
    ...ticket,
    state: ticket.state ?? ('waiting' as const),
    create_time,
  }));
  return db
    .insertInto('appointmentCommandRecord')
    .columns(WRITTEN_COLUMNS)
    .expression((eb) =>
      eb.selectFrom(rowsAs('appointmentCommandRecord', rows).as('input')).select(WRITTEN_COLUMNS),
    )
    .returning(['id', 'sn', 'state'])
    .$narrowType<{ sn: NotNull; state: NotNull }>()
    .execute();
};

type Planner = (db: Database, call: CommandCall) => Promise<CommandPlan>;

/** Commands whose arguments the server translates for the lock. */
const planners: ReadonlyMap<string, Planner> = new Map([['upgrade', upgradePlan]]);

/** Plans a command. Most are sent with the arguments that the operator entered. */
const planOf: Planner = async (db, call) =>
  planners.get(call.code)?.(db, call) ?? { args: call.args, refuse: () => [] };

/**
 * Returns finished tickets as new calls, one per command and arguments. Several calls announce no locks of further
 * chunks, because those of one call would be sent the command of the other.
 */
export const resendCalls = async (
  db: Database,
  ids: readonly number[],
  by: CommandInput,
  how?: SendOptions,
): Promise<CommandCall[]> => {
  const rows = await db
    .selectFrom('appointmentCommandRecord')
    .select(['cmd', 'args'])
    .select(({ fn }) => fn.agg<string[]>('array_agg', ['sn']).as('sns'))
    .$narrowType<{ cmd: NotNull; args: NotNull }>()
    .where('id', '=', anyOf(ids))
    .where('state', 'not in', [lit('unconfirmed'), lit('planned'), lit('waiting'), lit('sent')])
    .where('org_id', 'in', idsFrom('org_subtree', by.oper.org_id))
    .groupBy(['cmd', 'args'])
    .execute();
  const isSplit = rows.length > 1;
  return rows.map(({ cmd, args, sns }) => ({
    ...{ code: cmd, args, sns, ...by },
    how: isSplit ? { ...how, sns } : how,
  }));
};
