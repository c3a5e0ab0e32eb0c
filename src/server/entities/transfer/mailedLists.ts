import { readFile } from 'node:fs/promises';
import type { AnyEntity, Console, Wire } from '../../../config';
import { DAY, SECOND } from '../../../domain/duration';
import { type Locale, localeOf, textOf } from '../../../domain/label';
import { ownValue } from '../../../domain/ownValue';
import { nextReportRun, REPORT_RESULT } from '../../../domain/report';
import { isDay } from '../../../fields/kinds/date.schema';
import { verbPath } from '../../../protocol';
import { isGranted, operatorOf } from '../../auth';
import {
  type CallContext,
  CallError,
  type Caller,
  type CallValues,
  invalidInput,
  type Operator,
  serverLabel,
} from '../../calls/endpoint';
import { anyOf, type Database, idsFrom, json, type RowOf } from '../../db';
import { type JobRun, startPath } from '../../jobs';
import { queueMail } from '../../notify/outbox';
import { dueRowsTasks, markRun } from '../../work/claims';
import type { Task, TaskRun } from '../../work/worker';
import type { EntityDependencies } from '../dependencies';
import { fieldsOf } from '../fieldsOf';
import {
  EXPORT_JOB,
  type ExportPlan,
  exportName,
  exportPlan,
  exportTitle,
  queueExport,
} from './exportPlan';

/** Name of the entity with the lists that are mailed every Monday. */
export const SENT_LIST = 'sentList';

/** Deletes the lists that operators have mailed every Monday, if the configuration declares them. */
export const deleteSentLists = async (
  db: Database,
  { entities }: Pick<Console, 'entities'>,
  operIds: readonly number[],
): Promise<void> => {
  if (!entities.some(({ name }) => name === SENT_LIST)) return;
  await db.deleteFrom('sentList').where('oper_id', '=', anyOf(operIds)).execute();
};

/** Limit of the rows of a mailed file; mail servers refuse larger ones. */
const MAX_MAILED_ROWS = 50_000;

/** @throws CallError `invalid` */
export const checkMailedRows = (rows: number): void => {
  if (rows > MAX_MAILED_ROWS)
    throw new CallError('invalid', serverLabel('tooManyRows', { max: MAX_MAILED_ROWS }));
};

interface Recipient {
  readonly oper: Operator;
  readonly locale: Locale;
}

/**
 * Returns those of the operators who may get a list of the sender: enabled colleagues in the sender's organisations, with
 * a mail address and the right to read it.
 */
const recipientsOf = async (
  { db, rights }: EntityDependencies,
  {
    entity,
    ids,
    sender,
  }: {
    readonly entity: AnyEntity;
    readonly ids: readonly number[];
    readonly sender: Operator;
  },
): Promise<Recipient[]> => {
  const rows = await db
    .selectFrom('oper')
    .select(['id', 'language', 'operEmail'])
    .where('id', '=', anyOf(ids))
    .where('org_id', 'in', idsFrom('org_subtree', sender.org_id))
    .orderBy('id')
    .execute();
  const recipients: Recipient[] = [];
  for (const { id, language, operEmail } of rows) {
    const oper = operEmail ? await operatorOf(db, id) : undefined;
    if (oper && isGranted(await rights.get(oper.role_id), verbPath(entity, 'list')))
      recipients.push({ oper, locale: localeOf(language) });
  }
  return recipients;
};

interface Sending {
  readonly plan: ExportPlan;
  readonly body: CallValues;
  readonly sender: Operator;
  readonly recipients: readonly Recipient[];
}

/** Returns a function that queues an export for each recipient, with their rights and in their language. */
const sendingOf = async (
  dependencies: EntityDependencies,
  { plan, body, sender, recipients }: Sending,
) => {
  const { id, org_id, operName: by } = sender;
  const args = { entity: plan.entity.name, body, sender: { id, org_id } };
  const exports: Parameters<typeof queueExport>[2][] = [];
  for (const { oper, locale } of recipients) {
    const caller = { oper, token: '' };
    const title = await exportTitle(plan, dependencies, caller, locale);
    exports.push({ title, caller, locale, args, by });
  }
  return async (transaction: Database): Promise<void> => {
    for (const each of exports) await queueExport(transaction, dependencies, each);
  };
};

/** Mails a list to operators, now or every Monday. @throws CallError `invalid` on `to` if one of them may not get it */
export const sendList = async (
  plan: ExportPlan,
  dependencies: EntityDependencies,
  { body, locale, change }: Pick<CallContext, 'body' | 'locale' | 'change'>,
  caller: Caller,
): Promise<{ readonly sent: number }> => {
  const { oper: sender } = caller;
  const { to, weekly, job: _, ...query } = body;
  const missing = [EXPORT_JOB, ...(weekly === true ? [SENT_LIST] : [])].find(
    (name) => !dependencies.tables.has(name),
  );
  if (missing) throw new CallError('notFound', serverLabel('noSuchCall', { path: `/${missing}` }));
  const ids = [...new Set([to].flat().map(Number))];
  const recipients = await recipientsOf(dependencies, { entity: plan.entity, ids, sender });
  if (recipients.length < ids.length) throw invalidInput({ to: serverLabel('mayNotGet') });
  const sending = { plan, body: query, sender, recipients };
  const title = await exportTitle(plan, dependencies, caller, locale);
  const send = await sendingOf(dependencies, sending);
  const sent = await change(async (transaction) => {
    if (weekly === true) {
      const { zone } = plan;
      const now = dependencies.now();
      await transaction
        .insertInto('sentList')
        .values({
          ...{ title, zone, to: ids, list: plan.entity.name, query: json(query) },
          ...{ owner: sender.operName, oper_id: sender.id, org_id: sender.org_id },
          ...{ create_time: now, next_run: nextRun({ zone }, now) },
        })
        .execute();
    } else await send(transaction);
    return { sent: ids.length };
  });
  dependencies.queue.wake();
  return sent;
};

