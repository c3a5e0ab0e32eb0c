import { type Action, type AnyEntity, isBlank, requiredArguments, setsDay } from '../../config';
import { textOf } from '../../domain/label';
import { type ActionAnswer, actionPath, buttonCode } from '../../protocol';
import { actionContract } from '../../protocol/contracts/records';
import { ROOT } from '../auth';
import { answering } from '../calls/answering';
import {
  type CallContext,
  CallError,
  type Caller,
  type CallValues,
  FileAnswer,
  invalidInput,
  type JsonSchema,
  type RecordOutcome,
  type SignedInEndpoint,
  serverLabel,
} from '../calls/endpoint';
import type { Row } from '../db';
import { limitConcurrency } from '../work/concurrency';
import { rowDifferences } from './changes';
import { type RuleSubject, ruleContext } from './dependencies';
import type { ActionWork } from './EntityRules';
import { fieldsOf } from './fieldsOf';
import { idsIn, idsOf } from './ids';
import { formJson } from './jsonSchema';
import { checkReferences } from './references';
import { refusing } from './refusalOf';
import { judgeRows, refusalLabel } from './refusals';
import { splitZone, zoneJson } from './setValues';
import { parseValues } from './values';

export const actionCalls = (subject: RuleSubject): SignedInEndpoint[] =>
  Object.entries(subject.entity.actions as Readonly<Record<string, Action>>).map(([code, action]) =>
    actionCall({ ...subject, code, action }),
  );

interface ActionSubject extends RuleSubject {
  readonly code: string;
  readonly action: Action;
}

const requestJson = (action: Action, idsName: string): JsonSchema => {
  const { args, max, sets } = action;
  const { properties, required, ...form } = formJson(Object.entries(args));
  return {
    ...form,
    properties: {
      [idsName]: { type: 'array', items: { type: 'integer' }, maxItems: max },
      ...(properties as JsonSchema),
      ...zoneJson(setsDay(sets, args)),
    },
    required: [idsName, ...(required as string[])],
  };
};

const inTurn = limitConcurrency(1);

/** Runs an action. Its records stay locked until the work is done, except in a trial. */
const perform = async (
  subject: ActionSubject,
  { ids, args, zone }: { ids: readonly number[]; args: CallValues; zone?: unknown },
  context: CallContext,
  caller: Caller,
) => {
  const { entity, code, table, dependencies } = subject;
  const { actions, trials, beforeAction } = dependencies.rules[entity.name] ?? {};
  const { locale, permits } = context;
  const call = { locale, permits, zone };
  const unlocked = async (): Promise<ActionWork> => {
    const where = ruleContext(dependencies, dependencies.db, call, caller);
    return { ...where, table, rows: await table.pick(ids, where.scope), args };
  };
  const trial = trials?.[code];
  if (trial) {
    const input = await unlocked();
    return inTurn(String(caller.oper.id), () => workOnAllowed(subject, ids, trial, input));
  }
  const work = actions?.[code];
  if (!work) throw new Error(`No rule does ${entity.name}:${code}`);
  const check = beforeAction?.[code];
  const checkedArgs = check ? await check(await unlocked()) : args;
  return context.change(async (transaction) => {
    const where = ruleContext(dependencies, transaction, call, caller);
    const on = table.on(transaction);
    const rows = await on.lock(ids, where.scope);
    const input = { ...where, table: on, rows, args: checkedArgs };
    const answer = await workOnAllowed(subject, ids, work, input);
    context.logRecords(await outcomesOf(entity, ids, input, answer));
    return answer;
  });
};

