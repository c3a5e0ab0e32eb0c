import {
  type AnyEntity,
  type AnyField,
  action,
  command,
  declaredOptions,
  type Entity,
  entity,
  type Field,
  type Fields,
  f,
  type Kind,
  originalEntity,
} from '../config';
import type { Label } from '../domain/label';
import { ownValue } from '../domain/ownValue';
import { nearestOf } from '../domain/text';
import { entityOptions, operationOptions } from './declaredShape';
import { type AnyKindDescription, fieldOptions, type OptionType } from './description';
import { kindOf, kinds } from './schemas';
import { type Data, isObject, nounOf, type ValueType, valueTypes } from './valueTypes';

type Module = { readonly description?: AnyKindDescription };

/** Descriptions by kind. A kind of the customer's may have none. */
export const kindDescriptions: Readonly<Record<string, AnyKindDescription | undefined>> =
  Object.fromEntries([
    ...Object.entries(import.meta.glob<Module>('@custom/*.schema.ts', { eager: true })).map(
      ([path, { description }]) => [kindOf(path), description],
    ),
    ...Object.entries(
      import.meta.glob<AnyKindDescription>('./kinds/*.schema.ts', {
        eager: true,
        import: 'description',
      }),
    ).map(([path, description]) => [kindOf(path), description]),
  ]);

/** `print` makes data of a declaration, `read` a declaration of data. */
type Way = 'print' | 'read';

/** @throws Error that names the place: `trip.fields.fee.scale: must be a number, not "2"` */
const refuse = (place: string, sentence: string): never => {
  throw new Error(`${place}: ${sentence}`);
};

/** Returns the end of a sentence about an unknown name, with the one that may be meant. */
const nearText = (name: string, allowed: readonly string[]): string => {
  const near = nearestOf(name, allowed);
  return near === undefined ? name : `${name}: ${near} is near`;
};

/** Writes or reads a value. @throws Error if it is not of the type */
const convert = (type: OptionType, value: unknown, place: string, way: Way): unknown => {
  const misfit = (data = value) =>
    refuse(
      place,
      `must be ${nounOf(type)}, not ${JSON.stringify(data, (_, each) => (typeof each === 'function' ? 'code' : each))}`,
    );
  const inner = (name: string | number) => `${place}.${name}`;
  if (type === 'declaredField') return convertField(value, place, way);
  if (type === 'declaredAction') return convertOperation(action, value, place, way);
  if (type === 'declaredCommand') return convertOperation(command, value, place, way);
  if (type === 'code') return refuse(place, 'is code: declare rules instead');
  if (typeof type === 'string') {
    const { fits, print, read }: ValueType = valueTypes[type];
    const data = way === 'print' && print ? print(value as never) : value;
    if (!fits(data)) return misfit(data);
    return way === 'read' && read ? read(data as never) : data;
  }
  if ('oneOf' in type) return type.oneOf.includes(value as string) ? value : misfit();
  if ('anyOf' in type) {
    for (const each of type.anyOf) {
      try {
        return convert(each, value, place, way);
      } catch {}
    }
    return misfit();
  }
  if ('mapOf' in type) {
    if (!isObject(value)) return misfit();
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        convert(type.mapOf, each, inner(name), way),
      ]),
    );
  }
  if ('options' in type) {
    return isObject(value) ? convertOptions(type, value, place, way) : misfit();
  }
  if (!Array.isArray(value)) return misfit();
  if ('listOf' in type) return value.map((each, i) => convert(type.listOf, each, inner(i), way));
  const { tuple, optional = 0, repeats } = type;
  if (value.length < tuple.length - optional || (value.length > tuple.length && !repeats))
    return misfit();
  return value.map((each, i) =>
    convert(tuple[Math.min(i, tuple.length - 1)] as OptionType, each, inner(i), way),
  );
};

/** Writes or reads an object of options, each in its place. An option without a value is left out. */
const convertOptions = (
  { options, needs = [] }: Extract<OptionType, { readonly options: unknown }>,
  value: Data,
  place: string,
  way: Way,
): Data => {
  const allowed = Object.keys(options);
  const unknown = Object.keys(value).find(
    (name) => value[name] !== undefined && !Object.hasOwn(options, name),
  );
  if (unknown !== undefined) refuse(place, `has no option ${nearText(unknown, allowed)}`);
  const missing = needs.find((name) => value[name] === undefined);
  if (missing !== undefined) refuse(place, `needs ${missing}`);
  return Object.fromEntries(
    Object.entries(options)
      .filter(([name]) => value[name] !== undefined)
      .map(([name, type]) => [name, convert(type, value[name], `${place}.${name}`, way)]),
  );
};

/** Returns the options of a field of a kind. A kind without a description takes any. */
const optionsOf = (kind: string, field: Data) => {
  const description = ownValue(kindDescriptions, kind);
  const own: readonly (readonly [string, { type: OptionType; needed?: true }])[] = description
    ? Object.entries(description.options ?? {})
    : Object.keys(field).map((name) => [name, { type: 'json' }]);
  const subject = description ? description.subject : 'json';
  return {
    options: {
      kind: 'text' as const,
      label: 'label' as const,
      ...(subject && { of: subject }),
      ...Object.fromEntries(
        [...own, ...Object.entries(fieldOptions)].map(([name, { type }]) => [name, type]),
      ),
    },
    needs: [
      'label',
      ...(description?.subject ? ['of'] : []),
      ...own.filter(([, { needed }]) => needed).map(([name]) => name),
    ],
  };
};

