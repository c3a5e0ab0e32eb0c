import {
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Choices,
  type Condition,
  type Field,
  type Fields,
  fieldUses,
  isGreaterThan,
} from '../../config';
import { ownValue } from '../../domain/ownValue';
import { dictionaryLabels } from '../../domain/system';
import { isReference, isReferenceList, parentField, schemaOf } from '../../fields';
import { ruleOf } from '../../fields/recordSchema';
import { checkLimits, checkSize } from './fieldLimits';
import {
  checkObjectName,
  duplicates,
  type Finding,
  findCircles,
  findingIf,
  isEmptyLabel,
  PLAIN_NAME,
} from './finding';

/** Location of a field in the configuration, for error messages. */
export interface FieldPath {
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
): Finding[] => [...runChecks(checks, place, among, entities), ...checkWhenCircles(place, among)];

/** Checks fields that are shown and never entered, such as the columns of a report. */
export const checkShownFields = (
  place: string,
  among: Fields,
  entities: readonly AnyEntity[],
): Finding[] => runChecks([checkLabels, checkTable], place, among, entities);

const runChecks = (
  some: readonly ((path: FieldPath) => Finding[])[],
  place: string,
  among: Fields,
  entities: readonly AnyEntity[],
): Finding[] =>
  Object.entries(among).flatMap(([name, field]) =>
    some.flatMap((check) => check({ place: `${place}.${name}`, name, field, among, entities })),
  );

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

const checkName = ({ place, name }: FieldPath): Finding[] => [
  ...findingIf(
    !PLAIN_NAME.test(name),
    place,
    'a name has up to 63 letters, digits and underscores',
  ),
  ...checkObjectName(place, name),
];

const checkUses = ({ place, field }: FieldPath): Finding[] =>
  [field.on ?? []]
    .flat()
    .filter((use) => !fieldUses.includes(use))
    .map((use) => ({ place, text: `on names ${use}, which is none of ${fieldUses.join(', ')}` }));

const checkLabels = ({ place, field }: FieldPath): Finding[] => [
  ...isEmptyLabel(place, 'the label', field.label),
  ...isEmptyLabel(place, 'the help', field.help),
  ...isEmptyLabel(place, 'the message', (field as Field<'text'>).message),
];

