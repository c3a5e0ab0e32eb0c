import {
  type Action,
  type AnyEntity,
  isBlank,
  requiredArguments,
  splitAllowed,
  whyNot,
} from '../../config';
import { type Locale, textOf } from '../../domain/label';
import { type ActionAnswer, type ActionRefusal, actionPath, buttonCode } from '../../protocol';
import { actionContract } from '../../protocol/contracts/records';
import { answering } from '../calls/answering';
import {
  type CallContext,
  CallError,
  type Caller,
  type CallValues,
  FileAnswer,
  invalidInput,
  type JsonSchema,
  type SignedInEndpoint,
  serverLabel,
} from '../calls/endpoint';
import type { Row } from '../db';
import { limitConcurrency } from '../work/concurrency';
import { type RuleSubject, ruleContext, scopeOf } from './dependencies';
import type { ActionWork, RuleContext } from './EntityRules';
import { fieldsOf } from './fieldsOf';
import { idsIn, idsOf } from './ids';
import { formJson } from './jsonSchema';
import { checkReferences } from './references';
import { callErrorOf } from './refusalOf';
import { readerOf, refusalLabel } from './refusals';
import { parseValues } from './values';

export const actionCalls = (subject: RuleSubject): SignedInEndpoint[] =>
  Object.entries(subject.entity.actions as Readonly<Record<string, Action>>).map(([code, action]) =>
    actionCall({ ...subject, code, action }),
  );

interface ActionSubject extends RuleSubject {
  readonly code: string;
  readonly action: Action;
}

const requestJson = ({ args, max }: Action, idsName: string): JsonSchema => {
  const { properties, required, ...form } = formJson(Object.entries(args));
  return {
    ...form,
    properties: {
      [idsName]: { type: 'array', items: { type: 'integer' }, maxItems: max },
      ...(properties as JsonSchema),
    },
    required: [idsName, ...(required as string[])],
  };
};

const inTurn = limitConcurrency(1);

/** Runs an action. Its records stay locked until the work is done, except in a trial. */
const perform = async (
  { entity, code, action, table, dependencies }: ActionSubject,
  { ids, args }: { ids: readonly number[]; args: CallValues },
  context: CallContext,
  caller: Caller,
) => {
  const answered = async <T extends ActionAnswer | FileAnswer>(
    work: (work: ActionWork) => Promise<T>,
    { rows, where }: { readonly rows: readonly Row[]; readonly where: RuleContext },
  ) => {
    if (rows.length === 0) throw new CallError('notFound', serverLabel('notFound'));
    const { able, failed } = allowedRows(entity, code, {
      ids,
      rows,
      caller,
      locale: where.locale,
    });
    checkRequired(action, able, args);
    return actionAnswer(
      able.length > 0 ? await work({ ...where, rows: able, args }) : { done: 0 },
      failed,
    );
  };
  const { actions, trials, beforeAction } = dependencies.rules[entity.name] ?? {};
  const outside = async () => ({
    where: ruleContext(dependencies, dependencies.db, context, caller),
    rows: await table.pick(ids, scopeOf(dependencies, caller)),
  });
  const trial = trials?.[code];
  if (trial) {
    const { rows, where } = await outside();
    return inTurn(String(caller.oper.id), () => answered(trial, { rows, where }));
  }
  const work = actions?.[code];
  if (!work) throw new Error(`No rule does ${entity.name}:${code}`);
  const check = beforeAction?.[code];
  if (check) {
    const { rows, where } = await outside();
    args = await check({ ...where, rows, args });
  }
  return context.change(async (transaction) => {
    const where = ruleContext(dependencies, transaction, context, caller);
    const rows = await table.on(transaction).lock(ids, scopeOf(dependencies, caller));
    return answered(work, { rows, where });
  });
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
    work: async (context, caller) => {
      const { [idsName]: rawIds, ...rest } = context.body;
      const ids = idsOf(idsName, rawIds, action.max);
      const args = await parseValues(fields, 'create', rest, key);
      const form = { fields, values: args, calls: [actionPath(entity.name, code)] };
      await checkReferences(dependencies, db, form, caller);
      await uploads.checkFiles(db, form, caller);
      try {
        const answer = await perform(doing, { ids, args }, context, caller);
        rules[entity.name]?.afterCommit?.();
        return answer;
      } catch (error) {
        throw callErrorOf(error, config, entity);
      }
    },
  });
};

interface RowsOfCall {
  readonly ids: readonly number[];
  readonly rows: readonly Row[];
  readonly caller: Caller;
  readonly locale: Locale;
}

/** Records of a call split into those that the action is allowed for and the refused ones, with reasons. */
interface AllowedRows {
  readonly able: readonly Row[];
  readonly failed: readonly ActionRefusal[];
}

/**
 * Splits the records of a call into allowed and refused ones.
 * @param ids as named by the call
 * @param rows the records that the caller can see
 */
const allowedRows = (
  entity: AnyEntity,
  code: string,
  { ids, rows, caller, locale }: RowsOfCall,
): AllowedRows => {
  const foundIds = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !foundIds.has(id));
  const reader = readerOf(caller.oper);
  const attempt = { action: code };
  const { allowed, refused } = splitAllowed(rows, (row) => whyNot(entity, attempt, row, reader));
  return {
    able: allowed,
    failed: [
      ...refused.map((each) => ({
        id: Number(each.record.id),
        why: textOf(refusalLabel(entity, attempt, each), locale),
      })),
      ...missing.map((id) => ({ id, why: textOf(serverLabel('notFound'), locale) })),
    ],
  };
};

/**
 * Combines the result of an action with the refusals.
 * @param answer result of the action's work
 * @param failed records that were refused before
 * @throws CallError `conflict` with all reasons in its data, if the action was done for no record
 */
const actionAnswer = (
  answer: ActionAnswer | FileAnswer,
  failed: readonly ActionRefusal[],
): ActionAnswer | FileAnswer => {
  if (answer instanceof FileAnswer) return answer;
  const all = [...failed, ...(answer.failed ?? [])];
  const [first] = all;
  if (answer.done > 0 || !first) return { ...answer, failed: all };
  throw new CallError('conflict', [first.why, first.why], { data: { failed: all } });
};
