import { type AnyEntity, type Console, type Verb, verbLabels, type Wire } from '../../config';
import { labelWith } from '../../domain/label';
import { isSecret } from '../../fields';
import { buttonCode, verbPath } from '../../protocol';
import type { CallValues, JsonSchema, RecordRefs, SignedInEndpoint } from '../calls/endpoint';
import { fieldsIn, fieldsOf } from './fieldsOf';
import { idsIn } from './ids';
import { filtersJson, formJson, PENDING_COLUMN, rowRef } from './jsonSchema';
import { pageJson } from './listQuery';
import { callErrorOf } from './refusalOf';

/** Verbs that change nothing. A sign for them may be used more than once. */
const READS: readonly Verb[] = ['list', 'get', 'export'];

/** Verbs in the operation log: changes, and bulk exports of data. Downloads of import templates are not logged. */
const LOGGED: readonly Verb[] = ['add', 'update', 'delete', 'export', 'import'];

/** Records that a call concerns; none for an export or import. */
const recordsOf = (verb: Verb, { wire }: Console, body: CallValues, data: unknown): RecordRefs => {
  if (verb === 'update') return idsIn(body[wire.id]);
  if (verb === 'delete') return idsIn(body[wire.ids]);
  return idsIn(verb === 'add' ? (data as CallValues | null)?.id : []);
};

export const verbCall = (
  entity: AnyEntity,
  verb: Verb,
  config: Console,
  work: SignedInEndpoint['work'],
): SignedInEndpoint => ({
  path: verbPath(entity, verb),
  label: labelWith(entity.label, verbLabels[verb]),
  code: buttonCode(entity.name, verb),
  kind: verb,
  access: 'granted',
  entity: entity.name,
  records: (body, data) => recordsOf(verb, config, body, data),
  // parseSelection rejects unknown filters with a message of its own.
  validatesFieldNames: verb === 'list' || verb === 'export',
  changes: !READS.includes(verb),
  logged: (body) => LOGGED.includes(verb) && body.template !== true,
  secrets: Object.entries(fieldsOf(entity))
    .filter(([, field]) => isSecret(field))
    .map(([name]) => name),
  ...schemasOf(entity, config)[verb],
  work: async (context, caller) => {
    try {
      return await work(context, caller);
    } catch (error) {
      throw callErrorOf(error, config, entity);
    }
  },
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

/** Schema of the file that a successful call returns. */
const FILE: JsonSchema = { type: 'string', format: 'binary' };

/** Request and answer schemas of an entity's calls. */
const schemasOf = (entity: AnyEntity, { wire }: Console): Record<Verb, CallSchemas> => {
  const row = rowRef(entity);
  const integer: JsonSchema = { type: 'integer' };
  const form = formJson(fieldsIn(entity, 'create'));
  const edit = formJson(fieldsIn(entity, 'edit').filter(([, { fixed }]) => !fixed));
  const id = { [wire.id]: integer };
  const before = wire.before && {
    [wire.before]: { type: 'object', description: 'Values as they were: a stale one refuses it' },
  };
  const selection = {
    ...sortJson(wire),
    ...filtersJson(entity, wire),
  };
  return {
    list: {
      request: object({ ...pageJson(wire), ...selection }),
      answer: object(
        {
          [wire.list]: { type: 'array', items: row },
          [wire.total]: integer,
          countedTo: {
            type: 'integer',
            description: 'There are more rows than this; they were not counted to the end',
          },
          ...(entity.record && { growing: PENDING_COLUMN }),
        },
        [wire.list, wire.total],
      ),
    },
    get: { request: object(id, [wire.id]), answer: row },
    add: { request: form, answer: row },
    update: {
      request: object({ ...id, ...before, ...(edit.properties as JsonSchema) }, [wire.id]),
      answer: row,
    },
    delete: {
      request: object({ [wire.ids]: { type: 'array', items: integer } }, [wire.ids]),
      answer: object({ deleted: integer }),
    },
    export: {
      request: object({
        ...selection,
        columns: { type: 'array', items: { type: 'string' } },
        job: {
          type: 'boolean',
          description: 'Answers `{ job }`, the id of an exportJob that writes the file',
        },
      }),
      answer: FILE,
    },
    import: {
      request: object({
        template: { const: true, description: 'Answers the empty spreadsheet' },
        path: { type: 'string', description: 'As the upload answered it' },
        dryRun: { type: 'boolean', description: 'Checks everything and adds nothing' },
      }),
      answer: object({
        total: integer,
        added: integer,
        errors: {
          type: 'array',
          items: object({ row: integer, fields: { type: 'object' } }),
        },
        ignored: {
          type: 'array',
          items: { type: 'string' },
          description: 'Columns that an import cannot take',
        },
      }),
    },
  };
};