/** Checks the accepted file types. They have the syntax of browsers: `.pdf`, `image/png`, `image/*`. */
const checkAccept = ({ place, field }: FieldPath): Finding[] => {
  const { accept }: Partial<Field<'file'>> = field;
  if (field.kind !== 'file' || accept === undefined) return [];
  return accept
    .split(',')
    .map((type) => type.trim())
    .filter((type) => !/^(\.[\w.-]+|[\w.+-]+\/([\w.+-]+|\*))$/.test(type))
    .map((type) => ({
      place,
      text: `accept names ${JSON.stringify(type)}, which is neither an ending such as .pdf nor a type such as image/png`,
    }));
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

/** Checks a condition on fields. They must exist, and be able to have the values or exceed the number that it names. */
export const checkCondition = (
  place: string,
  when: object | undefined,
  fields: Fields,
): Finding[] =>
  Object.entries((when ?? {}) as Readonly<Record<string, Condition<number>>>).flatMap(
    ([name, condition]) => {
      const field = ownValue(fields, name);
      if (!field) return [{ place, text: `when names ${name}, which is no field` }];
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

/** Checks the names of other fields, and of the entity, that a field writes or reads. */
const checkOtherFields = ({ place, field, among, entities }: FieldPath): Finding[] => {
  const isMissing = (name: string | undefined) => name !== undefined && !Object.hasOwn(among, name);
  const placeField = schemaOf(field).names?.(field as Field);
  const { nameIn }: Partial<Field<'file'>> = field;
  const from = field.kind === 'codes' ? (field as unknown as Field<'codes'>).from : undefined;
  return [
    ...findingIf(isMissing(placeField), place, `puts ${placeField} into words, which is no field`),
    ...findingIf(isMissing(nameIn), place, `keeps its file’s name in ${nameIn}, which is no field`),
    ...drawnBy(field)
      .filter(isMissing)
      .map((name) => ({ place, text: `names ${name}, which is no field` })),
    ...findingIf(
      from !== undefined && !entities.some(({ name }) => name === from),
      place,
      `suggests titles of ${from}, which is no entity`,
    ),
  ];
};

/** Returns the other fields with which a shape is drawn. */
const drawnBy = (field: AnyField): readonly string[] => {
  if (field.kind !== 'geometry') return [];
  const { kindIn, radius, color } = field as unknown as Field<'geometry'>;
  return [kindIn, radius, color].filter((name) => name !== undefined);
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

/** Returns the table of a field with fixed choices, one or several; undefined for other kinds. */
const tableOf = (field: AnyField): Choices | undefined =>
  field.kind === 'choices'
    ? (field as unknown as Field<'choices'>).of
    : schemaOf(field).choices?.(field as Field);

const checkTable = ({ place, field }: FieldPath): Finding[] => {
  const table = tableOf(field);
  if (table === undefined) return [];
  return [
    ...findingIf(table.length === 0, place, 'no choice'),
    ...duplicates(table.map(([value]) => value)).map((twice) => ({
      place,
      text: `two choices have the value ${JSON.stringify(twice)}`,
    })),
    ...table.flatMap(([choice, ...label]) =>
      isEmptyLabel(place, `the label of ${JSON.stringify(choice)}`, label),
    ),
  ];
};

/** Checks the options of a choice that depend on its record. */
const checkStates = ({ place, field, among }: FieldPath): Finding[] => {
  const values = (tableOf(field) ?? []).map(([value]) => value);
  const { since, attended } = field as Field<'choice'>;
  const [value, moment] = since ?? [];
  const attendance = attended ? [attended.by, attended.done[0]] : [];
  return [
    ...findingIf(
      moment !== undefined && !(moment in among),
      place,
      `since names ${moment}, which is no field`,
    ),
    ...attendance
      .filter((name) => !(name in among))
      .map((name) => ({ place, text: `attended names ${name}, which is no field` })),
    ...findingIf(
      value !== undefined && !values.includes(value),
      place,
      `since names ${JSON.stringify(value)}, which is no choice`,
    ),
  ];
};

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

const checkPlace = ({ place, field, among }: FieldPath): Finding[] => {
  if (field.kind !== 'lngLat') return [];
  const { columns = [], radius } = field as Field<'lngLat'>;
  const named = [...columns, ...(radius === undefined ? [] : [radius])];
  return [
    ...named
      .filter((name) => !(name in among))
      .map((name) => ({ place, text: `names ${name}, which is no field` })),
    ...duplicates(columns).map((name) => ({
      place,
      text: `${name} cannot be both latitude and longitude`,
    })),
    ...columns.flatMap((name) =>
      findingIf(
        name in among && among[name]?.kind !== 'number',
        place,
        `${name} cannot be latitude or longitude: it is no number`,
      ),
    ),
  ];
};

const checkWas = ({ place, field, name, among }: FieldPath): Finding[] => {
  const { was } = field;
  if (was === undefined) return [];
  const otherFields = Object.entries(among).filter(([other]) => other !== name);
  return [
    ...findingIf(was === name, place, 'was called as it is'),
    ...findingIf(
      otherFields.some(([other]) => other === was),
      place,
      `was ${was}, which is a field of its own`,
    ),
    ...findingIf(
      otherFields.some(([, other]) => other.was === was),
      place,
      `was ${was}, as another field says too`,
    ),
  ];
};

const checks: readonly ((setting: FieldPath) => Finding[])[] = [
  checkName,
  checkUses,
  checkLabels,
  checkLimits,
  checkSize,
  checkAccept,
  checkInitial,
  ({ place, field, among }) => checkCondition(place, field.when, among),
  ({ place, field, among }) => checkCondition(place, field.helpWhen, among),
  checkOtherFields,
  checkInline,
  checkTable,
  checkStates,
  checkTarget,
  checkDictionary,
  checkPlace,
  checkWas,
];