/** Compares the records of an action with their rows before it, including those that left the caller's scope. */
const outcomesOf = async (
  entity: AnyEntity,
  ids: readonly number[],
  { rows, table }: ActionWork,
  answer: ActionAnswer | FileAnswer,
): Promise<ReadonlyMap<number, RecordOutcome>> => {
  const before = new Map(rows.map((row) => [Number(row.id), row]));
  const after = new Map(
    (await table.pick([...before.keys()], ROOT)).map((row) => [Number(row.id), row]),
  );
  const failed = answer instanceof FileAnswer ? [] : (answer.failed ?? []);
  const refusals = new Map(failed.map(({ id, why }) => [id, why]));
  return new Map(
    ids.map((id) => {
      const changes = rowDifferences(entity, before.get(id) ?? {}, after.get(id) ?? {});
      return [id, { changes, refusal: refusals.get(id) }];
    }),
  );
};

/**
 * Does the work for the records that the action is allowed for, and answers why not for the others.
 * @param ids as named by the call
 * @param input with the records that the caller can see
 * @throws CallError `conflict` with all reasons in its data, if the action was done for no record
 */
const workOnAllowed = async (
  { entity, code, action, dependencies }: ActionSubject,
  ids: readonly number[],
  work: (input: ActionWork) => Promise<ActionAnswer | FileAnswer>,
  input: ActionWork,
): Promise<ActionAnswer | FileAnswer> => {
  const { rows, args, locale } = input;
  if (rows.length === 0) throw new CallError('notFound', serverLabel('notFound'));
  const foundIds = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !foundIds.has(id));
  const attempt = { action: code };
  const rules = dependencies.rules[entity.name] ?? {};
  const { allowed, refused } = await judgeRows({ entity, rules }, attempt, rows, input);
  checkRequired(action, allowed, args);
  const answer = allowed.length > 0 ? await work({ ...input, rows: allowed }) : { done: 0 };
  if (answer instanceof FileAnswer) return answer;
  const failed = [
    ...refused.map((each) => ({
      id: Number(each.record.id),
      why: textOf(refusalLabel(entity, attempt, each), locale),
    })),
    ...missing.map((id) => ({ id, why: textOf(serverLabel('notFound'), locale) })),
    ...(answer.failed ?? []),
  ];
  const [first] = failed;
  if (answer.done > 0 || !first) return { ...answer, failed };
  throw new CallError('conflict', [first.why, first.why], { data: { failed } });
};

/** Requires the arguments that these records make mandatory. @throws CallError `invalid` */
const checkRequired = (action: Action, rows: readonly Row[], args: CallValues): void => {
  const missing = Object.entries(requiredArguments(action, rows)).filter(([name]) =>
    isBlank(args[name]),
  );
  if (missing.length > 0) throw invalidInput(Object.fromEntries(missing));
};

/** Call of a declared action: `/{entity}/{code}` with the ids and the arguments. */
const actionCall = (doing: ActionSubject): SignedInEndpoint => {
  const { entity, code, action, dependencies } = doing;
  const { config, db, key, rules, uploads } = dependencies;
  const { ids: idsName } = config.wire;
  const fields = fieldsOf({ fields: action.args });
  return answering(actionContract(entity.name, code, action), {
    code: buttonCode(entity.name, code),
    kind: 'action',
    fields,
    // The one-time code of a confirmation.
    secrets: ['code'],
    access: 'granted',
    changes: true,
    entity: entity.name,
    records: (body) => idsIn(body[idsName]),
    declared: requestJson(action, idsName),
    work: refusing(config, entity, async (context, caller) => {
      const { zone, body } = splitZone(setsDay(action.sets, action.args), context.body);
      const { [idsName]: rawIds, ...rest } = body;
      const ids = idsOf(idsName, rawIds, action.max);
      const values = await parseValues(fields, 'create', rest, key);
      const form = { fields, values, calls: [actionPath(entity.name, code)] };
      await checkReferences(dependencies, db, form, caller);
      const args = { ...values, ...(await uploads.checkFiles(db, form, caller)) };
      const answer = await perform(doing, { ids, args, zone }, context, caller);
      rules[entity.name]?.afterCommit?.();
      return answer;
    }),
  });
};
