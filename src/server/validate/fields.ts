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
import { checkIdentifier, type Finding, findCircles, findingIf, findingsIf } from './finding';

/** Location of a field in the configuration, for error messages. */
interface FieldPath {
  /** `vehicle.axles` */
  readonly place: string;
  readonly name: string;
  readonly field: AnyField;
  /** All fields of the same entity or operation, including this one. */
  readonly among: Fields;
  readonly entities: readonly AnyEntity[];
}

/** Checks the fields of an entity, or the arguments of an operation. */
export const checkFields = (
  place: string,
  among: Fields,
  entities: readonly AnyEntity[],
): Finding[] => [
  ...Object.entries(among).flatMap(([name, field]) =>
    checks.flatMap((check) => check({ place: `${place}.${name}`, name, field, among, entities })),
  ),
  ...checkWhenCircles(place, among),
];

/** Finds fields whose conditions depend on each other in a circle: none of them would ever be visible. */
const checkWhenCircles = (place: string, among: Fields): Finding[] => {
  const conditions = Object.entries(among).map(
    ([name, { when = {} }]) => [name, Object.keys(when)] as const,
  );
  return findCircles(new Map(conditions)).map(([first = '', ...others]) => ({
    place: `${place}.${first}`,
    text: `when goes in a circle: ${[first, ...others, first].join(', ')}`,
  }));
};

/** Checks that a value can be within the limits. */
const checkLimits = ({ place, field }: FieldPath): Finding[] => {
  const { min, max, integer } = field as Partial<Field<'number'>>;
  if (min === undefined || max === undefined) return [];
  // A day has no order with the word "today".
  const isClock = [min, max].some((limit) => String(limit) === 'today');
  return [
    ...findingsIf(place, {
      [`min ${min} is above max ${max}`]: min > max && !isClock,
      [`no whole number is between min ${min} and max ${max}`]:
        integer === true && min <= max && Math.ceil(min) > Math.floor(max),
    }),
  ];
};

/** True if the field's rules reject the value. */
export const refuses = (field: AnyField, value: unknown): boolean =>
  !ruleOf(field).isValidSync(value, { strict: true });

/** Checks the initial value by the field's own rules. JSON fields start empty, whatever is declared. */
const checkInitial = ({ place, field }: FieldPath): Finding[] => {
  if (field.initial === undefined || field.kind === 'json') return [];
  if (schemaOf(field).references) {
    const text = `initial names a record of ${field.of}, and a new database has none`;
    return [{ place, text }];
  }
  return findingIf(
    refuses(field, field.initial),
    place,
    `its own rules refuse the initial value ${JSON.stringify(field.initial)}`,
  );
};

/** Checks that the fields of a condition can have the values, or exceed the number, that it names. */
export const checkCondition = (
  place: string,
  when: object | undefined,
  fields: Fields,
): Finding[] =>
  Object.entries((when ?? {}) as Readonly<Record<string, Condition<number>>>).flatMap(
    ([name, condition]) => {
      const field = ownValue(fields, name);
      if (!field) return [];
      if (isGreaterThan(condition)) {
        const { above } = condition;
        return findingIf(!exceeds(field, above), place, `when: ${name} is never above ${above}`);
      }
      return condition
        .filter((value) => refuses(field, value))
        .map((value) => ({ place, text: `when: ${name} is never ${JSON.stringify(value)}` }));
    },
  );

/** True if the field is numeric and can exceed the number. */
const exceeds = (field: AnyField, above: number): boolean => {
  if (schemaOf(field).filter !== 'range' || !Number.isFinite(above)) return false;
  const { min = above } = field as Partial<Field<'number'>>;
  return !refuses(field, Math.max(min, Math.floor(above) + 1));
};

/** Checks that a field can be edited in the list: it is shown there, and a change of it is stored. */
const checkInline = ({ place, field }: FieldPath): Finding[] =>
  findingIf(
    field.inline === true &&
      (field.virtual === true ||
        field.fixed === true ||
        !appearsIn(field, 'list') ||
        !appearsIn(field, 'edit')),
    place,
    'is inline: it needs a column that the list shows and that can be changed',
  );

const checkTarget = ({ place, field, entities }: FieldPath): Finding[] => {
  if (!isReference(field) && !isReferenceList(field)) return [];
  const target = entities.find(({ name }) => name === field.of);
  if (!target) return [{ place, text: `refers to ${field.of}, which is no entity` }];
  return findingIf(
    field.kind === 'refTree' && parentField(target) === undefined,
    place,
    `refTree needs a tree: ${target.name} has no refTree to itself`,
  );
};

const checkDictionary = ({ place, field, entities }: FieldPath): Finding[] => {
  const [items] = field.kind === 'dict' ? (schemaOf(field).reads?.(field as Field) ?? []) : [];
  if (items === undefined) return [];
  if (!entities.some(({ name }) => name === items)) {
    return [{ place, text: `a dictionary needs the entity ${items}, which is not declared` }];
  }
  return Object.hasOwn(dictionaryLabels, field.of)
    ? []
    : [{ place, text: `no dictionary ${field.of} ships: operators have to make it`, notice: true }];
};

const checkWas = ({ place, field, name, among }: FieldPath): Finding[] => {
  const { was } = field;
  if (was === undefined) return [];
  const otherFields = Object.entries(among).filter(([other]) => other !== name);
  return [
    ...findingsIf(place, {
      'was called as it is': was === name,
      [`was ${was}, which is a field of its own`]: otherFields.some(([other]) => other === was),
      [`was ${was}, as another field says too`]: otherFields.some(([, other]) => other.was === was),
    }),
  ];
};

const checks: readonly ((setting: FieldPath) => Finding[])[] = [
  ({ place, name }) => checkIdentifier(place, name),
  checkLimits,
  checkInitial,
  ({ place, field, among }) => checkCondition(place, field.when, among),
  ({ place, field, among }) => checkCondition(place, field.helpWhen, among),
  checkInline,
  checkTarget,
  checkDictionary,
  checkWas,
];
