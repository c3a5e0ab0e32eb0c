import {
  type AnyEntity,
  type AnyField,
  comparedColumns,
  constraintRules,
  type Field,
  type FieldUse,
  type Wire,
} from '../../config';
import { DEFAULT_LOCALE, textOf } from '../../domain/label';
import { isReference, isReferenceList, isSecret, schemaOf, titleColumn } from '../../fields';
import { lineEntity, lineInputs } from '../../fields/lines';
import { CIPHER_DESCRIPTION } from '../../protocol/contracts/schemas';
import { CIPHER } from '../auth';
import type { JsonSchema } from '../calls/endpoint';
import { fieldsIn, fieldsOf } from './fieldsOf';

/** Schema of a value, without limits and title. */
const valueJson = (field: AnyField): JsonSchema =>
  schemaOf(field).json?.(field as Field) ?? { type: 'string' };

const fieldJson = (field: AnyField): JsonSchema => {
  const title = textOf(field.label, DEFAULT_LOCALE);
  const description = field.help && textOf(field.help, DEFAULT_LOCALE);
  const table = schemaOf(field).choices?.(field as Field);
  const choices = table ? { enum: table.map(([value]) => value) } : {};
  return { ...valueJson(field), ...choices, title, ...(description && { description }) };
};

/** Limits of text and number fields; other kinds lack them. */
interface Limits {
  readonly min?: unknown;
  readonly max?: unknown;
  readonly pattern?: unknown;
}

/** Returns the limits of a field that JSON Schema can express. */
const limitsJson = (field: AnyField): JsonSchema => {
  const { min, max, pattern } = field as Limits;
  // The limits of an exact number, which is a text, are none of JSON Schema.
  if (schemaOf(field).bound) return {};
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
    // A blank text is no value, so the pattern must let it pass. JSON Schema reads every pattern in Unicode mode.
    ...(isTextual(field) &&
      pattern instanceof RegExp &&
      /^u?$/.test(pattern.flags) && { pattern: `^$|${pattern.source}` }),
  };
};

const isList = (field: AnyField): boolean => valueJson(field).type === 'array';

const isTextual = (field: AnyField): boolean => valueJson(field).type === 'string';

const orNull = ({ type, enum: values, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  ...(type !== undefined && { type: [type, 'null'] }),
  ...(Array.isArray(values) && { enum: [...values, null] }),
});

/** Schema of a secret. It travels encrypted, so the limits of the plain text are only described. */
const secretJson = (field: AnyField): JsonSchema => {
  const { pattern } = field as Limits;
  const description = [
    field.help && textOf(field.help, DEFAULT_LOCALE),
    CIPHER_DESCRIPTION,
    pattern instanceof RegExp && `The text within: matches ${pattern.source}.`,
  ];
  return {
    type: 'string',
    title: textOf(field.label, DEFAULT_LOCALE),
    description: description.filter(Boolean).join(' '),
    contentEncoding: 'base64',
    writeOnly: true,
    pattern: field.required ? CIPHER.source : `^$|${CIPHER.source}`,
  };
};

const optionalJson = (field: AnyField, value: JsonSchema): JsonSchema =>
  field.required ? value : orNull(value);

/** Schema of a stored value, which is also sent to locks: secrets are in plain text. */
export const plainJson = (field: AnyField): JsonSchema =>
  optionalJson(field, { ...fieldJson(field), ...limitsJson(field) });

/** Schema of a value as a call carries it. */
const inputJson = (field: AnyField): JsonSchema => {
  const part = lineEntity(field);
  if (part) return linesJson(field, part);
  return isSecret(field) ? optionalJson(field, secretJson(field)) : plainJson(field);
};

/** Schema of lines in a form. One that has an id is known; values that no form sets are ignored. */
const linesJson = (field: AnyField, part: AnyEntity): JsonSchema => {
  const { properties, ...line } = formJson(lineInputs(part));
  const id = { type: ['integer', 'null'], description: 'Of a line that exists' };
  const items = { ...line, properties: { id, ...(properties as JsonSchema) }, required: [] };
  return {
    ...fieldJson(field),
    ...limitsJson(field),
    items: { ...items, additionalProperties: true },
  };
};

/** Schema of a form's body. A field that depends on others is never required. @param describe returns the schema of a field's value */
export const formJson = (
  fields: readonly (readonly [string, AnyField])[],
  describe = inputJson,
): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(([name, field]) => [name, describe(field)])),
  required: fields.flatMap(([name, field]) => (field.required && !field.when ? [name] : [])),
  additionalProperties: false,
});

const TITLES: JsonSchema = { type: ['array', 'null'], items: { type: 'string' } };

/** Reference to the schema of an entity's rows in the OpenAPI document. */
export const rowRef = ({ name }: AnyEntity): JsonSchema => ({
  $ref: `#/components/schemas/${name}`,
});

/** Describes the rules over several records. */
const rulesText = ({ rules, scope }: AnyEntity): string =>
  constraintRules(rules)
    .map((rule) => {
      const compared = comparedColumns(rule).join(', ');
      const within = rule.anywhere || ['shared', 'id'].includes(scope) ? '' : ' in an organisation';
      const some = rule.while ? ', if the records meet a condition' : '';
      const refusal = `or ${rule.at} is refused: "${textOf(rule.message, DEFAULT_LOCALE)}"`;
      return 'span' in rule
        ? `${rule.span.join(' to ')} must not overlap for equal ${compared}${within}${some}, ${refusal}.`
        : `${compared} must be unique${within}${some}, ${refusal}.`;
    })
    .join(' ');

/** Schema of a row in an answer. */
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
    ...(rulesText(entity) && { description: rulesText(entity) }),
    ...(entity.states && { 'x-states': entity.states }),
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
 * Schema of a stored value. It leaves the limits out, because a value may be older than they are. Only a required field
 * always has a value; references are the exception, because a root record refers to none above it.
 */
const answeredJson = (field: AnyField): JsonSchema => {
  const part = lineEntity(field);
  // Lists leave lines out.
  if (part) return { ...fieldJson(field), items: rowRef(part) };
  const isThere =
    field.required && field.when === undefined && !field.virtual && !isReference(field);
  return isThere ? fieldJson(field) : orNull(fieldJson(field));
};

const orMany = (value: JsonSchema): JsonSchema => ({
  oneOf: [value, { type: 'array', items: value }],
});

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
