import {
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Condition,
  type Field,
  type Fields,
  isGreaterThan,
} from '../../config';
import { ownValue } from '../../domain/ownValue';
import { dictionaryLabels } from '../../domain/system';
import { isReference, isReferenceList, parentField, schemaOf } from '../../fields';
import { ruleOf } from '../../fields/recordSchema';
import {
  asNotices,
  type Conditions,
  type Finding,
  findCircles,
  findingsIf,
  identifierFaults,
  perField,
} from './finding';

/** Checks the fields of an entity, or the arguments of an operation. */
export const checkFields = (
  place: string,
  among: Fields,
  entities: readonly AnyEntity[],
): Finding[] => [
  ...perField(place, among, (field, name) => ({
    ...identifierFaults(name),
    ...limitFaults(field),
    ...initialFaults(field),
    ...conditionFaults(field.when, among),
    ...conditionFaults(field.helpWhen, among),
    'is inline: it needs a column that the list shows and that can be changed':
      field.inline &&
      (field.virtual || field.fixed || !appearsIn(field, 'list') || !appearsIn(field, 'edit')),
    ...targetFaults(field, entities),
    ...formerNameFaults(field, name, among),
  })),
  ...Object.entries(among).flatMap(([name, field]) =>
    checkDictionary(`${place}.${name}`, field, entities),
  ),
  ...checkWhenCircles(place, among),
];

/** Finds fields whose conditions depend on each other in a circle: none of them would ever be visible. */
const checkWhenCircles = (place: string, among: Fields): Finding[] => {
  const conditions = Object.entries(among).map(
    ([name, { when = {} }]) => [name, Object.keys(when)] as const,
  );
  return findCircles(new Map(conditions)).map((circle) => ({
    place: `${place}.${circle[0]}`,
    text: `when goes in a circle: ${circle.join(', ')}`,
  }));
};

/** Checks that a value can be within the limits. A day has no order with the word "today". */
const limitFaults = (field: AnyField): Conditions => {
  const { min, max, integer } = field as Partial<Field<'number'>>;
  if (min === undefined || max === undefined || `${min}${max}`.includes('today')) return {};
  return {
    [`min ${min} is above max ${max}`]: min > max,
    [`no whole number is between min ${min} and max ${max}`]:
      integer && min <= max && Math.ceil(min) > Math.floor(max),
  };
};

/** True if the field's rules reject the value. */
export const refuses = (field: AnyField, value: unknown): boolean =>
  !ruleOf(field).isValidSync(value, { strict: true });

/** Checks the initial value by the field's own rules. JSON fields start empty, whatever is declared. */
const initialFaults = (field: AnyField): Conditions => {
  const { initial, kind, of } = field;
  if (initial === undefined || kind === 'json') return {};
  const isReferring = schemaOf(field).references;
  return {
    [`initial names a record of ${of}, and a new database has none`]: isReferring,
    [`its own rules refuse the initial value ${JSON.stringify(initial)}`]:
      !isReferring && refuses(field, initial),
  };
};

/** Checks that the fields of a condition can have the values, or exceed the number, that it names. */
export const conditionFaults = (when: object | undefined, fields: Fields): Conditions =>
  Object.fromEntries(
    Object.entries((when ?? {}) as Readonly<Record<string, Condition<number>>>).flatMap(
      ([name, condition]) => {
        const field = ownValue(fields, name);
        if (!field) return [];
        if (!isGreaterThan(condition)) return neverFaults('when', name, field, condition);
        return [
          [`when: ${name} is never above ${condition.above}`, !exceeds(field, condition.above)],
        ];
      },
    ),
  );

/** Checks that a field can have the values that an option names. */
export const neverFaults = (
  option: string,
  name: string,
  field: AnyField,
  values: readonly unknown[],
) =>
  values.map((value) => [
    `${option}: ${name} is never ${JSON.stringify(value)}`,
    refuses(field, value),
  ]);

/** True if the field is numeric and can exceed the number. */
const exceeds = (field: AnyField, above: number): boolean => {
  if (schemaOf(field).filter !== 'range' || !Number.isFinite(above)) return false;
  const { min = above } = field as Partial<Field<'number'>>;
  return !refuses(field, Math.max(min, Math.floor(above) + 1));
};

const targetFaults = (field: AnyField, entities: readonly AnyEntity[]): Conditions => {
  if (!isReference(field) && !isReferenceList(field)) return {};
  const target = entities.find(({ name }) => name === field.of);
  return {
    [`refers to ${field.of}, which is no entity`]: !target,
    [`refTree needs a tree: ${field.of} has no refTree to itself`]:
      target && field.kind === 'refTree' && !parentField(target),
  };
};

const checkDictionary = (
  place: string,
  field: AnyField,
  entities: readonly AnyEntity[],
): Finding[] => {
  const [items] = field.kind === 'dict' ? (schemaOf(field).reads?.(field as Field) ?? []) : [];
  if (items === undefined) return [];
  if (!entities.some(({ name }) => name === items)) {
    return [{ place, text: `a dictionary needs the entity ${items}, which is not declared` }];
  }
  const isShipped = Object.hasOwn(dictionaryLabels, field.of);
  const text = `no dictionary ${field.of} ships: operators have to make it`;
  return asNotices(findingsIf(place, { [text]: !isShipped }));
};

const formerNameFaults = ({ was }: AnyField, name: string, among: Fields): Conditions =>
  was === undefined
    ? {}
    : {
        'was called as it is': was === name,
        [`was ${was}, which is a field of its own`]: was !== name && Object.hasOwn(among, was),
        [`was ${was}, as another field says too`]: Object.entries(among).some(
          ([other, field]) => other !== name && field.was === was,
        ),
      };
