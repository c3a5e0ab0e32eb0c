import { type Action, type AnyEntity, unmet } from '../../config';
import { textOf } from '../../domain/label';
import { actionPath } from '../../protocol';
import { CallError, FileAnswer, type SignedInCall, text, type Values } from '../calls';
import { type EntityTable, inTransaction, type Row } from '../store';
import type { EntityRoom } from './EntityRoom';
import type { ActionAnswer, ActionWork, Refusal } from './EntityRules';
import { fieldsOf } from './fieldsOf';
import { idsOf } from './idsOf';
import { formJson } from './jsonSchema';
import { refusalOf } from './refusalOf';
import { rowsOf } from './rowsOf';
import { reachOf } from './scopeOf';
import { valuesOf } from './validate';

const answerJson = {
  type: 'object',
  properties: {
    done: { type: 'integer' },
    failed: { type: 'array', items: { type: 'object' } },
    message: { type: 'string' },
  },
} as const;

/** Those an action can be done with, and for the others which fields speak against it. */
const sorted = (entity: AnyEntity, { when }: Action, rows: readonly Row[], locale: 'en' | 'zh') => {
  const able: Row[] = [];
  const failed: Refusal[] = [];
  for (const row of rows) {
    const names = unmet(when, row);
    if (names.length === 0) able.push(row);
    else {
      const labels = names.map((name) =>
        textOf(fieldsOf(entity)[name]?.label ?? [name, name], locale),
      );
      const why = textOf(text('notNow', { names: labels.join(', ') }), locale);
      failed.push({ id: Number(row.id), why });
    }
  }
  return { able, failed };
};

const answerOf = (answer: unknown, failed: readonly Refusal[]): unknown => {
  if (answer instanceof FileAnswer) return answer;
  const { done = 0, failed: more = [], ...rest } = answer as ActionAnswer;
  const all = [...failed, ...more];
  const [first] = all;
  if (done > 0 || !first) return { ...rest, done, failed: all };
  throw new CallError('conflict', [first.why, first.why], { data: { failed: all } });
};

const actionCall = (
  entity: AnyEntity,
  code: string,
  action: Action,
  { table, room }: { table: EntityTable; room: EntityRoom },
): SignedInCall => {
  const { config, db, key, now, rules } = room;
  const { ids: idsName } = config.wire;
  const form = formJson(Object.entries(action.args));
  const work = rules[entity.name]?.actions?.[code];
  return {
    path: actionPath(entity.name, code),
    label: action.label,
    code: `${entity.name}:${code}`,
    kind: 'action',
    access: 'granted',
    changes: true,
    entity: entity.name,
    secrets: Object.keys(action.args).filter((name) => action.args[name]?.kind === 'password'),
    request: {
      ...form,
      properties: {
        [idsName]: { type: 'array', items: { type: 'integer' }, maxItems: action.max },
        ...(form.properties as Values),
      },
      required: [idsName, ...(form.required as string[])],
    },
    answer: answerJson,
    work: async ({ body, locale, permits }, caller) => {
      if (!work) throw new Error(`No rule does ${entity.name}:${code}`);
      const { [idsName]: given, ...rest } = body;
      const ids = idsOf(idsName, given, action.max);
      const args = await valuesOf(action.args, 'create', rest, key);
      const scope = reachOf(entity, room, caller);
      try {
        const answer = await inTransaction(db, async (transaction) => {
          const rows = await rowsOf(table.on(transaction), ids, scope);
          if (rows.length === 0) throw new CallError('notFound', text('notFound'));
          const { able, failed } = sorted(entity, action, rows, locale);
          const context: ActionWork = {
            db: transaction,
            caller,
            locale,
            permits,
            now: now(),
            rows: able,
            args,
          };
          return answerOf(able.length > 0 ? await work(context) : { done: 0 }, failed);
        });
        rules[entity.name]?.changed?.();
        return answer;
      } catch (error) {
        throw refusalOf(error, entity, config);
      }
    },
  };
};

/** A call for each declared action of an entity. */
export const actionCalls = (
  entity: AnyEntity,
  table: EntityTable,
  room: EntityRoom,
): SignedInCall[] =>
  Object.entries(entity.actions as Readonly<Record<string, Action>>).map(([code, action]) =>
    actionCall(entity, code, action, { table, room }),
  );
