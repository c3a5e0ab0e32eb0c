import {
  type Action,
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Choices,
  type Condition,
  type Console,
  entriesWithoutOrganisation,
  type Field,
  type Fields,
  isGreaterThan,
} from '../../config';
import { compareExact, exactOf } from '../../domain/exact';
import { ownValue } from '../../domain/ownValue';
import { dictionaryLabels } from '../../domain/system';
import {
  coordinateColumns,
  exactName,
  isInputOnly,
  isReference,
  parentField,
  rangeNames,
  schemaOf,
  titleColumn,
} from '../../fields';
import { readValue } from '../../fields/filterValue';
import { ruleOf } from '../../fields/recordSchema';
import {
  COPIED_COLUMNS,
  hasState,
  organisation,
  ownerColumn,
  STATE_COLUMNS,
  scopeColumn,
  storedFields,
} from '../db';
import type { Implemented } from '../rules';
import { columnProblems } from './columns';
import { duplicateTexts, findCircles, nameProblems, type Problems } from './finding';
import { linesProblems } from './lines';
import { ARGUMENTS, SIGNED } from './wire';

/** Columns that PostgreSQL adds to every table. */
export const SYSTEM_COLUMN = /^(ctid|[cx]min|[cx]max|tableoid)$/;

/** Views in which a value is entered. */
const INPUTS = ['create', 'edit', 'import'] as const;

/** Checks a field of an entity, or an argument of an operation. @param among all of the same */
export const inputProblems = (
  field: AnyField,
  name: string,
  among: Fields,
  { entities }: Console,
): Problems => {
  const { min, max, integer } = field as Partial<Field<'number'>>;
  const { initial, kind, of, was } = field;
  // A day has no order with the word "today".
  const isRange = min !== undefined && max !== undefined && !`${min}${max}`.includes('today');
  // JSON fields start empty, whatever is declared.
  const hasInitial = initial !== undefined && kind !== 'json';
  const { references, reads } = schemaOf(field);
  const target = entities.find((each) => each.name === of);
  const [items] = kind === 'dict' ? (reads?.(field as Field) ?? []) : [];
  const lacksItems = items !== undefined && !entities.some((each) => each.name === items);
  const circle = findCircles(
    new Map(Object.entries(among).map(([each, { when }]) => [each, Object.keys(when ?? {})])),
  ).find(([first]) => first === name);
  return {
    ...nameProblems(name),
    above: isRange && isAbove(min, max) && [min, max],
    whole: isRange && integer && min <= max && Math.ceil(min) > Math.floor(max) && [min, max],
    initialRef: hasInitial && references && [of],
    initial: hasInitial && !references && refuses(field, initial) && [JSON.stringify(initial)],
    ...conditionProblems('when', among, [field.when, field.helpWhen]),
    inline:
      field.inline &&
      (field.virtual || field.fixed || !appearsIn(field, 'list') || !appearsIn(field, 'edit')),
    target: references && !target && [of],
    refTree: kind === 'refTree' && target && !parentField(target) && [of],
    dictItem: lacksItems && [items],
    dictionary: items !== undefined && !lacksItems && !Object.hasOwn(dictionaryLabels, of) && [of],
    formerName: was !== undefined && Object.hasOwn(among, was) && [was],
    formerTwice: was !== undefined &&
      Object.entries(among).some(([other, each]) => other !== name && each.was === was) && [was],
    whenCircle: circle && [circle.join(', ')],
  };
};

/** Compares numbers, numbers as texts, or days. */
const isAbove = (one: number | string, other: number | string): boolean => {
  const [low, high] = [exactOf(one), exactOf(other)];
  return low && high ? compareExact(low, high) > 0 : one > other;
};

/** Finds two choices that look alike. Values that only locks report may have one label. */
export const equalChoices = ({ kind, of }: AnyField): Problems => {
  const table: Choices = kind === 'choice' || kind === 'choices' ? of : [];
  const [twice] = duplicateTexts(table.map(([, ...label]) => label));
  return { choiceLabelTwice: twice !== undefined && [twice] };
};

/** True if the field's rules reject the value. */
export const refuses = (field: AnyField, value: unknown): boolean =>
  !ruleOf(field).isValidSync(value, { strict: true });

/** Checks that fields can have the values, or exceed the number, that conditions name. */
export const conditionProblems = (
  option: string,
  fields: Fields,
  conditions: readonly (object | undefined)[],
): Problems => {
  const named = conditions.flatMap((when) =>
    Object.entries<Condition<number>>((when ?? {}) as never),
  );
  const [never] = named.flatMap(([name, condition]) => {
    const field = ownValue(fields, name);
    if (!field) return [];
    if (isGreaterThan(condition)) {
      return exceeds(field, condition.above) ? [] : [[option, name, `above ${condition.above}`]];
    }
    const wrong = condition
      .filter((value) => refuses(field, value) || !isStoredForm(field, value))
      .map((value) => JSON.stringify(value));
    return wrong.length > 0 ? [[option, name, wrong.join(' or ')]] : [];
  });
  return { never };
};

/** True if records hold the value in the declared form: an exact number has all its decimal places. */
const isStoredForm = (field: AnyField, value: unknown): boolean =>
  schemaOf(field).bound === undefined || readValue(field, value) === value;

/** True if the field is numeric and can exceed the number. */
const exceeds = (field: AnyField, above: number): boolean => {
  if (schemaOf(field).filter !== 'range' || !Number.isFinite(above)) return false;
  const { min = above } = field as Partial<Field<'number'>>;
  return !refuses(field, Math.max(Number(min), Math.floor(above) + 1));
};

