import { type AnyEntity, type Console, type Verb, verbLabels, type Wire } from '../../config';
import { labelWith } from '../../domain/label';
import { secretNames } from '../../fields';
import { type AnswerOf, buttonCode, type RequestOf, verbPath } from '../../protocol';
import { exportContract, Growing, importContract } from '../../protocol/contracts/records';
import { answering, type CheckedContext } from '../calls/answering';
import type {
  Caller,
  CallValues,
  FileAnswer,
  JsonSchema,
  RecordRefs,
  SignedInEndpoint,
} from '../calls/endpoint';
import { fieldsIn, fieldsOf } from './fieldsOf';
import { idsIn } from './ids';
import { filtersJson, formJson, rowRef } from './jsonSchema';
import { pageJson } from './listQuery';
import { callErrorOf } from './refusalOf';

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
const verbOptions = (entity: AnyEntity, verb: Verb, config: Console) =>
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

const labelOfVerb = (entity: AnyEntity, verb: Verb) => labelWith(entity.label, verbLabels[verb]);

/** Runs the work of a call, with errors of the database as refusals. */
const refusing =
  <Context, Answer>(
    entity: AnyEntity,
    config: Console,
    work: (context: Context, caller: Caller) => Promise<Answer>,
  ) =>
  async (context: Context, caller: Caller): Promise<Answer> => {
    try {
      return await work(context, caller);
    } catch (error) {
      throw callErrorOf(error, config, entity);
    }
  };

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
  work: refusing(entity, config, work),
});

type Work<C> = (
  context: CheckedContext<RequestOf<C>>,
  caller: Caller,
) => Promise<AnswerOf<C> | FileAnswer>;

/** Call `export`. */
export const exportEndpoint = (
  entity: AnyEntity,
  config: Console,
  work: Work<ReturnType<typeof exportContract>>,
): SignedInEndpoint =>
  answering(exportContract(verbPath(entity, 'export'), labelOfVerb(entity, 'export')), {
    ...verbOptions(entity, 'export', config),
    declared: { properties: selectionJson(entity, config.wire) },
    // Unknown columns have a message of their own.
    checkedByWork: ['columns', 'job', 'zone'],
    work: refusing(entity, config, work),
  });

/** Call `import`. */
export const importEndpoint = (
  entity: AnyEntity,
  config: Console,
  work: Work<ReturnType<typeof importContract>>,
): SignedInEndpoint =>
  answering(importContract(verbPath(entity, 'import'), labelOfVerb(entity, 'import')), {
    ...verbOptions(entity, 'import', config),
    // A path without a file has a message of its own.
    checkedByWork: ['template', 'path', 'dryRun', 'zone'],
    work: refusing(entity, config, work),
  });

interface CallSchemas {
  readonly request: JsonSchema;
  readonly answer: JsonSchema;
}

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

const selectionJson = (entity: AnyEntity, wire: Wire): JsonSchema => ({
  ...sortJson(wire),
  ...filtersJson(entity, wire),
});

/** Request and answer schemas of an entity's calls. */
const schemasOf = (entity: AnyEntity, { wire }: Console): Record<RowVerb, CallSchemas> => {
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
    add: { request: form, answer: row },
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
