import {
  type Action,
  type AnyEntity,
  type Fields,
  isBlank,
  type Row,
  type SetValue,
} from '../../config';
import { joinedLabels, type Locale, labelWith, textOf } from '../../domain/label';
import { rule } from '../../fields';
import { type ActionAnswer, type ActionRefusal, commandPath } from '../../protocol';
import {
  CallError,
  type CallValues,
  invalidInput,
  ruleLabel,
  serverLabel,
} from '../calls/endpoint';
import { anyOf, inSavepoint } from '../db';
import {
  type ActionWork,
  argumentOf,
  callErrorOf,
  checkConstraints,
  type EntityRules,
  lockComparedValues,
  nextNumbers,
  recordProblems,
  rowIds,
  seriesOf,
  setValues,
  valuesCheck,
  withLineRows,
} from '../entities';
import { createRoleWarning, queueEvents, queueMessages } from '../notify/recordNotices';
import type { RuleDependencies } from './context';

type Work = NonNullable<EntityRules['actions']>[string];

/** Action whose declaration says what it does. */
interface DeclaredAction {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly action: Action;
  /** Rule of the server that does more, once the record has its new values. */
  readonly work?: Work;
  readonly dependencies: RuleDependencies;
  readonly warnOfRole: ReturnType<typeof createRoleWarning>;
}

type Rules = Readonly<Record<string, EntityRules>>;

/** Adds the actions whose declarations say what they do to the rules of the server. */
export const withDeclared = (rules: Rules, dependencies: RuleDependencies): Rules => {
  const warnOfRole = createRoleWarning(dependencies.log);
  const declaredRules = dependencies.config.entities.flatMap((entity) => {
    const { actions, afterCommit, ...rest } = rules[entity.name] ?? {};
    const all = Object.entries(entity.actions as Readonly<Record<string, Action>>);
    const declared = all.filter(([code, action]) => hasEffects(entity, code, action));
    if (declared.length === 0) return [];
    const works = declared.map(([code, action]) => {
      const work = actions?.[code];
      return [
        code,
        (input: ActionWork) => run({ entity, code, action, work, dependencies, warnOfRole }, input),
      ];
    });
    const announce = () => {
      afterCommit?.();
      dependencies.broker.wake();
    };
    const ruled: EntityRules = {
      ...rest,
      actions: { ...actions, ...Object.fromEntries(works) },
      afterCommit: declared.some(([, { sends }]) => sends) ? announce : afterCommit,
    };
    return [[entity.name, ruled] as const];
  });
  return { ...rules, ...Object.fromEntries(declaredRules) };
};

const hasEffects = (
  entity: AnyEntity,
  code: string,
  { sets, notifies, sends, posts }: Action,
): boolean =>
  seriesOf(entity, code).length > 0 ||
  [sets, notifies, sends, posts, entity.states?.moves[code]].some((effect) => effect !== undefined);

/** Runs a declared action. A record whose new values or command are refused does not change. */
const run = async (declared: DeclaredAction, input: ActionWork): Promise<ActionAnswer> => {
  const { entity, code, action, dependencies } = declared;
  const { states } = entity;
  const move = states?.moves[code];
  const values = {
    ...(await setValues(action.sets ?? {}, input, input.args)),
    ...(states && move && { [states.field]: move[1] }),
  };
  const failed: ActionRefusal[] = [];
  const refuse = ({ id }: Row, error: CallError) =>
    failed.push({ id: Number(id), ...reasonsOf(declared, error, input.locale) });
  const valid: Row[] = [];
  const rows = await withLineRows(entity, dependencies.config, input.rows, input);
  for (const row of rows) {
    const problem = await problemOf(declared, row, values);
    if (problem) refuse(row, problem);
    else valid.push(row);
  }
  // Records are written together, unless a lock may refuse each of them.
  const size = action.sends ? 1 : Math.max(1, valid.length);
  const lockOf = (row: Row) => action.sends && { ...row, ...values }[action.sends.lock];
  const locks = new Set(valid.map(lockOf)).size;
  const done: Row[] = [];
  const change = async (rows: readonly Row[]): Promise<void> => {
    const refusal = await changeTogether(declared, { ...input, rows }, { values, locks });
    if (!refusal) done.push(...rows);
    else if (rows.length === 1 && rows[0]) refuse(rows[0], refusal);
    else for (const row of rows) await change([row]);
  };
  for (let from = 0; from < valid.length; from += size)
    await change(valid.slice(from, from + size));
  await tell(declared, { ...input, rows: done }, values);
  return { done: done.length, failed };
};

/** Judges a record as an action leaves it: by the rules of the fields that take an argument, and by the entity's own. */
const problemOf = async (
  { entity, action: { sets = {} } }: DeclaredAction,
  row: Row,
  values: CallValues,
): Promise<CallError | undefined> => {
  const entered = Object.entries<SetValue | undefined>(sets).flatMap(([name, value]) =>
    argumentOf(value) === undefined ? [] : [name],
  );
  const fields: Fields = Object.fromEntries(
    entered.map((name) => [name, { ...entity.fields[name], on: ['edit'] }]),
  );
  const input = Object.fromEntries(entered.map((name) => [name, values[name]]));
  const checked = await valuesCheck(fields, 'edit', row)(input);
  const wrong = {
    ...('wrong' in checked && checked.wrong),
    ...recordProblems(entity, { ...row, ...values }),
  };
  return Object.keys(wrong).length > 0 ? invalidInput(wrong) : undefined;
};