/** Monday at 8:00 after a time, epoch ms. */
const nextRun = ({ zone }: { readonly zone: string }, after: number) =>
  nextReportRun({ every: 'weekly', week_day: 1, hour: 8, zone }, after);

/** Sender of a list, as its job stores it. */
interface StoredSender {
  readonly id: number;
  readonly org_id: number;
}

/** Returns the sender of a list; undefined if they are disabled or may no longer export it. */
const senderOf = async (
  { db, config, rights }: EntityDependencies,
  { id, org_id }: StoredSender,
  entity: unknown,
): Promise<Operator | undefined> => {
  const oper = await operatorOf(db, id, org_id);
  const path = startPath(config, entity, 'export');
  return oper && isGranted(await rights.get(oper.role_id), path) ? oper : undefined;
};

/** Judges the sender of a mailed export again. @throws CallError `noPermission` */
export const checkSender = async (
  dependencies: EntityDependencies,
  { sender, entity }: CallValues,
): Promise<void> => {
  if (sender === undefined) return;
  if (await senderOf(dependencies, sender as StoredSender, entity)) return;
  throw new CallError('noPermission', serverLabel('senderMayNot'));
};

/** Queues the mail with a written export, if it is for mailing. */
export const mailFile = async (
  transaction: Database,
  { config, now }: EntityDependencies,
  { job, caller }: Pick<JobRun, 'job' | 'caller'>,
  path: string,
): Promise<void> => {
  const entity = config.entities.find(({ name }) => name === job.args.entity);
  if (job.args.sender === undefined || !entity) return;
  const { title, oper: owner } = await transaction
    .selectFrom('exportJob')
    .select(['title', 'oper'])
    .where('id', '=', job.recordId)
    .executeTakeFirstOrThrow();
  const { operEmail: to } = await transaction
    .selectFrom('oper')
    .select('operEmail')
    .where('id', '=', caller.oper.id)
    .executeTakeFirstOrThrow();
  if (!to) throw new CallError('conflict', serverLabel('mayNotGet'));
  const { zone } = job.args.body as CallValues;
  const name = exportName(textOf(entity.label, job.locale), now(), zone as string | undefined);
  const mail = {
    subject: String(title),
    text: textOf(serverLabel('listMail', { title, owner }), job.locale),
    attachment: { name, content: await readFile(path) },
  };
  const { id: oper_id, org_id } = caller.oper;
  await queueMail(transaction, { ...mail, to, oper_id, org_id }, now());
};

/** Moves the times of a filter, so that a list of the last seven days still has those when it is sent again. */
export const laterTimes = (
  body: CallValues,
  entity: AnyEntity,
  { from, to }: Wire,
  ms: number,
): CallValues => {
  const fields = fieldsOf(entity);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const end = [from, to].find((suffix) => name.endsWith(suffix));
      const kind = end && ownValue(fields, name.slice(0, -end.length))?.kind;
      if (kind === 'datetime' && typeof value === 'number' && value > DAY)
        return [name, value + ms];
      if (kind !== 'date' || typeof value !== 'string' || !isDay(value)) return [name, value];
      const days = Math.round(ms / DAY) * DAY;
      return [name, new Date(Date.parse(value) + days).toISOString().slice(0, 10)];
    }),
  );
};

/** List that is due. */
type SentList = RowOf<'sentList'> & { readonly next_run: number; readonly zone: string };

/** Plans the next run of a list. @returns false if another server has run it */
const mark = (db: Database, row: SentList, now: number, last_note: number) =>
  markRun(db, { table: SENT_LIST }, row, {
    ...{ last_run: now, last_note, next_run: nextRun(row, now) ?? null },
  });

/** Sends a list that is due. Recipients who may no longer read it are left out. */
const sendDue = async (dependencies: EntityDependencies, row: SentList, now: TaskRun['now']) => {
  const { config, db, queue } = dependencies;
  const entity = config.entities.find(({ name }) => name === row.list);
  const owner = { id: Number(row.oper_id), org_id: Number(row.org_id) };
  const sender = await senderOf(dependencies, owner, row.list);
  const recipients =
    entity && sender ? await recipientsOf(dependencies, { entity, ids: row.to ?? [], sender }) : [];
  if (!entity || !sender || recipients.length === 0) {
    await mark(db, row, now(), REPORT_RESULT.notAllowed);
    return;
  }
  const since = row.next_run - Number(row.create_time);
  const body = laterTimes(row.query as CallValues, entity, config.wire, since);
  const plan = await exportPlan(entity, dependencies, body);
  const send = await sendingOf(dependencies, { plan, body, sender, recipients });
  await db.transaction().execute(async (transaction) => {
    if (await mark(transaction, row, now(), REPORT_RESULT.queued)) await send(transaction);
  });
  queue.wake();
};

/** Tasks that send the lists of every Monday, if the configuration declares them. */
export const sentListTasks = (
  dependencies: EntityDependencies,
  log: { error(text: string): void },
): readonly Task[] => {
  const { config, db } = dependencies;
  if (!config.entities.some(({ name }) => name === SENT_LIST)) return [];
  return dueRowsTasks<SentList & { readonly last_run: number | null }>(db, {
    ...{ table: SENT_LIST, name: 'lists', every: 5 * SECOND, log, nextRun },
    perform: (row, now) => sendDue(dependencies, row, now),
    fail: (row, now) => mark(db, row, now, REPORT_RESULT.failed),
  });
};
