import type { AnyEntity, Console, Verb, Wire } from '../../config';
import type { JsonSchema } from '../calls';
import { fieldsIn } from './fieldsOf';
import { filtersJson, formJson, rowJson } from './jsonSchema';

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

/** The file itself, when all is well. */
const FILE: JsonSchema = { type: 'string', format: 'binary' };

/** The bodies of an entity's calls, and the data they answer, in JSON Schema. */
export const schemasOf = (entity: AnyEntity, { wire }: Console): Record<Verb, CallSchemas> => {
  const row = rowJson(entity);
  const integer: JsonSchema = { type: 'integer' };
  const form = formJson(fieldsIn(entity, 'create'));
  const edit = formJson(fieldsIn(entity, 'edit').filter(([, { fixed }]) => !fixed));
  const id = { [wire.id]: integer };
  const selection = {
    ...sortJson(wire),
    ...filtersJson(entity, wire),
  };
  return {
    list: {
      request: object({ [wire.pageNum]: integer, [wire.pageSize]: integer, ...selection }),
      answer: object({ [wire.list]: { type: 'array', items: row }, [wire.total]: integer }),
    },
    get: { request: object(id, [wire.id]), answer: row },
    add: { request: form, answer: row },
    update: {
      request: object({ ...id, ...(edit.properties as JsonSchema) }, [wire.id]),
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
      }),
    },
  };
};
