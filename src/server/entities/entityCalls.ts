import { type AnyEntity, hasTimeline, setsDay } from '../../config';
import {
  type CallContext,
  CallError,
  type Caller,
  type CallValues,
  type SignedInEndpoint,
  serverLabel,
} from '../calls/endpoint';
import type { Row } from '../db';
import { actionCalls } from './actions';
import {
  changesOf,
  checkRecord,
  checkStale,
  stampsOf,
  withDependents,
  withoutState,
} from './changes';
import { countCall } from './countCall';
import {
  type EntityDependencies,
  type RuleCall,
  type RuleSubject,
  ruleContext,
} from './dependencies';
import { fieldsOf } from './fieldsOf';
import { idsOf, oneIdOf } from './ids';
import { listQueryOf } from './listQuery';
import { previewCall } from './previewCall';
import { tableAsOf } from './readerZone';
import { type ChangeOptions, type EntityOperations, ruledTable } from './ruledTable';
import { splitZone } from './setValues';
import { timelineCall } from './timelineCall';
import { exportCall } from './transfer/export';
import { importCall } from './transfer/import';
import { parseValues } from './values';
import { type RowVerb, verbCall } from './verbCall';

export const entityCalls = (dependencies: EntityDependencies): readonly SignedInEndpoint[] => {
  const { config, tables } = dependencies;
  return config.entities.flatMap((entity) => {
    const table = tables.get(entity.name);
    if (!table) return [];
    const subject = { entity, table, dependencies };
    const calls = [
      ...rowCalls(subject),
      ...actionCalls(subject),
      ...(entity.counts.length > 0 ? [countCall(subject)] : []),
      ...(hasTimeline(entity) ? [timelineCall(subject)] : []),
      ...(entity.preview ? [previewCall(subject)] : []),
      ...(entity.verbs.includes('export') ? [exportCall(subject)] : []),
      ...(entity.verbs.includes('import') ? [importCall(subject)] : []),
    ];
    return calls.map((call) => ({ ...call, fields: { ...entity.fields, ...call.fields } }));
  });
};

/** Creates the calls that read and change an entity's rows. */
const rowCalls = (subject: RuleSubject): SignedInEndpoint[] => {
  const { entity, dependencies } = subject;
  const handlers = handlersOf(subject);
  return (Object.keys(handlers) as RowVerb[])
    .filter((verb) => entity.verbs.includes(verb))
    .map((verb) => verbCall(entity, verb, dependencies.config, handlers[verb]));
};

type Handler = SignedInEndpoint['work'];

const handlersOf = ({ entity, table, dependencies }: RuleSubject): Record<RowVerb, Handler> => {
  const { config, key } = dependencies;
  const { wire } = config;
  const fields = fieldsOf(entity);
  const rowsAsOf = async (zone: unknown, context: CallContext, caller: Caller) => {
    const dated = await tableAsOf({ entity, table, dependencies }, zone);
    return ruledTable({ entity, table: dated, dependencies }, context, caller);
  };
  /** Runs a change under the rules of the entity, and `afterCommit` after it. */
  const changing = async <T>(
    context: CallContext,
    caller: Caller,
    work: (rows: EntityOperations) => Promise<T>,
    call: RuleCall = context,
  ) => {
    const previousRows: Row[] = [];
    const answer = await context.change(async (db) => {
      const subject = { entity, table, dependencies: { ...dependencies, db } };
      const rows = ruledTable(subject, call, caller);
      const done = await work(rows);
      previousRows.push(...rows.previousRows);
      return done;
    });
    dependencies.rules[entity.name]?.afterCommit?.();
    // The change is committed. If the disk fails now, the sweep deletes the files later.
    await dependencies.uploads.deleteUnreferenced(entity, previousRows).catch(() => undefined);
    return answer;
  };
  return {
    list: async (context, caller) => {
      const { zone, body } = splitZone(entity.byDay, context.body);
      const query = { ...listQueryOf(entity, wire, body), recentTotal: true };
      const rows = await rowsAsOf(zone, context, caller);
      const { list, total, countedTo } = await rows.list(query);
      const growing = entity.record !== undefined && dependencies.isGrowing?.();
      return {
        [wire.list]: list,
        [wire.total]: total,
        ...(countedTo !== undefined && { countedTo }),
        ...(growing && { growing }),
      };
    },
    get: async (context, caller) => {
      const rows = await rowsAsOf(splitZone(entity.byDay, context.body).zone, context, caller);
      return rows.get(oneIdOf(wire.id, context.body[wire.id]));
    },
    add: async (context, caller) => {
      const { zone, body } = splitZone(setsDay(entity.stamps, entity.fields), context.body);
      const values = await parseValues(fields, 'create', withoutState(entity, body), key);
      const { locale, permits } = context;
      const call = { locale, permits, zone };
      const rules = ruleContext(dependencies, dependencies.db, call, caller);
      checkRecord(entity, { ...values, ...(await stampsOf(entity, rules)) });
      const collect = dependencies.rules[entity.name]?.collect;
      const collectedInput = await collect?.(values, { caller, locale });
      const ruleCall = { ...call, collectedInput };
      return changing(context, caller, (rows) => rows.add(values), ruleCall);
    },
    update: async (context, caller) => {
      const { [wire.id]: id, ...sent } = context.body;
      const changes = changingOf(entity, dependencies, sent);
      return changing(context, caller, (rows) => rows.update(oneIdOf(wire.id, id), changes));
    },
    delete: async (context, caller) => {
      const ids = idsOf(wire.ids, context.body[wire.ids]);
      return changing(context, caller, async (rows) => {
        const deleted = await rows.remove(ids);
        if (deleted === 0) throw new CallError('notFound', serverLabel('notFound'));
        return { deleted };
      });
    },
  };
};

/** Computes the changes of an update from the current row, which is locked. */
const changingOf =
  (entity: AnyEntity, { config, key }: EntityDependencies, sent: CallValues): ChangeOptions =>
  async (current) => {
    const fields = fieldsOf(entity);
    const { before: name } = config.wire;
    const { [name]: before, ...rest } = sent;
    const input = withDependents(fields, withoutState(entity, rest, current), current);
    const inputFields = Object.fromEntries(
      Object.entries(fields).filter(([name]) => name in input),
    );
    const values = await parseValues(inputFields, 'edit', input, key, current);
    checkStale(entity, current, values, before);
    const changes = changesOf(entity, current, values);
    checkRecord(entity, { ...current, ...changes });
    return changes;
  };
