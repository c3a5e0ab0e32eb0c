import { type NotNull, sql } from 'kysely';
import type { Command, Console } from '../../config';
import { type Label, textOf } from '../../domain/label';
import { ownValue } from '../../domain/ownValue';
import { nextRun, SCHEDULE } from '../../domain/schedule';
import { type ActionAnswer, type ActionRefusal, commandPath } from '../../protocol';
import { invalidInput, type Operator, serverLabel } from '../calls/endpoint';
import { anyOf, listAs, lit, query, type RowOf, table } from '../db';
import { type ActionWork, type EntityRules, rowIds } from '../entities';
import { cancelBorrowedTickets, nextWave, refusalsNow, senderOf, verifyCode } from '../fleet';
import type { RuleDependencies } from './context';

/** Does the work of an action row by row. @param one returns why it refuses a row */
const forEachRow = async <R extends { readonly id?: unknown }>(
  { rows, locale }: Pick<ActionWork, 'locale'> & { readonly rows: readonly R[] },
  one: (row: R) => Promise<Label | undefined>,
): Promise<ActionAnswer> => {
  const failed: ActionRefusal[] = [];
  for (const row of rows) {
    const why = await one(row);
    if (why) failed.push({ id: Number(row.id), why: textOf(why, locale) });
  }
  return { done: rows.length - failed.length, failed };
};

/** Returns the batches that wait for confirmation, and row-locks them so that only this caller decides. */
const heldCommands = (work: ActionWork) =>
  work.db
    .selectFrom('command_batch')
    .select(['id', 'cmd', 'oper_id', 'org_id'])
    .where('id', '=', anyOf(rowIds(work.rows)))
    .where('state', '=', lit('unconfirmed'))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('appointmentCommandRecord')
          .whereRef('batch_id', '=', 'command_batch.id')
          .where('state', '=', lit('unconfirmed')),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute();

const ticket = table('appointmentCommandRecord', 'ticket');

/** Cancels the tickets of a batch that would be refused now, because their locks have changed since the request. */
const dropRefused = async (
  { db, now, locale }: ActionWork,
  config: Console,
  { id, cmd }: Pick<RowOf<'command_batch'>, 'id' | 'cmd'>,
  asker: Operator,
): Promise<void> => {
  const rows = await db
    .selectFrom('appointmentCommandRecord')
    .select('args')
    .select((eb) => eb.fn.agg<string[]>('array_agg', ['sn']).as('sns'))
    .$narrowType<{ args: NotNull }>()
    .where('batch_id', '=', id)
    .where('state', '=', lit('unconfirmed'))
    .groupBy('args')
    .execute();
  for (const { args, sns } of rows) {
    const call = { code: cmd, args, sns, oper: asker, locale, filesUrl: '' };
    const refused = await refusalsNow(db, config.entities, call);
    await query`
      update ${ticket.$from} set ${ticket.$set('state', 'cancelled')}, ${ticket.$set('end_time', now)},
        ${ticket.$set('message', sql`refused.why`)}
      from ${listAs('refused', { sn: 'text', why: 'text' }, refused)}
      where ${ticket.batch_id} = ${id} and ${ticket.state} = 'unconfirmed'
        and ${ticket.sn} = refused.sn`.execute(db);
  }
};

/** Starts the commands of a batch that a second person has confirmed. */
const startConfirmed = async ({ db, caller, now }: ActionWork, id: number): Promise<void> => {
  await db
    .updateTable('command_batch')
    .set((eb) => ({
      state: eb.case().when('waves', 'is', null).then(lit('confirmed')).else(lit('going')).end(),
      confirm_id: caller.oper.id,
      confirm_name: caller.oper.operName,
      confirm_time: now,
    }))
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('appointmentCommandRecord')
    .set((eb) => ({
      confirm_name: caller.oper.operName,
      state: eb
        .case()
        .when(eb.fn.coalesce('wave', lit(1)), '=', lit(1))
        .then(lit('waiting'))
        .else(lit('planned'))
        .end(),
    }))
    .where('batch_id', '=', id)
    .where('state', '=', lit('unconfirmed'))
    .where('deadline', '>', now)
    .execute();
};

/** Marks those batches as declined by the caller that still wait for a confirmation. */
const declineBatches = async ({ db, caller, now }: ActionWork, ids: readonly number[]) => {
  await db
    .updateTable('command_batch')
    .set({
      state: 'declined',
      confirm_id: caller.oper.id,
      confirm_name: caller.oper.operName,
      confirm_time: now,
    })
    .where('id', '=', anyOf(ids))
    .where('state', '=', lit('unconfirmed'))
    .execute();
};

/**
 * Rules of command batches. To confirm one, the caller must be allowed to send it, and so must the operator who
 * requested it. Declining only requires seeing it.
 */
