import {
  type AnyEntity,
  type Console,
  setsDay,
  type Verb,
  verbLabels,
  type Wire,
} from '../../config';
import { labelWith } from '../../domain/label';
import { secretNames } from '../../fields';
import { buttonCode, verbPath } from '../../protocol';
import { Growing } from '../../protocol/contracts/records';
import type { CallValues, JsonSchema, RecordRefs, SignedInEndpoint } from '../calls/endpoint';
import { fieldsIn, fieldsOf } from './fieldsOf';
import { idsIn } from './ids';
import { filtersJson, formJson, rowRef } from './jsonSchema';
import { pageJson } from './listQuery';
import { refusing } from './refusalOf';
import { zoneJson } from './setValues';

/** Verbs that change nothing. A sign for them may be used more than once. */
const READS: readonly Verb[] = ['list', 'get', 'export'];

/** Verbs in the operation log: changes, and bulk exports of data. Downloads of import templates are not logged. */
const LOGGED: readonly Verb[] = ['add', 'update', 'delete', 'export', 'import'];

export type RowVerb = Exclude<Verb, 'export' | 'import'>;

/** Records that a call concerns; none for an export or import. */
const recordsOf = (verb: Verb, { wire }: Console, body: CallValues, data: unknown): RecordRefs => {
  if (verb === 'update') return idsIn(body[wire.id]);
  if (verb === 'delete') return idsIn(body[wire.ids]);
  return idsIn(verb === 'add' ? (data as CallValues | null)?.id : []);
};

/** Members of a verb's call that its entity decides. */
export const verbOptions = (entity: AnyEntity, verb: Verb, config: Console) =>
  ({
    code: buttonCode(entity.name, verb),
    kind: verb,
    access: 'granted',
    entity: entity.name,
    records: (body: CallValues, data: unknown) => recordsOf(verb, config, body, data),
    // parseSelection rejects unknown filters with a message of its own.
    validatesFieldNames: verb === 'list' || verb === 'export',
    changes: !READS.includes(verb),
    logged: (body: CallValues) => LOGGED.includes(verb) && body.template !== true,
    // A refused body is logged too, whatever fields it has.
    secrets: secretNames(fieldsOf(entity)),
  }) as const;

export const labelOfVerb = (entity: AnyEntity, verb: Verb) =>
  labelWith(entity.label, verbLabels[verb]);

/** Call whose arguments and answer the declaration of its entity describes. */
export const verbCall = (
  entity: AnyEntity,
  verb: RowVerb,
  config: Console,
  work: SignedInEndpoint['work'],
): SignedInEndpoint => ({
  ...verbOptions(entity, verb, config),
  path: verbPath(entity, verb),
  label: labelOfVerb(entity, verb),
  ...schemasOf(entity, config)[verb],
  work: refusing(config, entity, work),
});

const object = (properties: JsonSchema, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

const sortJson = ({ ascending, descending, sortField, sortJoiner, sortOrder }: Wire): JsonSchema =>
  sortJoiner === ''
    ? { [sortField]: { type: 'string' }, [sortOrder]: { enum: [ascending, descending] } }
    : {
        [sortField]: { type: 'string', description: `Columns, joined by "${sortJoiner}"` },
        [sortOrder]: {
          type: 'string',
          description: `${ascending} or ${descending} for each of them, joined alike`,
        },
      };

export const selectionJson = (entity: AnyEntity, wire: Wire): JsonSchema => ({
  ...sortJson(wire),
  ...filtersJson(entity, wire),
});

const schemasOf = (
  entity: AnyEntity,
  { wire }: Console,
): Record<RowVerb, Pick<SignedInEndpoint, 'request' | 'answer'>> => {
  const row = rowRef(entity);
  const zone: JsonSchema = entity.byDay
    ? {
        zone: {
          type: 'string',
          description: 'Your time zone, on whose day values depend: Asia/Shanghai',
        },
      }
    : {};
  const integer: JsonSchema = { type: 'integer' };
  const form = formJson(fieldsIn(entity, 'create'));
  const edit = formJson(fieldsIn(entity, 'edit').filter(([, { fixed }]) => !fixed));
  const id = { [wire.id]: integer };
  const before = wire.before && {
    [wire.before]: { type: 'object', description: 'Values as they were: a stale one refuses it' },
  };
  return {
    list: {
      request: object({ ...pageJson(wire), ...selectionJson(entity, wire), ...zone }),
      answer: object(
        {
          [wire.list]: { type: 'array', items: row },
          [wire.total]: integer,
          countedTo: {
            type: 'integer',
            description: 'There are more rows than this; they were not counted to the end',
          },
          ...(entity.record && { growing: Growing }),
        },
        [wire.list, wire.total],
      ),
    },
    get: { request: object({ ...id, ...zone }, [wire.id]), answer: row },
    add: {
      request: {
        ...form,
        properties: {
          ...(form.properties as JsonSchema),
          ...zoneJson(setsDay(entity.stamps, entity.fields)),
        },
      },
      answer: row,
    },
    update: {
      request: object({ ...id, ...before, ...(edit.properties as JsonSchema) }, [wire.id]),
      answer: row,
    },
    delete: {
      request: object({ [wire.ids]: { type: 'array', items: integer } }, [wire.ids]),
      answer: object({ deleted: integer }),
    },
  };
};
