import type { AnyEntity, AnyField, Field, View, Wire } from '../../config';
import type { Choices } from '../../domain/label';
import { schemaOf } from '../../fields';
import { viaOf } from '../../fields/ref/schema';
import { titlesOf } from '../../fields/refs/schema';
import type { JsonSchema } from '../endpoint';
import { fieldsIn, fieldsOf, isRef, isRefList } from './fieldsOf';

const types: readonly (readonly [RegExp, JsonSchema])[] = [
  [/\[\]$/, { type: 'array', items: { type: 'integer' } }],
  [/^(smallint|integer|bigint)/, { type: 'integer' }],
  [/^(real|double precision|numeric)/, { type: 'number' }],
  [/^boolean/, { type: 'boolean' }],
  [/^date/, { type: 'string', format: 'date' }],
  [/^jsonb/, {}],
];

const isChoices = (of: unknown): of is Choices => Array.isArray(of);

/** A field's value in JSON Schema, told by the type it is stored as. */
export const fieldJson = (field: AnyField): JsonSchema => {
  const sql = schemaOf(field).sql(field as Field);
  const [, type] = types.find(([pattern]) => pattern.test(sql)) ?? [undefined, { type: 'string' }];
  const [title, description] = [field.label[0], field.help?.[0]];
  const choices = isChoices(field.of) ? { enum: field.of.map(([value]) => value) } : {};
  return { ...type, ...choices, title, ...(description && { description }) };
};

/** The body of a form. */
export const formJson = (fields: readonly (readonly [string, AnyField])[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldJson(field)])),
  required: fields.filter(([, field]) => field.required).map(([name]) => name),
  additionalProperties: false,
});

const TITLES: JsonSchema = { type: 'array', items: { type: 'string' } };

/** A row as it is answered. */
export const rowJson = (entity: AnyEntity): JsonSchema => {
  const shown = Object.entries(fieldsOf(entity)).filter(([, { kind }]) => kind !== 'password');
  const titles = shown.flatMap(([name, field]): [string, JsonSchema][] => {
    const [title] = field.label;
    if (isRefList(field)) return [[titlesOf(name), { ...TITLES, title }]];
    if (!isRef(field) || field.virtual) return [];
    const { via } = field as { readonly via?: string };
    return [[viaOf(via, name), { type: ['string', 'null'], title }]];
  });
  return {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      ...Object.fromEntries(shown.map(([name, field]) => [name, fieldJson(field)])),
      ...Object.fromEntries(titles),
    },
  };
};

const orMany = (value: JsonSchema): JsonSchema => ({
  oneOf: [value, { type: 'array', items: value }],
});

/** What a list can be narrowed by. */
export const filtersJson = (entity: AnyEntity, { from, to, id }: Wire): JsonSchema =>
  Object.fromEntries([
    [id, orMany({ type: 'integer' })],
    ...fieldsIn(entity, 'filter' satisfies View).flatMap(([name, field]) => {
      const value = isRefList(field) ? { type: 'integer' } : fieldJson(field);
      const { filter } = schemaOf(field);
      if (filter === 'none' || field.virtual) return [];
      const ends = [from, to].map((end) => [name + end, value]);
      return [[name, orMany(value)], ...(filter === 'range' ? ends : [])];
    }),
  ]);