/** Names that the calls of an entity reserve for their own arguments. A range is filtered by its ends alone. */
const wireNames = (
  { verbs, counts }: AnyEntity,
  { wire }: Console,
  isRange: boolean,
): readonly string[] => [
  ...SIGNED,
  'id',
  wire.kept,
  ...(isRange ? (['id', 'ids', 'before'] as const) : ARGUMENTS).map((option) => wire[option]),
  ...(verbs.includes('export') ? ['columns', 'job', 'to', 'weekly'] : []),
  ...(verbs.includes('import') ? ['template', 'dryRun'] : []),
  ...(counts.length > 0 ? ['by', 'split', 'zone'] : []),
];

export const fieldProblems = (
  field: AnyField,
  name: string,
  entity: AnyEntity,
  config: Console,
  implemented: Implemented,
): Problems => {
  const fields: Fields = entity.fields;
  const { required, virtual, unique } = field;
  const { from, to } = rangeNames(name);
  const isRange = schemaOf(field).filter === 'range';
  const filterNames = [...(isRange ? [from, to] : []), exactName(fields, name)];
  const filterName = filterNames.find((each) => each !== name && each in fields);
  const via = titleColumn(field, name);
  const isViaTwice =
    via !== undefined &&
    !virtual &&
    Object.entries(fields).some(
      ([other, each]) => other !== name && !each.virtual && titleColumn(each, other) === via,
    );
  const root = organisation(config.entities);
  const isOrganisation = isReference(field) && (!root || field.of === root.name);
  const isAdded = (entity.verbs.includes('add') || entity.partOf !== undefined) && !entity.derived;
  const isWritten = isAdded || entity.verbs.includes('update') || entity.states !== undefined;
  const isStored = storedFields(entity).some(([stored]) => stored === name);
  return {
    ...inputProblems(field, name, fields, config),
    // The names of reports are those of other declarations.
    ...(isWritten && !(field as Partial<Field<'choice'>>).adds && equalChoices(field)),
    ...linesProblems(field, name, entity, config),
    ...(isStored && !entity.derived && columnProblems(field)),
    ...reportedProblems(field, name, entity),
    seriesInput: field.kind === 'series' && seriesInputs(field, name, entity),
    ...(isAdded && formProblems(field, name, entity)),
    unstored:
      isAdded &&
      required &&
      virtual &&
      !isInputOnly(field) &&
      !implemented.additions.has(entity.name),
    ...stateProblems(field, name, entity),
    unfilled: isShownVirtual(field) && !implemented.fills(entity, name),
    superior: entriesWithoutOrganisation(entity).includes(name),
    systemColumn: SYSTEM_COLUMN.test(name),
    wire: wireNames(entity, config, isRange).includes(name),
    filterName: filterName !== undefined && [filterName],
    title: via !== undefined && (via === 'id' || via in fields) && [via],
    titleTwice: isViaTwice && [via],
    month: Boolean(unique) && entity.record !== undefined && !entity.record.updated,
    uniqueOrg: unique === 'org' && ownerColumn(entity, config.entities) === undefined,
    scope: scopeColumn(entity) === name && !isOrganisation && [root?.name ?? 'an organisation'],
  };
};

/** True if a field is shown or exported, and neither a column nor another field has its value. */
const isShownVirtual = (field: AnyField): boolean => {
  const { names, secret } = schemaOf(field);
  const isShown = (['list', 'show', 'export'] as const).some((view) => appearsIn(field, view));
  const isFilled = names || secret || field.kind === 'lines';
  return Boolean(field.virtual && isShown && !isInputOnly(field) && !isFilled);
};

/** Checks that the states alone give their field its values. */
const stateProblems = ({ initial, required }: AnyField, name: string, { states }: AnyEntity) => {
  if (states?.field !== name) return {};
  const { start } = states;
  return {
    stateInitial: initial !== start && [initial, start].map((value) => JSON.stringify(value)),
    stateRequired: required === true,
  };
};

/** Returns the options that would give a series another number than the server's; undefined if there are none. */
const seriesInputs = (
  { initial }: AnyField,
  name: string,
  { form, stamps = {}, actions }: AnyEntity,
): readonly string[] | undefined => {
  const setters = Object.entries<Action>(actions).filter(([, { sets = {} }]) => name in sets);
  const options = [
    ...(initial === undefined ? [] : ['initial']),
    ...(form.flat().includes(name) ? ['form'] : []),
    ...(name in stamps ? ['stamps'] : []),
    ...setters.map(([code]) => `sets of ${code}`),
  ];
  return options.length > 0 ? [options.join(', ')] : undefined;
};

/** Finds required fields that the form lacks, without which no record could be added. */
const formProblems = (field: AnyField, name: string, entity: AnyEntity): Problems => {
  const formNames = new Set<string>(entity.form.flat());
  const isUnset = field.required && field.initial === undefined;
  const isInPlace = coordinateColumns(entity.fields).some(
    (place) => formNames.has(place.name) && [place.lat, place.lon].includes(name),
  );
  const isInForm = formNames.has(name) || isInPlace;
  return {
    on: isUnset && !appearsIn(field, 'create'),
    form: isUnset && appearsIn(field, 'create') && !isInForm,
  };
};

/** Checks which fields of the locks are reported. The server writes some of them itself. */
const reportedProblems = (field: AnyField, name: string, entity: AnyEntity): Problems => {
  const isLock = hasState(entity);
  if (!field.reported) return { state: isLock && name in STATE_COLUMNS };
  return {
    notLock: !isLock,
    copied: COPIED_COLUMNS.includes(name),
    reportedInput: field.required || INPUTS.some((view) => appearsIn(field, view)),
    reportedColumn: Boolean(field.unique || field.virtual || schemaOf(field).references),
  };
};
