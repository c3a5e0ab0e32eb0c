import type { AnyEntity, AnyField, Field, FieldUse, Wire } from '../../config';
import { DEFAULT_LOCALE, textOf } from '../../domain/label';
import { isReference, isReferenceList, isSecret, schemaOf, titleColumn } from '../../fields';
import { CIPHER, CIPHER_DESCRIPTION } from '../auth';
import type { JsonSchema } from '../endpoint';
import { fieldsIn, fieldsOf } from './fieldsOf';

const types: readonly (readonly [RegExp, JsonSchema])[] = [
  [/^text\[\]$/, { type: 'array', items: { type: 'string' } }],
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

/** What a field that is no text or number lacks. */
interface Limits {
  readonly min?: unknown;
  readonly max?: unknown;
  readonly pattern?: unknown;
}

/** What a field takes, as far as JSON Schema can say it. */
const limitsJson = (field: AnyField): JsonSchema => {
  const { min, max, pattern } = field as Limits;
  const [minKey, maxKey] = isList(field)
    ? ['minItems', 'maxItems']
    : isTextual(field)
      ? ['minLength', 'maxLength']
      : ['minimum', 'maximum'];
  return {
    ...(typeof min === 'number' && { [minKey]: min }),
    ...(typeof max === 'number' && { [maxKey]: max }),
    ...(isList(field) &&
      pattern instanceof RegExp && { items: { type: 'string', pattern: pattern.source } }),
    // A pattern does not judge an empty text, which is no value. JSON Schema reads every pattern as Unicode.
    ...(isTextual(field) &&
      pattern instanceof RegExp &&
      /^u?$/.test(pattern.flags) && { pattern: `^$|${pattern.source}` }),
  };
};

const isList = (field: AnyField): boolean => /\[\]$/.test(schemaOf(field).sql(field as Field));

const isTextual = (field: AnyField): boolean =>
  !isList(field) && /^(text|varchar)/.test(schemaOf(field).sql(field as Field));

/** A value that may be missing. */
const orNull = ({ type, enum: values, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  ...(type !== undefined && { type: [type, 'null'] }),
  ...(Array.isArray(values) && { enum: [...values, null] }),
});

/** A secret travels encrypted: its limits are those of the text within. */
const secretJson = (field: AnyField): JsonSchema => {
  const { title, description } = fieldJson(field);
  const { max, pattern } = field as Limits;
  const limits = [
    ...(typeof max === 'number' ? [`at most ${max} characters`] : []),
    ...(pattern instanceof RegExp ? [`matches ${pattern.source}`] : []),
  ];
  const text = limits.length > 0 ? [`The text within: ${limits.join(', ')}.`] : [];
  const help = typeof description === 'string' ? [description] : [];
  return {
    type: 'string',
    title,
    description: [...help, CIPHER_DESCRIPTION, ...text].join(' '),
    contentEncoding: 'base64',
    pattern: field.required ? CIPHER.source : `^$|${CIPHER.source}`,
  };
};

const inputJson = (field: AnyField): JsonSchema => {
  if (isSecret(field)) return field.required ? secretJson(field) : orNull(secretJson(field));
  const value = { ...fieldJson(field), ...limitsJson(field) };
  return field.required ? value : orNull(value);
};

export const PENDING_COLUMN: JsonSchema = {
  type: 'boolean',
  description: 'Whether records of the past are still being made',
};

/** The body of a form. */
export const formJson = (fields: readonly (readonly [string, AnyField])[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(([name, field]) => [name, inputJson(field)])),
  required: fields.filter(([, field]) => field.required).map(([name]) => name),
  additionalProperties: false,
});

const TITLES: JsonSchema = { type: ['array', 'null'], items: { type: 'string' } };

/** Where the description of an entity's rows is found in that of all calls. */
export const rowRef = ({ name }: AnyEntity): JsonSchema => ({
  $ref: `#/components/schemas/${name}`,
});

/** A row as it is answered. */
export const rowJson = (entity: AnyEntity, { id, kept: lockReasonsName }: Wire): JsonSchema => {
  const readableFields = Object.entries(fieldsOf(entity)).filter(([, field]) => !isSecret(field));
  const titles = readableFields.flatMap(([name, field]): [string, JsonSchema][] => {
    const title = textOf(field.label, DEFAULT_LOCALE);
    const column = titleColumn(field, name);
    if (column === undefined) return [];
    if (isReferenceList(field)) return [[column, { ...TITLES, title }]];
    return field.virtual ? [] : [[column, { type: ['string', 'null'], title }]];
  });
  const why = { type: 'object', description: 'What cannot be done with it, and why' };
  return {
    type: 'object',
    title: textOf(entity.label, DEFAULT_LOCALE),
    properties: {
      [id]: { type: 'integer' },
      ...Object.fromEntries(readableFields.map(([name, field]) => [name, answeredJson(field)])),
      ...Object.fromEntries(titles),
      ...(lockReasonsName !== '' && { [lockReasonsName]: why }),
    },
    required: [id],
    additionalProperties: false,
  };
};

/**
 * What is stored may be older than the limits of today. What must always be entered is there, but
 * for references: what is at the top refers to nothing above it.
 */
const answeredJson = (field: AnyField): JsonSchema => {
  const isThere =
    field.required && field.when === undefined && !field.virtual && !isReference(field);
  return isThere ? fieldJson(field) : orNull(fieldJson(field));
};

const orMany = (value: JsonSchema): JsonSchema => ({
  oneOf: [value, { type: 'array', items: value }],
});

/** What a list can be narrowed by. */
export const filtersJson = (entity: AnyEntity, { from, to, exact, id }: Wire): JsonSchema =>
  Object.fromEntries([
    [id, orMany({ type: 'integer' })],
    ...fieldsIn(entity, 'filter' satisfies FieldUse).flatMap(([name, field]) => {
      const value = isReferenceList(field) ? { type: 'integer' } : fieldJson(field);
      const { filter } = schemaOf(field);
      if (filter === 'none' || field.virtual) return [];
      const ends = [from, to].map((end) => [name + end, value]);
      const whole = filter === 'contains' && exact !== '' ? [[name + exact, orMany(value)]] : [];
      return [[name, orMany(value)], ...(filter === 'range' ? ends : []), ...whole];
    }),
  ]);
