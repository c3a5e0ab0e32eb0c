import type { Action, AnyEntity } from '../../../config';
import { actionPath } from '../../../protocol';
import {
  type CallContext,
  CallError,
  type Caller,
  type JsonSchema,
  type SignedInCall,
  text,
  type Values,
} from '../../calls';
import { type EntityTable, inTransaction } from '../../store';
import type { EntityRoom } from '../EntityRoom';
import { fieldsOf } from '../fieldsOf';
import { idsIn } from '../idsIn';
import { idsOf } from '../idsOf';
import { formJson } from '../jsonSchema';
import { refusalOf } from '../refusalOf';
import { ruleContext } from '../ruleContext';
import { reachOf } from '../scopeOf';
import { valuesOf } from '../validate';
import { ableRows } from './ableRows';
import { actionAnswer, actionAnswerJson } from './actionAnswer';

/** An action and where it is done. */
interface Doing {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly action: Action;
  readonly table: EntityTable;
  readonly room: EntityRoom;
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

/** The records stay as they are until the work is done: nobody else does the same with them meanwhile. */
const perform = async (
  { entity, code, action, table, room }: Doing,
  { ids, args }: { ids: readonly number[]; args: Values },
  context: CallContext,
  caller: Caller,
) => {
  const work = room.rules[entity.name]?.actions?.[code];
  if (!work) throw new Error(`No rule does ${entity.name}:${code}`);
  return inTransaction(room.db, async (transaction) => {
    const rows = await table.on(transaction).lock(ids, reachOf(entity, room, caller));
    if (rows.length === 0) throw new CallError('notFound', text('notFound'));
    const { able, failed } = ableRows(entity, action, { ids, rows, locale: context.locale });
    const where = ruleContext(room, transaction, context, caller);
    return actionAnswer(
      able.length > 0 ? await work({ ...where, rows: able, args }) : { done: 0 },
      failed,
    );
  });
};

/** The call of an action that an entity declares: `/{entity}/{code}` with the ids and the arguments. */
export const actionCall = (doing: Doing): SignedInCall => {
  const { entity, code, action, room } = doing;
  const { config, key, rules } = room;
  const { ids: idsName } = config.wire;
  const fields = fieldsOf({ fields: action.args });
  return {
    path: actionPath(entity.name, code),
    label: action.label,
    code: `${entity.name}:${code}`,
    kind: 'action',
    access: 'granted',
    changes: true,
    entity: entity.name,
    records: (body) => idsIn(body[idsName]),
    secrets: Object.keys(fields).filter((name) => fields[name]?.kind === 'password'),
    request: requestJson(action, idsName),
    answer: actionAnswerJson,
    work: async (context, caller) => {
      const { [idsName]: given, ...rest } = context.body;
      const ids = idsOf(idsName, given, action.max);
      const args = await valuesOf(fields, 'create', rest, key);
      try {
        const answer = await perform(doing, { ids, args }, context, caller);
        rules[entity.name]?.changed?.();
        return answer;
      } catch (error) {
        throw refusalOf(error, entity, config);
      }
    },
  };
};