export const commandBatchRules = ({
  broker,
  config,
  rights,
}: Pick<RuleDependencies, 'broker' | 'config' | 'rights'>): EntityRules => ({
  afterCommit: () => broker.wake(),
  beforeAction: {
    // Every attempt counts, even if the command then fails.
    sendRest: async ({ db, rows: [batch], args, caller, now }) => {
      const { code, ...others } = args;
      if (!code || !batch) return others;
      const codeFor = { operId: caller.oper.id, cmd: String(batch.cmd) };
      return { ...others, proof: await verifyCode(db, codeFor, String(code).trim(), now) };
    },
  },
  actions: {
    confirm: async (work) => {
      const { db, permits, locale } = work;
      return forEachRow({ rows: await heldCommands(work), locale }, async (command) => {
        if (!(await permits(commandPath(command.cmd)))) return serverLabel('noPermission');
        const asker = await senderOf(db, rights, command);
        if (!asker) return serverLabel('askerMayNot');
        await dropRefused(work, config, command, asker);
        await startConfirmed(work, command.id);
        return undefined;
      });
    },
    decline: async (work) => {
      const { db, caller, now } = work;
      const ids = (await heldCommands(work)).map(({ id }) => id);
      await declineBatches(work, ids);
      await db
        .updateTable('appointmentCommandRecord')
        .set({ state: 'cancelled', end_time: now, confirm_name: caller.oper.operName })
        .where('batch_id', '=', anyOf(ids))
        .where('state', '=', lit('unconfirmed'))
        .execute();
      return { done: ids.length };
    },
    stop: async (work) => {
      const ids = rowIds(work.rows);
      await declineBatches(work, ids);
      await work.db
        .updateTable('appointmentCommandRecord')
        .set({ state: 'cancelled', end_time: work.now })
        .where('batch_id', '=', anyOf(ids))
        .where('state', 'in', [lit('unconfirmed'), lit('planned'), lit('waiting')])
        .execute();
      return { done: work.rows.length };
    },
    advance: (work) =>
      forEachRow(work, async ({ id, cmd }) => {
        const isPermitted = await work.permits(commandPath(String(cmd)));
        if (!isPermitted) return serverLabel('noPermission');
        return (await nextWave(work.db, Number(id))) ? undefined : serverLabel('noMoreWaves');
      }),
    sendRest: (work) => forEachRow(work, ({ id }) => sendRest(work, broker, Number(id))),
  },
});

/**
 * Sends a command to the announced locks of a batch that no call has brought, as a new batch of the caller.
 * @returns the reason if no lock gets it
 */
const sendRest = async (
  { db, args, caller, locale, now, permits }: ActionWork,
  { issue, filesUrl }: RuleDependencies['broker'],
  id: number,
): Promise<Label | undefined> => {
  const { oper } = caller;
  const batch = await db
    .selectFrom('command_batch')
    .select(['cmd', 'oper_id', 'rest', 'reason', 'waves', 'hours', 'coded'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const [sent] = await db
    .selectFrom('appointmentCommandRecord')
    .select(['args', 'start_time'])
    .where('batch_id', '=', id)
    .orderBy('id')
    .limit(1)
    .execute();
  const { cmd: code, rest: sns } = batch;
  if (!(await permits(commandPath(code)))) return serverLabel('noPermission');
  if (!sent?.args || sns.length === 0) return serverLabel('nothingLeft');
  const how = {
    hours: batch.hours,
    reason: String(args.reason ?? batch.reason ?? '').trim() || undefined,
    typed: String(args.typed ?? '').trim() || undefined,
    ...(batch.waves && { waves: batch.waves }),
    ...(Number(sent.start_time) > now && { start: Number(sent.start_time) }),
  };
  const isCoded = batch.coded && batch.oper_id === oper.id;
  const proof = args.proof === undefined ? undefined : Number(args.proof);
  const sender = { oper, locale, filesUrl: filesUrl() };
  const call = { code, args: sent.args, sns, how, isCoded, proof, ...sender };
  const { tickets, refused } = await issue(db, call);
  const [first] = refused;
  if (tickets.length === 0) return first && [first.desc, first.desc];
  await db
    .updateTable('command_batch')
    .set((eb) => ({ rest: [], resent: eb('resent', '+', sns.length) }))
    .where('id', '=', id)
    .execute();
  return undefined;
};

/** Rules of loans, which let other organisations seal and unseal locks. */
export const sealRightsRules: EntityRules = {
  actions: {
    revoke: async ({ db, rows, now }) => {
      await cancelBorrowedTickets(db, rowIds(rows), now);
      return { done: rows.length };
    },
  },
};

/** True if a command must be confirmed by typing, in any entity. */
const isTyped = ({ entities }: Console, cmd: unknown): boolean =>
  entities.some(
    ({ commands }) => ownValue(commands as Readonly<Record<string, Command>>, String(cmd))?.typed,
  );

/**
 * Rules of schedules. A schedule is sent on behalf of the operator who last saved or resumed it, with the rights that
 * this operator then has.
 */
export const commandScheduleRules = (config: Console): EntityRules => ({
  resolveInput: async ({ current, values, caller, permits, now }) => {
    const whole = { ...current, ...values };
    if (!(await permits(commandPath(String(whole.cmd))))) {
      throw invalidInput({ cmd: serverLabel('noPermission') });
    }
    const next = nextRun(whole, now);
    if (next === undefined) throw invalidInput({ once_at: serverLabel('startAhead') });
    if (isTyped(config, whole.cmd)) {
      const wrong = {
        ...(!whole.reason && { reason: serverLabel('reasonNeeded') }),
        ...(values.typed !== whole.schedule_name && {
          typed: serverLabel('typeThis', { what: String(whole.schedule_name) }),
        }),
      };
      if (Object.keys(wrong).length > 0) throw invalidInput(wrong);
    }
    const state = current?.state === SCHEDULE.paused ? SCHEDULE.paused : SCHEDULE.active;
    const { id: oper_id, operName: owner } = caller.oper;
    return { ...values, state, next_run: next, owner, oper_id };
  },
  actions: {
    resume: (work) =>
      forEachRow(work, async (row) => {
        const { db, permits, now } = work;
        if (!(await permits(commandPath(String(row.cmd))))) return serverLabel('noPermission');
        const next = nextRun(row, now);
        if (next === undefined) return serverLabel('startAhead');
        const id = Number(row.id);
        await db
          .updateTable('commandSchedule')
          .set({ next_run: next })
          .where('id', '=', id)
          .execute();
        return undefined;
      }),
  },
});
