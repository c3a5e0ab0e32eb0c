import type { AnyEntity, Console, Wire } from '../../../config';
import { DAY } from '../../../domain/duration';
import { type Label, type Locale, labelOf, localeOf, locales, textOf } from '../../../domain/label';
import { ownValue } from '../../../domain/ownValue';
import { nextReportRun } from '../../../domain/report';
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
  type TextName,
} from '../../calls/endpoint';
import { anyOf, type Database, idsFrom, json, type RowOf } from '../../db';
import { type JobRun, type LastStep, startPath } from '../../jobs';
import { dueMailTasks, queueMail, sheetMail } from '../../notify/mails';
import type { DueRow } from '../../work/claims';
import type { Task } from '../../work/worker';
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

interface Recipient {
  readonly oper: Operator;
  readonly locale: Locale;
}

/** Verdict on a user: a recipient, or the refusal that names the user and the reason. */
type Verdict = Recipient | { readonly refusal: Label };

const isRecipient = (verdict: Verdict): verdict is Recipient => 'oper' in verdict;

/**
 * Judges who may get a list of the sender: enabled colleagues in the sender's organisations, with a mail address and the
 * right to read it. The name of a user that the sender does not see stays secret.
 */
const judgeRecipients = async (
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
): Promise<Verdict[]> => {
  const rows = await db
    .selectFrom('oper')
    .select(['id', 'operName', 'language', 'operEmail'])
    .where('id', '=', anyOf(ids))
    .where('org_id', 'in', idsFrom('org_subtree', sender.org_id))
    .execute();
  const verdicts: Verdict[] = [];
  for (const id of ids) {
    const row = rows.find((each) => each.id === id);
    const oper = row && (await operatorOf(db, id));
    const refuse = (reason: TextName) =>
      verdicts.push({ refusal: serverLabel(reason, { name: row?.operName ?? id }) });
    if (!row) refuse('recipientUnknown');
    else if (!oper) refuse('recipientDisabled');
    else if (!row.operEmail) refuse('recipientNoEmail');
    else if (!isGranted(await rights.get(oper.role_id), verbPath(entity, 'list')))
      refuse('recipientNoRight');
    else verdicts.push({ oper, locale: localeOf(row.language) });
  }
  return verdicts;
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
  const verdicts = await judgeRecipients(dependencies, { entity: plan.entity, ids, sender });
  const refusals = verdicts.flatMap((each) => (isRecipient(each) ? [] : [each.refusal]));
  if (refusals.length > 0) {
    const names = labelOf((each) =>
      refusals.map((refusal) => textOf(refusal, each)).join(textOf([', ', '、'], each)),
    );
    throw invalidInput({ to: serverLabel('mayNotGet', { names }) });
  }
  const recipients = verdicts.filter(isRecipient);
  const sending = { plan, body: query, sender, recipients };
  const titleIn = (each: Locale) => exportTitle(plan, dependencies, caller, each);
  const title = await titleIn(locale);
  const titles = await Promise.all(locales.map(async (each) => [each, await titleIn(each)]));
  const send = await sendingOf(dependencies, sending);
  const sent = await change(async (transaction) => {
    if (weekly === true) {
      const { zone } = plan;
      const now = dependencies.now();
      await transaction
        .insertInto('sentList')
        .values({
          ...{ title, titles: json(Object.fromEntries(titles)), zone, to: ids },
          ...{ list: plan.entity.name, query: json(query) },
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

/** Returns the call that an export needs: that of a list which is mailed is made by its sender, not by its reader. */
export const exportPath = (config: Console, { entity, sender }: CallValues): string =>
  startPath(config, entity, sender === undefined ? 'export' : 'list');

/**
 * Writes the mail with an export, if it is for mailing. When it goes out, its recipient must still be permitted to read
 * the list, and its sender to export it.
 * @returns the step that queues it
 */
export const mailFile = async (
  dependencies: EntityDependencies,
  { job, caller }: Pick<JobRun, 'job' | 'caller'>,
  path: string,
): Promise<LastStep | undefined> => {
  const { db, config, now } = dependencies;
  const { args, locale, recordId } = job;
  const entity = config.entities.find(({ name }) => name === args.entity);
  if (args.sender === undefined || !entity) return undefined;
  const { title, oper: owner } = await db
    .selectFrom('exportJob')
    .select(['title', 'oper'])
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow();
  const { id, org_id, role_id } = caller.oper;
  const user = db.selectFrom('oper').select('operEmail as recipient').where('id', '=', id);
  const { recipient } = await user.executeTakeFirstOrThrow();
  if (!recipient) {
    const names = serverLabel('recipientNoEmail', { name: caller.oper.operName });
    throw new CallError('conflict', serverLabel('mayNotGet', { names }));
  }
  const { zone } = args.body as CallValues;
  const content = await sheetMail(dependencies, 'listMail', {
    ...{ path, locale, role_id, pages: [EXPORT_JOB, entity.name] },
    name: exportName(textOf(entity.label, locale), now(), zone as string | undefined),
    ...{ title: String(title), owner: String(owner) },
  });
  const needs = [
    { id, org_id, path: exportPath(config, args) },
    { ...(args.sender as StoredSender), path: startPath(config, args.entity, 'export') },
  ];
  const mail = { ...content, org_id, recipient, oper_id: id, needs };
  return (transaction) => queueMail(transaction, mail, now());
};

/** Sender of a list, as its job stores it. */
interface StoredSender {
  readonly id: number;
  readonly org_id: number;
}

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
type SentList = RowOf<'sentList'> & DueRow & { readonly zone: string };

/** Sends a list that is due. Recipients who may no longer read it are left out. */
const composeDue = async (dependencies: EntityDependencies, row: SentList) => {
  const { config, db, rights } = dependencies;
  const entity = config.entities.find(({ name }) => name === row.list);
  const sender = await operatorOf(db, Number(row.oper_id), Number(row.org_id));
  if (!entity || !sender) return undefined;
  if (!isGranted(await rights.get(sender.role_id), verbPath(entity, 'export'))) return undefined;
  const about = { entity, ids: row.to ?? [], sender };
  const recipients = (await judgeRecipients(dependencies, about)).filter(isRecipient);
  if (recipients.length === 0) return undefined;
  const since = row.next_run - Number(row.create_time);
  const body = laterTimes(row.query as CallValues, entity, config.wire, since);
  const plan = await exportPlan(entity, dependencies, body);
  return sendingOf(dependencies, { plan, body, sender, recipients });
};

/** Tasks that send the lists of every Monday, if the configuration declares them. */
export const sentListTasks = (
  dependencies: EntityDependencies,
  log: { error(text: string): void },
): readonly Task[] => {
  const { config, db } = dependencies;
  if (!config.entities.some(({ name }) => name === SENT_LIST)) return [];
  return dueMailTasks<SentList>(db, {
    ...{ table: SENT_LIST, name: 'lists', log, nextRun },
    compose: (row) => composeDue(dependencies, row),
  });
};