/** Returns why a record is refused, and the reasons at the arguments that they are about. */
const reasonsOf = (
  { entity, action: { args, sets = {} } }: DeclaredAction,
  { desc, refused }: CallError,
  locale: Locale,
): Omit<ActionRefusal, 'id'> => {
  if (!refused.fields) return { why: textOf(desc, locale) };
  const wrong = Object.entries(refused.fields);
  const fields: Fields = { ...args, ...entity.fields };
  const labels = wrong.map(([name, why]) => {
    const label = fields[name]?.label;
    return label ? labelWith(label, why) : why;
  });
  const reasons = wrong.flatMap(([name, why]) => {
    const argument = argumentOf(sets[name]) ?? name;
    return argument in args ? [[argument, textOf(why, locale)]] : [];
  });
  return {
    why: textOf(joinedLabels(labels, ' '), locale),
    ...(reasons.length === wrong.length && { fields: Object.fromEntries(reasons) }),
  };
};

/** Stores the new values of records and sends their command, or leaves all as they were. @returns why it did not */
const changeTogether = async (
  declared: DeclaredAction,
  input: ActionWork,
  { values, locks }: { readonly values: CallValues; readonly locks: number },
): Promise<CallError | undefined> => {
  const { entity, code, work, dependencies } = declared;
  const { db, rows, table } = input;
  try {
    await inSavepoint(db, async () => {
      const moved = rows.map((row) => ({ ...row, ...values }));
      const numbers = await nextNumbers(input, entity, moved, code);
      const changed = { ...input, rows: moved.map((row, i) => ({ ...row, ...numbers[i] })) };
      await lockComparedValues(db, entity, [...rows, ...changed.rows]);
      await table.updateAll(rowIds(rows), values);
      for (const [i, id] of rowIds(rows).entries()) await table.updateAll([id], numbers[i] ?? {});
      await send(declared, changed, locks);
      const answer = await work?.(changed);
      await checkConstraints(db, entity);
      const [refusal] = answer && 'failed' in answer ? (answer.failed ?? []) : [];
      if (refusal) throw new CallError('conflict', [refusal.why, refusal.why]);
    });
    return undefined;
  } catch (error) {
    const refusal = callErrorOf(error, dependencies.config, entity);
    if (!(refusal instanceof CallError)) throw refusal;
    return refusal;
  }
};

/**
 * Sends the command of an action to the locks of its records.
 * @param actionLocks number of the locks of all its records
 * @throws CallError if one does not get it
 */
const send = async (
  { action: { sends }, dependencies: { broker } }: DeclaredAction,
  { db, rows, caller, locale, permits }: ActionWork,
  actionLocks: number,
): Promise<void> => {
  if (!sends) return;
  if (!(await permits(commandPath(sends.command)))) {
    throw new CallError('noPermission', serverLabel('noPermission'));
  }
  const ids = rows.map((row) => row[sends.lock]);
  if (ids.some(isBlank)) {
    throw invalidInput({ [sends.lock]: ruleLabel(rule('required')) });
  }
  const locks = await db
    .selectFrom('device')
    .select('sn')
    .where('id', '=', anyOf(ids.map(Number)))
    .execute();
  const { refused } = await broker.issue(db, {
    actionLocks,
    ...{ code: sends.command, sns: locks.map(({ sn }) => sn), args: {}, locale },
    oper: caller.oper,
    filesUrl: broker.filesUrl(),
  });
  const [first] = refused;
  if (first) throw new CallError(first.code, [first.desc, first.desc]);
  if (locks.length === 0) throw new CallError('notFound', serverLabel('notFound'));
};

/** Queues the messages and webhook events of an action, in its transaction. */
const tell = async (
  declared: DeclaredAction,
  { db, rows, table, scope, caller, now }: ActionWork,
  values: CallValues,
): Promise<void> => {
  const { entity, action, dependencies } = declared;
  const { notifies, posts } = action;
  if (rows.length === 0 || (!notifies && posts === undefined)) return;
  // Read again for the titles of new references. A record that left the caller's sight has none.
  const stored = new Map((await table.pick(rowIds(rows), scope)).map((row) => [row.id, row]));
  const records = rows.map((row) => stored.get(row.id) ?? { ...row, ...values });
  const about = { entity, records, oper: caller.oper, now };
  if (notifies) {
    await queueMessages(db, notifies, { ...about, title: dependencies.notifiers.title });
    await declared.warnOfRole(db, notifies.to, `${entity.name}.${declared.code}`);
  }
  if (posts !== undefined) await queueEvents(db, posts, about);
};
