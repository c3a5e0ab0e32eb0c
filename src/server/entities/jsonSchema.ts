import type { AnyEntity, AnyField, Field, View, Wire } from '../../config';
import { DEFAULT_LOCALE, textOf } from '../../domain/label';
import { isReferenceList, isSecret, schemaOf, titleColumn } from '../../fields';
import type { JsonSchema } from '../endpoint';
import { fieldsIn, fieldsOf } from './fieldsOf';

const types: readonly (readonly [RegExp, JsonSchema])[] = [
  [/\[\]$/, { type: 'array', items: { type: 'integer' } }],
  [/^(smallint|integer|bigint)/, { type: 'integer' }],
  [/^(real|double precision|numeric)/, { type: 'number' }],
  [/^boolean/, { type: 'boolean' }],
  [/^date/, { type: 'string', format: 'date' }],
  [/^jsonb/, {}],
];

/** A field's value in JSON Schema, told by the type it is stored as. */
const fieldJson = (field: AnyField): JsonSchema => {
  const sql = schemaOf(field).sql(field as Field);
  const [, type] = types.find(([pattern]) => pattern.test(sql)) ?? [undefined, { type: 'string' }];
  const title = textOf(field.label, DEFAULT_LOCALE);
  const description = field.help && textOf(field.help, DEFAULT_LOCALE);
  const table = schemaOf(field).choices?.(field as Field);
  const choices = table ? { enum: table.map(([value]) => value) } : {};
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
  const shown = Object.entries(fieldsOf(entity)).filter(([, field]) => !isSecret(field));
  const titles = shown.flatMap(([name, field]): [string, JsonSchema][] => {
    const title = textOf(field.label, DEFAULT_LOCALE);
    const column = titleColumn(field, name);
    if (column === undefined) return [];
    if (isReferenceList(field)) return [[column, { ...TITLES, title }]];
    return field.virtual ? [] : [[column, { type: ['string', 'null'], title }]];
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
export const filtersJson = (entity: AnyEntity, { from, to, exact, id }: Wire): JsonSchema =>
  Object.fromEntries([
    [id, orMany({ type: 'integer' })],
    ...fieldsIn(entity, 'filter' satisfies View).flatMap(([name, field]) => {
      const value = isReferenceList(field) ? { type: 'integer' } : fieldJson(field);
      const { filter } = schemaOf(field);
      if (filter === 'none' || field.virtual) return [];
      const ends = [from, to].map((end) => [name + end, value]);
      const whole = filter === 'contains' && exact !== '' ? [[name + exact, orMany(value)]] : [];
      return [[name, orMany(value)], ...(filter === 'range' ? ends : []), ...whole];
    }),
  ]);