const convertField = (field: unknown, place: string, way: Way): unknown => {
  const { kind } = isObject(field) ? field : {};
  if (!isObject(field) || typeof kind !== 'string')
    return refuse(place, 'must be a field such as { "kind": "text", "label": ["Name", "名称"] }');
  if (!kinds.includes(kind)) return refuse(place, `has no kind ${nearText(kind, kinds)}`);
  const data = convertOptions(optionsOf(kind, field), field, place, way);
  if (way === 'print') {
    // The builder adds `required: false`.
    const { required, ...options } = data;
    return required ? data : options;
  }
  const { kind: _, label, of, ...options } = data;
  const build = f[kind as Kind] as (label: unknown, ...rest: readonly unknown[]) => AnyField;
  return of === undefined ? build(label, options) : build(label, of, options);
};

const convertOperation = (
  builder: typeof action,
  operation: unknown,
  place: string,
  way: Way,
): unknown => {
  if (!isObject(operation)) return refuse(place, 'must be an object with a label');
  const data = convertOptions(
    { options: operationOptions, needs: ['label'] },
    operation,
    place,
    way,
  );
  const { label, ...options } = data as { readonly label: Label };
  if (way === 'read') return builder(label, options);
  const defaults: Data = builder(label);
  return Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) => name === 'label' || !isSame(value, defaults[name]),
    ),
  );
};

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const ENTITY = { options: entityOptions, needs: ['name', 'label', 'fields'] };

const isSameOption = (option: keyof typeof entityOptions, one: AnyEntity, other: AnyEntity) => {
  const [data, otherData] = [one, other].map(({ name, [option]: value }) =>
    convertOptions(
      { options: { [option]: entityOptions[option] } },
      { [option]: value },
      name,
      'print',
    ),
  );
  return isSame(data, otherData);
};

/** Returns the options in which two entities differ. @throws Error if an option is code */
export const differentOptions = (one: AnyEntity, other: AnyEntity): (keyof Entity)[] =>
  (Object.keys(entityOptions) as (keyof Entity)[]).filter(
    (option) => !isSameOption(option, one, other),
  );

const declare = ({ name, label, ...options }: Data): AnyEntity =>
  entity(name as string, label as Label, options as never);

/** Returns the fields of a copy: those that it shares with its declaration as declared, and its own. */
const declaredFields = (copy: AnyEntity, fresh: AnyEntity, declared: Fields): Fields => {
  const isDeclared = (name: string) => {
    const fieldsOf = ({ fields, ...rest }: AnyEntity) => ({
      ...rest,
      fields: { [name]: fields[name] },
    });
    return fresh.fields[name] && isSameOption('fields', fieldsOf(copy), fieldsOf(fresh));
  };
  return Object.fromEntries(
    Object.entries(copy.fields as Fields).map(([name, field]) => [
      name,
      isDeclared(name) ? declared[name] : field,
    ]),
  ) as Fields;
};

/**
 * Returns the declared form of an entity as JSON: the options that were written, and none that follow from them.
 * @throws Error that names an option that is code
 */
export const declarationOf = (resolved: AnyEntity): Data => {
  const original = originalEntity(resolved);
  const { name, label, fields } = original;
  let options: Data = { fields, ...declaredOptions(original), name, label };
  // A copy by spread has options that its declaration lacks. What follows from those may differ in turn.
  for (let fresh = declare(options), round = 0; round < 2; fresh = declare(options), round++) {
    const changes = differentOptions(original, fresh).map((option) => [
      option,
      option === 'fields'
        ? declaredFields(original, fresh, options.fields as Fields)
        : original[option],
    ]);
    options = { ...options, ...Object.fromEntries(changes) };
  }
  return convertOptions(ENTITY, options, name, 'print');
};

/** Makes an entity of its declared form. @throws Error that names the place of a mistake: `trip.fields.fee.scale` */
export const entityOf = <N extends string = string>(
  data: unknown,
): Entity<N, Readonly<Record<string, Field<'json'>>>> => {
  if (!isObject(data) || typeof data.name !== 'string')
    return refuse('entity', 'must be an object with a name');
  return declare(convertOptions(ENTITY, data, data.name, 'read')) as never;
};

/** Characters of a line of JSON. */
const MAX_WIDTH = 100;

/** Writes JSON, on one line if it is short. @param before characters before it on its line, besides the indentation */
export const jsonText = (value: unknown, indent = '', before = 0): string => {
  const inside = `${indent}  `;
  const member = ([name, each]: readonly [string, unknown]) => {
    const start = `${JSON.stringify(name)}: `;
    return `${start}${jsonText(each, inside, start.length)}`;
  };
  const parts = Array.isArray(value)
    ? value.map((each) => jsonText(each, inside))
    : isObject(value) && Object.entries(value).map(member);
  if (!parts || parts.length === 0) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  const isShort = indent.length + before + line.length < MAX_WIDTH && !line.includes('\n');
  return isShort ? line : `${open}\n${inside}${parts.join(`,\n${inside}`)}\n${indent}${close}`;
};
